/* witness_command.h -- trey witness. */
#ifndef TREY_WITNESS_COMMAND_H
#define TREY_WITNESS_COMMAND_H

int witness_command(int argc, char **argv);

#endif
