/* tickets.c -- tickets of a node, which open a socket at any of them.
 *
 * A balancer may send a request to one node and the socket behind it to another. So a node's
 * ticket is in the store before anybody gets it, and the store is asked when it is spent:
 * the socket is open by then, and waits on the floor's doorstep. What its owner says
 * meanwhile comes behind the question, and is heard when he is in. */
#include <sodium.h>

#include "network.h"

errand *ticket_stored(const session *of, const char *ticket) {
    errand *made = errand_open(ERRAND_TICKET);
    if (!made) return NULL;
    made->person = of->person;
    made->asked_in = of->generation;
    made->ticket_session = of->token;
    made->hashed_token = trey_hash_of(ticket, TOKEN_TEXT);
    memcpy(made->token, ticket, TOKEN_TEXT);
    return made;
}

bool ticket_held(connection *one, http_text ticket) {
    network *net = one->net;
    if (!ticket.text || ticket.size != TOKEN_TEXT) return false;
    /* Whoever makes tickets up gets a question to the store for each of them. */
    if (!ticket_spend(net->sessions, ticket, net->now_ms) && !address_may_seek(one)) return false;
    one->ticket = trey_hash_of(ticket.text, ticket.size);
    one->has_ticket = true;
    return true;
}

bool ticket_asked(connection *one) {
    errand *asked = errand_open(ERRAND_ENTER);
    if (!asked) return false;
    asked->waits = one->visit;
    asked->hashed_token = one->ticket;
    if (floor_thread_errand(one->net->floor, asked)) return true;
    errand_close(asked);
    return false;
}

void ticket_answered(network *net, errand *done) {
    connection *one = network_find(net, done->waits);
    if (!one || one->state != CONNECTION_SOCKET) return; /* and the floor knows that he left */
    session *of = session_by_hash(net->sessions, &done->ticket_session);
    bool good = done->status == 200, over = session_is_over(net->sessions, &done->ticket_session);
    if (good && !of && !over) {
        const session_of begun = session_of_errand(done, &done->ticket_session);
        of = session_begin(net->sessions, &begun, net->now_ms);
    }
    if (good && of)
        socket_belongs(one, of);
    else
        connection_cut(one, good && over          ? CUT_SESSION_ENDED
                            : done->status == 404 ? CUT_TICKET
                                                  : CUT_FLOOR_BUSY);
}
