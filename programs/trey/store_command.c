/* store_command.c -- trey store: makes stores and keys, looks at them, copies them. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "jackpot_ledger.h"
#include "plain_text.h"
#include "store_control.h"
#include "store_lines.h"

static const char help[] =
    "usage: trey store init STORE            makes an empty store\n"
    "       trey store info STORE [--json]   what is in it\n"
    "       trey store backup STORE FILE     a copy, which is a store as well\n"
    "       trey store export STORE [FILE]   everything as JSON lines\n"
    "       trey store import STORE [FILE]   and back, into a new store\n"
    "       trey store jackpots STORE [NAME] [--json]\n"
    "                                        meters, hits and changes of linked jackpots\n"
    "       trey store keys FILE             makes the keys that sign and seal\n"
    "       trey store people STORE [--json] everybody who has an account\n"
    "       trey store person STORE NAME ... makes an account, or changes it\n"
    "\n"
    "  STORE is the path of a SQLite file, or postgresql://USER@HOST/DATABASE.\n"
    "  FILE - is standard input or output, which is also meant where none is named.\n"
    "\n"
    "A SQLite store belongs to one process. While `trey serve` has it open, info and backup\n"
    "ask the server, as its user, through the socket STORE-control, and players go on; for\n"
    "anything else make a backup, and work on that. Of a PostgreSQL store, all of these\n"
    "work at any time. A backup is always a SQLite file; until it is whole it is called\n"
    "FILE.part.\n"
    "\n"
    "Exit status: 0 done; 1 the sums of a jackpot do not hold; 2 bad usage, or a store or\n"
    "file that cannot be used so; 3 an operating error.\n";

int store_exit(trey_status status) {
    switch (status) {
    case TREY_STATUS_OK:
        return EXIT_DONE;
    case TREY_STATUS_NO_FILE:
    case TREY_STATUS_INVALID:
    case TREY_STATUS_STORE_VERSION:
    case TREY_STATUS_STORE_FOREIGN:
    case TREY_STATUS_STORE_BUSY:
        return EXIT_USAGE;
    default:
        return EXIT_OPERATING;
    }
}

static int fault(trey_status status, const char *text) {
    fprintf(stderr, "trey store: %s\n", *text ? plain_text(text) : trey_status_text(status));
    return store_exit(status);
}

static trey_store *open_store(const char *address, bool create, bool still, int *status) {
    const trey_store_options options = {.create = create, .still = still};
    trey_store_message message;
    trey_store *store;
    trey_status opened = trey_store_open(&store, address, &options, &message);
    if (opened != TREY_STATUS_OK) *status = fault(opened, message.text);
    return store;
}

/* ---- The commands -------------------------------------------------------------------------- */
static int init(const char *address) {
    int status = EXIT_DONE;
    trey_store *store = open_store(address, true, false, &status);
    trey_store_close(store);
    return status;
}

static void tell_text(const store_telling *told) {
    char chain[TREY_HASH_TEXT_MAX], root[TREY_HASH_TEXT_MAX], cents[TREY_CENTS_TEXT_MAX];
    printf("%s store %s, version %u, %.1f MB\n", told->backend, told->identity, told->version,
           (double)told->bytes / 1e6);
    printf("records      %" PRIu64 "\nanswers      %" PRIu64 "\ncheckpoints  %" PRIu64 "\n",
           told->records, told->answers, told->checkpoints);
    printf("chips out    %s\n", trey_cents_print(told->chips, cents));
    printf("chain        %s\nroot         %s\n", trey_hash_print(&told->chain, chain),
           trey_hash_print(&told->root, root));
    if (told->served) puts("told by      the server that has it open");
}

static void tell_json(const store_telling *told) {
    char chain[TREY_HASH_TEXT_MAX], root[TREY_HASH_TEXT_MAX];
    printf("{\"backend\":\"%s\",\"identity\":\"%s\",\"version\":%u,\"bytes\":%" PRIu64
           ",\"records\":%" PRIu64 ",\"answers\":%" PRIu64 ",\"checkpoints\":%" PRIu64
           ",\"chips_out\":%" PRId64 ",\"chain\":\"%s\",\"root\":\"%s\",\"served\":%s}\n",
           told->backend, told->identity, told->version, told->bytes, told->records, told->answers,
           told->checkpoints, told->chips, trey_hash_print(&told->chain, chain),
           trey_hash_print(&told->root, root), told->served ? "true" : "false");
}

