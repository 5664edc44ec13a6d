/* node_guest.h -- somebody at a node of several: what he sees, as a browser keeps it. */
#ifndef TREY_NODE_GUEST_H
#define TREY_NODE_GUEST_H

#include <jansson.h>
#include <stdint.h>

#include "socket_client.h"

typedef struct node_guest {
    socket_client socket;
    bool open;
    uint16_t port;
    char cookie[CLIENT_TOKEN];
    char table[32]; /* the one that he watches */
    json_t *view, *answers, *lobby;
    json_int_t person, chips;
    char notice[256];     /* the last one */
    unsigned voids;       /* that he was told of */
    int64_t last_frame;   /* of a table, when it came: client_now_us */
    int64_t first_voided; /* the first frame that told of a void */
} node_guest;

/* A new guest; or one who signs in; or the same again, perhaps at another node. */
void guest_come(node_guest *guest, uint16_t port);
void guest_sign_in(node_guest *guest, uint16_t port, const char *name, const char *password);
void guest_again(node_guest *guest, uint16_t port);
void guest_leave(node_guest *guest);

/* Reads what has come, for so long at most; false when the socket has ended. */
bool guest_look(node_guest *guest, unsigned ms);
/* Says it; the id, for guest_answer. `rest` is what stands behind the id. */
void guest_say(node_guest *guest, char id[33], const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Borrowed; NULL: none has come in time. */
json_t *guest_answer(node_guest *guest, const char *id, unsigned ms);
/* Says it until it is taken, with another id each time, and fails where it never is. */
void guest_does(node_guest *guest, const char *rest);
/* Watches a table, and has its view. */
void guest_watches(node_guest *guest, const char *table);
/* Waits until a member of the view has this text as JSON. */
bool guest_sees(node_guest *guest, const char *member, const char *text, unsigned ms);
json_int_t guest_chips(node_guest *guest, uint16_t port); /* as a node says */

#endif
