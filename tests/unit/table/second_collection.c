/* second_collection.c -- California's collection schedule, typed a second time from
 * the tables at the end of the text. */
#include "second_collection.h"

/* From this many dollars upward, this fee. Each bracket ends a dollar below the
 * next, but for option 10's $225-$400. */
typedef struct bracket {
    int from, fee;
} bracket;

#define UNREADABLE (-1)
static const bracket schedule[19][5] = {
    [1] = {{1, 1}, {50, 3}, {100, 5}, {150, 7}, {200, 10}},
    [2] = {{1, 2}, {50, 4}, {100, 6}, {200, 12}},
    [3] = {{1, 2}, {50, 4}, {100, 6}, {150, 8}, {200, 12}},
    [4] = {{1, 1}, {50, 2}, {100, 3}, {150, 4}, {200, 6}},
    [5] = {{1, 1}, {50, 2}, {100, 3}, {200, 4}, {300, 6}},
    [6] = {{1, 1}, {50, 2}, {100, 3}, {200, 4}, {400, 6}},
    [7] = {{1, 1}, {50, 2}, {100, 3}, {200, 5}, {300, 8}},
    [8] = {{1, 1}, {75, 2}, {150, 3}, {225, 4}, {300, 5}},
    [9] = {{1, 1}, {75, 2}, {150, 3}, {225, 4}, {300, 6}},
    [10] = {{1, 1}, {75, 2}, {150, 3}, {225, 4}, {401, 7}},
    [11] = {{1, 1}, {75, 2}, {200, 5}, {400, 8}, {700, 12}},
    [12] = {{1, 1}, {100, 2}, {200, 3}, {300, 4}, {400, 6}},
    [13] = {{1, 1}, {100, 3}, {200, 4}, {300, 5}, {400, 7}},
    [14] = {{1, UNREADABLE}, {100, 4}, {200, 5}, {300, 6}, {400, 8}},
    [15] = {{1, 1}, {100, 3}, {300, 5}, {500, 8}, {800, 12}},
    [16] = {{1, 2}, {100, 3}, {300, 6}, {500, 8}, {800, 12}},
    [17] = {{1, 2}, {100, 3}, {300, 6}, {500, 10}, {800, 15}},
    [18] = {{1, 2}, {100, 3}, {300, 5}, {500, 12}, {800, UNREADABLE}},
};

/* Is the action above one bracket's last dollar and below the next one's first? */
static int in_a_gap(const bracket *brackets, int64_t action) {
    for (int i = 1; i < 5 && brackets[i].from > 0; i++) {
        int64_t next = (int64_t)brackets[i].from * 100;
        if (action > next - 100 && action < next) return 1;
    }
    return 0;
}

int64_t second_collection(unsigned option, int64_t action, char between) {
    const bracket *brackets = schedule[option];
    if (in_a_gap(brackets, action)) {
        if (between == 'C') return SECOND_BETWEEN;
        if (between == 'B') action = (action + 99) / 100 * 100;
    }
    int fee = SECOND_BETWEEN;
    for (int i = 0; i < 5 && brackets[i].from > 0; i++) {
        if (action >= (int64_t)brackets[i].from * 100) fee = brackets[i].fee;
    }
    return fee < 0 ? fee : (int64_t)fee * 100;
}

int64_t second_player_collection(unsigned option) {
    return option <= 2 ? 100 : 0;
}
