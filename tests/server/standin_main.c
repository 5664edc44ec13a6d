/* standin_main.c -- trey serve in front of a floor without a game. */
#include <serve_command.h>

int main(int argc, char **argv) {
    return serve_command(argc, argv);
}
