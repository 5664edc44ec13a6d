/* plain_text.h -- what stands in a store, shown to a person.
 *
 * Whoever wrote a store may have put anything into it: sequences that clear a terminal or
 * change its title, marks that turn the reading round. Every text out of a store goes through
 * here before it is shown. */
#ifndef TREY_PLAIN_TEXT_H
#define TREY_PLAIN_TEXT_H

/* The same text, with whatever does not print written as \xNN, byte by byte. It stands in one
 * of a few buffers and is good for one line of output; a longer one is cut off. */
const char *plain_text(const char *text);

#endif
