/* serve_command.h -- the subcommand that programs/trey registers. */
#ifndef TREY_SERVE_COMMAND_H
#define TREY_SERVE_COMMAND_H

int serve_command(int argc, char **argv);

#endif
