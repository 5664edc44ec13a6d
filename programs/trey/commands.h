/* commands.h -- the subcommands of trey, one function each.
 *
 * A command gets its own name as argv[0] and returns the exit status. */
#ifndef TREY_COMMANDS_H
#define TREY_COMMANDS_H

/* 0 done; 1 the rules refused, or a check failed; 2 bad usage or bad input;
 * 3 an operating error. */
enum { EXIT_DONE = 0, EXIT_REFUSED = 1, EXIT_USAGE = 2, EXIT_OPERATING = 3 };

int bench_command(int argc, char **argv);
int odds_command(int argc, char **argv);
int report_command(int argc, char **argv);
int rng_command(int argc, char **argv);
int rules_command(int argc, char **argv);
int run_command(int argc, char **argv);
int serve_command(int argc, char **argv);
int store_command(int argc, char **argv);
int simulate_command(int argc, char **argv);
int verify_command(int argc, char **argv);
int witness_command(int argc, char **argv);

#endif
