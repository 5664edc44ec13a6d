/* metrics.h -- /metrics: what a monitor wants to know, as Prometheus reads it. */
#ifndef TREY_METRICS_H
#define TREY_METRICS_H

#include "network.h"

void metrics_answer(connection *one, const floor_report *report);

#endif
