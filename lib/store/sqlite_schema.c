/* sqlite_schema.c -- the tables of a SQLite store, version by version, and their guards.
 *
 * The guards repeat what the code does anyway, so that a mistake in the code, or a
 * hand at the database, is stopped at the row: what is stored stays as it is; a
 * balance moves by a transfer only; an account that may not owe does not; a commit
 * that closes has as many rows as its head says.
 *
 * A released step never changes: stores were made with it. */
#include "sqlite_parts.h"

/* The kinds that may owe, as in TREY_LEDGER_LIST; a test compares them. */
#define MAY_OWE "2, 10, 11"

#define NEVER(table, what, text)                                                                   \
    "CREATE TRIGGER " table "_no_" #what " BEFORE " #what " ON " table                             \
    " BEGIN SELECT RAISE(ABORT, '" table ": " text "'); END;"
#define APPEND_ONLY(table)                                                                         \
    NEVER(table, UPDATE, "what is stored is not changed")                                          \
    NEVER(table, DELETE, "what is stored is not removed")

static const char step_1[] =
    "CREATE TABLE store ("
    "  one INTEGER PRIMARY KEY CHECK (one = 1),"
    "  identity BLOB NOT NULL CHECK (length(identity) = 16),"
    "  whole INTEGER NOT NULL CHECK (whole IN (0, 1))) STRICT;"

    "CREATE TRIGGER store_keeps_its_name BEFORE UPDATE OF identity ON store"
    "  WHEN NEW.identity <> OLD.identity AND EXISTS (SELECT 1 FROM record)"
    "  BEGIN SELECT RAISE(ABORT, 'store: a store keeps its name'); END;" NEVER(
        "store", DELETE, "what is stored is not removed")

        "CREATE TABLE stream ("
        "  id INTEGER PRIMARY KEY CHECK (id > 0),"
        "  kind INTEGER NOT NULL,"
        "  name TEXT NOT NULL CHECK (length(name) > 0),"
        "  UNIQUE (kind, name)) STRICT;"
        "CREATE TRIGGER stream_keeps_its_name BEFORE UPDATE OF id, kind, name ON stream"
        "  BEGIN SELECT RAISE(ABORT, 'stream: a stream keeps its name'); END;" NEVER(
            "stream", DELETE, "what is stored is not removed")

            "CREATE TABLE record ("
            "  seq INTEGER PRIMARY KEY CHECK (seq > 0),"
            "  stream INTEGER NOT NULL,"
            "  place INTEGER NOT NULL,"
            "  time INTEGER NOT NULL,"
            "  type INTEGER NOT NULL,"
            "  body BLOB NOT NULL,"
            "  chain BLOB NOT NULL,"
            "  UNIQUE (stream, place)) STRICT;" APPEND_ONLY("record")

    /* A transfer's id is its record's seq times 1024 and its place in the record. */
    "CREATE TABLE transfer ("
    "  id INTEGER PRIMARY KEY CHECK (id > 1023),"
    "  payer INTEGER NOT NULL,"
    "  payee INTEGER NOT NULL CHECK (payee <> payer),"
    "  cents INTEGER NOT NULL CHECK (cents > 0),"
    "  seat INTEGER NOT NULL,"
    "  wager INTEGER NOT NULL) STRICT;" APPEND_ONLY("transfer")

    /* An account's id is its owner times 64 and its kind; `moved` is the transfer that
     * moved it last, by which the guard knows that none is counted twice. */
    "CREATE TABLE account ("
    "  id INTEGER PRIMARY KEY CHECK (id > 0),"
    "  balance INTEGER NOT NULL,"
    "  moved INTEGER NOT NULL,"
    "  CONSTRAINT account_may_not_owe CHECK (balance >= 0 OR id % 64 IN (" MAY_OWE "))) STRICT;"
    "CREATE TRIGGER account_begins_empty BEFORE INSERT ON account"
    "  WHEN NEW.balance <> 0 OR NEW.moved <> 0"
    "  BEGIN SELECT RAISE(ABORT, 'account: an account begins empty'); END;"
    "CREATE TRIGGER account_moves_by_transfer BEFORE UPDATE ON account"
    "  WHEN NEW.id <> OLD.id OR NEW.moved <= OLD.moved OR NOT EXISTS ("
    "    SELECT 1 FROM transfer WHERE id = NEW.moved AND"
    "      (payer = NEW.id AND NEW.balance = OLD.balance - cents OR"
    "       payee = NEW.id AND NEW.balance = OLD.balance + cents))"
    "  BEGIN SELECT RAISE(ABORT, 'account: a balance moves by a transfer only'); END;" NEVER(
        "account", DELETE, "what is stored is not removed")

        "CREATE TRIGGER transfer_moves_accounts AFTER INSERT ON transfer BEGIN"
        "  UPDATE account SET balance = balance - NEW.cents, moved = NEW.id WHERE id = NEW.payer;"
        "  SELECT RAISE(ABORT, 'transfer: there is no such payer') WHERE changes() <> 1;"
        "  UPDATE account SET balance = balance + NEW.cents, moved = NEW.id WHERE id = NEW.payee;"
        "  SELECT RAISE(ABORT, 'transfer: there is no such payee') WHERE changes() <> 1;"
        "END;"

        "CREATE TABLE answer ("
        "  number INTEGER PRIMARY KEY CHECK (number > 0),"
        "  command BLOB NOT NULL UNIQUE CHECK (length(command) = 16),"
        "  stream INTEGER NOT NULL,"
        "  refusal INTEGER NOT NULL,"
        "  first INTEGER NOT NULL,"
        "  count INTEGER NOT NULL,"
        "  body BLOB NOT NULL) STRICT;" APPEND_ONLY("answer")

            "CREATE TABLE checkpoint ("
            "  number INTEGER PRIMARY KEY CHECK (number > 0),"
            "  count INTEGER NOT NULL,"
            "  chain BLOB NOT NULL,"
            "  root BLOB NOT NULL,"
            "  time INTEGER NOT NULL,"
            "  key BLOB NOT NULL,"
            "  signature BLOB NOT NULL) STRICT;" APPEND_ONLY("checkpoint")

                "CREATE TABLE snapshot ("
                "  stream INTEGER PRIMARY KEY,"
                "  place INTEGER NOT NULL,"
                "  body BLOB NOT NULL) STRICT;"

                "CREATE TABLE kept ("
                "  stream INTEGER NOT NULL,"
                "  name TEXT NOT NULL,"
                "  body BLOB NOT NULL,"
                "  PRIMARY KEY (stream, name)) STRICT, WITHOUT ROWID;"

                "CREATE TABLE head ("
                "  one INTEGER PRIMARY KEY CHECK (one = 1),"
                "  records INTEGER NOT NULL,"
                "  answers INTEGER NOT NULL,"
                "  checkpoints INTEGER NOT NULL,"
                "  checkpointed INTEGER NOT NULL,"
                "  time INTEGER NOT NULL,"
                "  chain BLOB NOT NULL,"
                "  frontier BLOB NOT NULL) STRICT;" NEVER(
                    "head", DELETE,
                    "what is stored is not removed") "CREATE TRIGGER head_counts BEFORE UPDATE ON "
                                                     "head"
                                                     "  WHEN NEW.records < OLD.records OR "
                                                     "NEW.answers < OLD.answers OR"
                                                     "    NEW.checkpoints < OLD.checkpoints OR"
                                                     "    (SELECT count(*) FROM record WHERE seq > "
                                                     "OLD.records) <> NEW.records - OLD.records OR"
                                                     "    (SELECT count(*) FROM answer WHERE "
                                                     "number > OLD.answers) <> NEW.answers - "
                                                     "OLD.answers OR"
                                                     "    (SELECT count(*) FROM checkpoint WHERE "
                                                     "number > OLD.checkpoints) <>"
                                                     "      NEW.checkpoints - OLD.checkpoints OR"
                                                     "    NEW.records > OLD.records AND"
                                                     "      (SELECT chain FROM record WHERE seq = "
                                                     "NEW.records) IS NOT NEW.chain"
                                                     "  BEGIN SELECT RAISE(ABORT, 'head: a commit "
                                                     "is as long as its head says'); END;";

/* Leases: who may append to a stream where several processes could. */
static const char step_2[] = "ALTER TABLE stream ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;";

const char *const sqlite_steps[] = {step_1, step_2};
_Static_assert(sizeof sqlite_steps / sizeof *sqlite_steps == STORE_VERSION, "a step a version");
