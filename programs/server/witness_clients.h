/* witness_clients.h -- asks the witnesses of the settings to cosign, as C2SP tlog-witness says. */
#ifndef TREY_WITNESS_CLIENTS_H
#define TREY_WITNESS_CLIENTS_H

#include "checkpoints.h"

typedef struct witness_clients witness_clients;
/* NULL where no witness has an address, or a thread cannot be had. All is borrowed. */
witness_clients *witness_clients_open(checkpoints *desk, const server_settings *settings);
/* Ends the thread; a request that is under way is waited for. Before the desk is closed. */
void witness_clients_close(witness_clients *clients); /* NULL is fine */

#endif
