/* make_house.c -- writes a small house into a folder, for tests of the command line:
 * house.trey, old.trey as it was a round before, keys and witness. Its seeds are shown to
 * all, to auditors, or to nobody. */
#include "cmocka_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stored_house.h"

static bool copy_file(const char *from, const char *to) {
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    int c;
    if (!in || !out) return false;
    while ((c = getc(in)) != EOF) putc(c, out);
    fclose(in);
    return fclose(out) == 0;
}

int main(int argc, char **argv) {
    static stored_house s;
    char keys[512], old[512], store[512], witness[512];
    if (argc < 3) {
        fputs("usage: make_house FOLDER all|auditor|nobody [ROUNDS]\n", stderr);
        return 2;
    }
    snprintf(keys, sizeof keys, "%s/keys", argv[1]);
    snprintf(old, sizeof old, "%s/old.trey", argv[1]);
    snprintf(store, sizeof store, "%s/house.trey", argv[1]);
    snprintf(witness, sizeof witness, "%s/witness", argv[1]);
    s.keys_path = keys;
    stored_house_build(&s,
                       strcmp(argv[2], "all") == 0       ? TREY_REVEAL_ALL
                       : strcmp(argv[2], "auditor") == 0 ? TREY_REVEAL_AUDITOR
                                                         : TREY_REVEAL_NOBODY,
                       argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 2);
    bool copied = copy_file(s.h.path, old);
    stored_house_open(&s);
    house_play_round(&s.h, 0, false);
    stored_house_hits(&s);
    house_drop(&s.h);
    copied = copied && copy_file(s.h.path, store) && copy_file(s.witness, witness);
    stored_house_tear_down(&s);
    return copied ? 0 : 3;
}
