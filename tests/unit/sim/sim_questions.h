/* sim_questions.h -- random questions for a simulation: a book under some readings and
 * values, bets, boxes, a strategy. */
#ifndef SIM_QUESTIONS_H
#define SIM_QUESTIONS_H

#include <trey/sim.h>

typedef struct sim_question {
    trey_rulebook *book;
    trey_strategy *strategy;
    trey_sim_query query;
    char told[400]; /* what was chosen, for a person */
} sim_question;

/* Opens question `number` of a seed: every number of a seed gives the same one. */
void sim_question_open(sim_question *question, uint64_t seed, unsigned number);
void sim_question_close(sim_question *question);

/* A simulation that must open; the caller closes it. */
trey_sim *sim_question_ask(const sim_question *question);

/* From TREY_SEED and TREY_ROUNDS, or the usual one; the seed is printed. */
uint64_t sim_test_seed(void);
uint64_t sim_test_rounds(uint64_t usual);

#endif