/* What players hold: the sum of their accounts. */
static trey_status count_chips(trey_store *store, trey_cents *chips) {
    trey_cursor *cursor;
    const trey_store_item *item;
    *chips = 0;
    trey_status status = trey_cursor_open(&cursor, store, TREY_PART_BALANCES, 0);
    if (status != TREY_STATUS_OK) return status;
    bool fits = true;
    while ((status = trey_cursor_next(cursor, &item)) == TREY_STATUS_OK && item) {
        if (trey_account_kind(item->balance.account) == TREY_LEDGER_PLAYER)
            fits = fits && trey_cents_add(*chips, item->balance.balance, chips);
    }
    trey_cursor_close(cursor);
    return status == TREY_STATUS_OK && !fits ? TREY_STATUS_MONEY_OVERFLOW : status;
}

static void keep_telling(const trey_store_info *info, store_telling *out) {
    out->version = info->version;
    out->bytes = info->bytes;
    out->records = info->records;
    out->answers = info->answers;
    out->checkpoints = info->checkpoints;
    out->chain = info->chain;
    out->root = info->root;
    snprintf(out->backend, sizeof out->backend, "%s", info->backend);
    for (unsigned i = 0; i < TREY_IDENTITY_BYTES; i++)
        snprintf(out->identity + 2 * i, 3, "%02x", info->identity[i]);
}

/* Is it open in another process, which may be a server that can be asked? */
static bool in_use(trey_status opened, const char *address) {
    return opened == TREY_STATUS_STORE_BUSY && store_control_fits(address);
}

static int info(const char *address, bool json) {
    const trey_store_options options = {.still = true};
    store_telling told = {.served = false};
    trey_store_message message, asked;
    trey_store_info about;
    trey_store *store;
    trey_status status = trey_store_open(&store, address, &options, &message);
    if (in_use(status, address)) {
        status = store_control_info(address, &told, message.text, &asked);
        message = asked;
    } else if (status == TREY_STATUS_OK) {
        status = trey_store_tell(store, &about);
        if (status == TREY_STATUS_OK) keep_telling(&about, &told);
        if (status == TREY_STATUS_OK) status = count_chips(store, &told.chips);
        bool said = status != TREY_STATUS_MONEY_OVERFLOW;
        snprintf(message.text, sizeof message.text, "%s",
                 said ? trey_store_message_text(store) : "");
    }
    trey_store_close(store);
    if (status != TREY_STATUS_OK) return fault(status, message.text);
    (json ? tell_json : tell_text)(&told);
    return EXIT_DONE;
}

/* What a laboratory asks of a meter. */
static int jackpots(const char *address, const char *name, bool json) {
    int status = EXIT_DONE;
    trey_store_message message;
    jackpot_ledgers ledgers;
    trey_store *store = open_store(address, false, true, &status);
    if (!store) return status;
    trey_status read = jackpot_ledgers_open(&ledgers, store, name, &message);
    if (read == TREY_STATUS_OK) {
        (json ? jackpots_print_json : jackpots_print_text)(&ledgers);
        for (size_t i = 0; i < ledgers.count; i++) {
            if (ledgers.jackpot[i].broken) status = EXIT_REFUSED;
        }
    } else {
        status = fault(read, message.text);
    }
    jackpot_ledgers_close(&ledgers);
    trey_store_close(store);
    return status;
}

static trey_status copy(trey_store *store, const char *path) {
    trey_backup *backup;
    bool done = false;
    trey_status status = trey_backup_open(&backup, store, path);
    for (unsigned step = 0; status == TREY_STATUS_OK && !done; step++) {
        status = trey_backup_step(backup, &done);
        if (step % 64 == 63) store_show_percent(trey_backup_percent(backup));
    }
    store_show_percent(101);
    trey_backup_close(backup);
    return status;
}

