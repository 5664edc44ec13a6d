/* other_values.h -- what else a key of a rulebook could say. */
#ifndef OTHER_VALUES_H
#define OTHER_VALUES_H

#include "trey/rules.h"

enum { OTHERS = 24, TEXT = 128 };
typedef struct others {
    unsigned count;
    char text[OTHERS][TEXT];
} others;

/* Every other word, and of counts, amounts and rates a few other values; as trey_rulebook_set
 * takes them. The loader may refuse some. */
void other_values(trey_key key, const trey_rule *rule, others *out);

#endif
