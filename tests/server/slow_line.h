/* slow_line.h -- the line between a node and its database, which a test can cut.
 *
 * A thread passes on what comes between a Unix socket of its own and the server's. Held, it
 * passes on nothing and says nothing: to both sides it looks like a network that swallows
 * everything. Torn, it closes what is open and refuses what is new. */
#ifndef TREY_SLOW_LINE_H
#define TREY_SLOW_LINE_H

#include <stdbool.h>

typedef struct slow_line slow_line;
/* Between FOLDER/.s.PGSQL.5432, whose folder is made, and the same in the server's. */
slow_line *slow_line_open(const char *folder, const char *server);
void slow_line_close(slow_line *line);
void slow_line_hold(slow_line *line, bool hold);
void slow_line_tear(slow_line *line, bool tear);

#endif