static int backup(const char *address, const char *path) {
    const trey_store_options options = {.create = false};
    trey_store_message message, asked;
    trey_store *store;
    trey_status status = trey_store_open(&store, address, &options, &message);
    if (in_use(status, address)) {
        status = store_control_backup(address, path, message.text, &asked);
        message = asked;
    } else if (status == TREY_STATUS_OK) {
        status = copy(store, path);
        snprintf(message.text, sizeof message.text, "%s", trey_store_message_text(store));
    }
    trey_store_close(store);
    return status == TREY_STATUS_OK ? EXIT_DONE : fault(status, message.text);
}

/* "-" and no name are the standard stream. */
static FILE *open_file(const char *path, const char *mode, FILE *standard) {
    if (!path || strcmp(path, "-") == 0) return standard;
    /* An export has hashes of passwords in it: nobody else's to read. */
    bool writes = mode[0] == 'w';
    int made = writes ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    FILE *file = writes ? made >= 0 ? fdopen(made, "w") : NULL : fopen(path, mode);
    if (!file) fprintf(stderr, "trey store: %s: %s\n", path, strerror(errno));
    return file;
}

static int export_to(const char *address, const char *path) {
    int status = EXIT_DONE;
    trey_store *store = open_store(address, false, true, &status);
    if (!store) return status;
    FILE *out = open_file(path, "wx", stdout);
    status = out ? store_export(store, out) : EXIT_USAGE;
    if (out && out != stdout && fclose(out) != 0 && status == EXIT_DONE) {
        fprintf(stderr, "trey store: %s: %s\n", path, strerror(errno));
        status = EXIT_OPERATING;
    }
    trey_store_close(store);
    return status;
}

static int import_from(const char *address, const char *path) {
    FILE *in = open_file(path, "r", stdin);
    if (!in) return EXIT_USAGE;
    int status = store_import(address, in, in == stdin ? "standard input" : path);
    if (in != stdin) fclose(in);
    return status;
}

static int keys(const char *path) {
    trey_store_keys made;
    trey_store_message message = {""};
    trey_status status = trey_store_keys_create(path, &made, &message);
    if (status != TREY_STATUS_OK) return fault(status, message.text);
    printf("public key ");
    for (unsigned i = 0; i < sizeof made.sign_public; i++) printf("%02x", made.sign_public[i]);
    puts("");
    trey_store_keys_wipe(&made);
    return EXIT_DONE;
}

/* ---- Words ------------------------------------------------------------------------------------
 */
static int usage(const char *text, const char *word) {
    fprintf(stderr, "trey store: %s%s; `trey store --help` shows how\n", text, word);
    return EXIT_USAGE;
}

int store_command(int argc, char **argv) {
    static const struct {
        const char *word;
        int least, most; /* names behind it */
        bool json;
    } words[] = {{"init", 1, 1, false},   {"info", 1, 1, true},    {"backup", 2, 2, false},
                 {"export", 1, 2, false}, {"import", 1, 2, false}, {"keys", 1, 1, false},
                 {"jackpots", 1, 2, true}};
    enum { WORDS = sizeof words / sizeof *words };
    const char *name[2] = {NULL, NULL};
    const char *what = argc > 1 ? argv[1] : "";
    bool json = false;
    int names = 0;
    unsigned word = 0;
    if (strcmp(what, "people") == 0 || strcmp(what, "person") == 0)
        return store_people(argc - 1, argv + 1);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) return fputs(help, stdout), EXIT_DONE;
    }
    while (word < WORDS && strcmp(what, words[word].word) != 0) word++;
    if (word == WORDS) return usage(*what ? "there is no command " : "which command?", what);
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0 && words[word].json)
            json = true;
        else if (argv[i][0] == '-' && argv[i][1] != '\0')
            return usage("unknown option ", argv[i]);
        else if (names == words[word].most)
            return usage("one word too many: ", argv[i]);
        else
            name[names++] = argv[i];
    }
    if (names < words[word].least) return usage("a name is missing behind ", what);
    switch (word) {
    case 0:
        return init(name[0]);
    case 1:
        return info(name[0], json);
    case 2:
        return backup(name[0], name[1]);
    case 3:
        return export_to(name[0], name[1]);
    case 4:
        return import_from(name[0], name[1]);
    case 5:
        return keys(name[0]);
    default:
        return jackpots(name[0], name[1], json);
    }
}
