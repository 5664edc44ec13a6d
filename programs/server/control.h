/* control.h -- the server's end of the control socket; control_socket.h has the words. */
#ifndef TREY_CONTROL_H
#define TREY_CONTROL_H

#include <uv.h>

#include "floor_thread.h"

typedef struct control control;

/* NULL where it cannot be, which is logged: players are served all the same. */
control *control_open(uv_loop_t *loop, const char *store);
/* The floor that is asked. */
void control_serve(control *one, floor_thread *floor);
/* Removes the socket; the memory is freed in turns of the loop. NULL is fine. */
void control_close(control *one);

void control_deadlines(control *one, int64_t now_ms);
void control_errand_done(control *one, errand *done);

#endif
