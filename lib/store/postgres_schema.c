/* postgres_schema.c -- the tables of a store in PostgreSQL, version by version, and
 * their guards, in a schema called trey.
 *
 * The same guards as in a SQLite file. Here they look at a whole statement at once,
 * since a commit inserts all of its transfers by one: a trigger a row would cost more
 * than the row. */
#include "postgres_parts.h"

/* The kinds that may owe, as in TREY_LEDGER_LIST; a test compares them. */
#define MAY_OWE "2, 10, 11"

#define APPEND_ONLY(table)                                                                         \
    "CREATE TRIGGER " table "_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trey." table      \
    " FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not changed');"
#define NO_REMOVAL(table)                                                                          \
    "CREATE TRIGGER " table "_stays BEFORE DELETE OR TRUNCATE ON trey." table                      \
    " FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not removed');"

static const char step_1[] =
    "CREATE SCHEMA trey;"
    "CREATE FUNCTION trey.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    "  RAISE EXCEPTION '%: %', TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'TR000'; END $$;"

    "CREATE TABLE trey.store ("
    "  one boolean PRIMARY KEY CHECK (one),"
    "  identity bytea NOT NULL CHECK (length(identity) = 16),"
    "  whole boolean NOT NULL,"
    "  version integer NOT NULL);" NO_REMOVAL(
        "store") "CREATE FUNCTION trey.store_keeps_its_name() RETURNS trigger LANGUAGE plpgsql AS "
                 "$$ BEGIN"
                 "  IF EXISTS (SELECT 1 FROM trey.record) THEN"
                 "    RAISE EXCEPTION 'store: a store keeps its name' USING ERRCODE = 'TR000'; END "
                 "IF;"
                 "  RETURN NEW; END $$;"
                 "CREATE TRIGGER store_keeps_its_name BEFORE UPDATE ON trey.store FOR EACH ROW"
                 "  WHEN (NEW.identity <> OLD.identity) EXECUTE FUNCTION "
                 "trey.store_keeps_its_name();"

                 "CREATE TABLE trey.stream ("
                 "  id integer PRIMARY KEY CHECK (id > 0),"
                 "  kind smallint NOT NULL,"
                 "  name text COLLATE \"C\" NOT NULL CHECK (length(name) > 0),"
                 "  UNIQUE (kind, name));" NO_REMOVAL(
                     "stream") "CREATE TRIGGER stream_keeps_its_name BEFORE UPDATE OF id, kind, "
                               "name ON trey.stream"
                               "  FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('a stream keeps "
                               "its name');"

                               "CREATE TABLE trey.record ("
                               "  seq bigint PRIMARY KEY CHECK (seq > 0),"
                               "  stream integer NOT NULL,"
                               "  place bigint NOT NULL,"
                               "  time bigint NOT NULL,"
                               "  type integer NOT NULL,"
                               "  body bytea NOT NULL,"
                               "  chain bytea NOT NULL,"
                               "  UNIQUE (stream, place));" APPEND_ONLY("record")

    /* A transfer's id is its record's seq times 1024 and its place in the record. */
    "CREATE TABLE trey.transfer ("
    "  id bigint PRIMARY KEY CHECK (id > 1023),"
    "  payer bigint NOT NULL,"
    "  payee bigint NOT NULL CHECK (payee <> payer),"
    "  cents bigint NOT NULL CHECK (cents > 0),"
    "  seat smallint NOT NULL,"
    "  wager smallint NOT NULL);" APPEND_ONLY("transfer")

    /* An account's id is its owner times 64 and its kind. */
    "CREATE TABLE trey.account ("
    "  id bigint PRIMARY KEY CHECK (id > 0),"
    "  balance bigint NOT NULL,"
    "  CONSTRAINT account_may_not_owe CHECK (balance >= 0 OR id % 64 IN (" MAY_OWE ")))"
    "  WITH (fillfactor = 50);" NO_REMOVAL(
        "account") "CREATE TRIGGER account_begins_empty BEFORE INSERT ON trey.account FOR EACH ROW"
                   "  WHEN (NEW.balance <> 0) EXECUTE FUNCTION trey.refuse('an account begins "
                   "empty');"
                   "CREATE TRIGGER account_moves_by_transfer BEFORE UPDATE ON trey.account FOR "
                   "EACH STATEMENT"
                   "  WHEN (pg_trigger_depth() = 0)"
                   "  EXECUTE FUNCTION trey.refuse('a balance moves by a transfer only');"

                   "CREATE FUNCTION trey.transfer_moves_accounts() RETURNS trigger LANGUAGE "
                   "plpgsql AS $$"
                   "  DECLARE moved bigint; wanted bigint; BEGIN"
                   "  IF (SELECT min(id) FROM fresh) / 1024 <= (SELECT records FROM trey.head) THEN"
                   "    RAISE EXCEPTION 'transfer: its record is stored already' USING ERRCODE = "
                   "'TR000'; END IF;"
                   "  WITH side AS (SELECT payer AS id, -cents AS cents FROM fresh"
                   "      UNION ALL SELECT payee, cents FROM fresh),"
                   "    net AS (SELECT id, sum(cents)::bigint AS cents FROM side GROUP BY id),"
                   "    done AS (UPDATE trey.account a SET balance = a.balance + net.cents FROM net"
                   "      WHERE a.id = net.id RETURNING 1)"
                   "  SELECT (SELECT count(*) FROM done), (SELECT count(*) FROM net) INTO moved, "
                   "wanted;"
                   "  IF moved <> wanted THEN"
                   "    RAISE EXCEPTION 'transfer: there is no such account' USING ERRCODE = "
                   "'TR000'; END IF;"
                   "  RETURN NULL; END $$;"
                   "CREATE TRIGGER transfer_moves_accounts AFTER INSERT ON trey.transfer"
                   "  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT"
                   "  EXECUTE FUNCTION trey.transfer_moves_accounts();"

                   "CREATE TABLE trey.answer ("
                   "  number bigint PRIMARY KEY CHECK (number > 0),"
                   "  command bytea NOT NULL CHECK (length(command) = 16),"
                   "  stream integer NOT NULL,"
                   "  refusal integer NOT NULL,"
                   "  first bigint NOT NULL,"
                   "  count integer NOT NULL,"
                   "  body bytea NOT NULL,"
                   "  CONSTRAINT answer_command UNIQUE (command));" APPEND_ONLY("answer")

                       "CREATE TABLE trey.checkpoint ("
                       "  number bigint PRIMARY KEY CHECK (number > 0),"
                       "  count bigint NOT NULL,"
                       "  chain bytea NOT NULL,"
                       "  root bytea NOT NULL,"
                       "  time bigint NOT NULL,"
                       "  key bytea NOT NULL,"
                       "  signature bytea NOT NULL);" APPEND_ONLY("checkpoint")

                           "CREATE TABLE trey.snapshot ("
                           "  stream integer PRIMARY KEY,"
                           "  place bigint NOT NULL,"
                           "  body bytea NOT NULL);"

                           "CREATE TABLE trey.kept ("
                           "  stream integer NOT NULL,"
                           "  name text COLLATE \"C\" NOT NULL,"
                           "  body bytea NOT NULL,"
                           "  PRIMARY KEY (stream, name));"

                           /* The row that every commit locks: so all of them have one order. */
                           "CREATE TABLE trey.head ("
                           "  one boolean PRIMARY KEY CHECK (one),"
                           "  records bigint NOT NULL,"
                           "  answers bigint NOT NULL,"
                           "  checkpoints bigint NOT NULL,"
                           "  checkpointed bigint NOT NULL,"
                           "  time bigint NOT NULL,"
                           "  chain bytea NOT NULL,"
                           "  frontier bytea NOT NULL) WITH (fillfactor = 10);" NO_REMOVAL(
                               "head") "ALTER TABLE trey.head ALTER frontier SET STORAGE PLAIN;"
                                       "CREATE FUNCTION trey.head_counts() RETURNS trigger "
                                       "LANGUAGE plpgsql AS $$ BEGIN"
                                       "  IF NEW.records < OLD.records OR NEW.answers < "
                                       "OLD.answers OR"
                                       "    NEW.checkpoints < OLD.checkpoints OR"
                                       "    (SELECT count(*) FROM trey.record WHERE seq > "
                                       "OLD.records) <>"
                                       "      NEW.records - OLD.records OR"
                                       "    (SELECT count(*) FROM trey.answer WHERE number > "
                                       "OLD.answers) <>"
                                       "      NEW.answers - OLD.answers OR"
                                       "    (SELECT count(*) FROM trey.checkpoint WHERE number > "
                                       "OLD.checkpoints) <>"
                                       "      NEW.checkpoints - OLD.checkpoints OR"
                                       "    NEW.records > OLD.records AND"
                                       "      (SELECT chain FROM trey.record WHERE seq = "
                                       "NEW.records) IS DISTINCT FROM NEW.chain THEN"
                                       "    RAISE EXCEPTION 'head: a commit is as long as its head "
                                       "says' USING ERRCODE = 'TR000';"
                                       "  END IF; RETURN NEW; END $$;"
                                       "CREATE TRIGGER head_counts BEFORE UPDATE ON trey.head FOR "
                                       "EACH ROW"
                                       "  EXECUTE FUNCTION trey.head_counts();"

                                       /* The newest batch of each process, by which it finds out
                                        * whether a commit whose connection broke was made. */
                                       "CREATE TABLE trey.writer ("
                                       "  id bytea PRIMARY KEY,"
                                       "  batch bigint NOT NULL,"
                                       "  first bigint NOT NULL,"
                                       "  last bigint NOT NULL,"
                                       "  checkpoint bigint NOT NULL,"
                                       "  at timestamptz NOT NULL DEFAULT now()) WITH (fillfactor "
                                       "= 50);"

                                       "CREATE FUNCTION trey.expect(bigint, bytea) RETURNS void "
                                       "LANGUAGE plpgsql AS $$ BEGIN"
                                       "  PERFORM 1 FROM trey.head WHERE records = $1 AND chain = "
                                       "$2 FOR NO KEY UPDATE;"
                                       "  IF NOT FOUND THEN"
                                       "    RAISE EXCEPTION 'the head has moved' USING ERRCODE = "
                                       "'TR001'; END IF; END $$;";

/* Leases: who may append to a stream where several processes could. */
static const char step_2[] =
    "ALTER TABLE trey.stream ADD COLUMN epoch bigint NOT NULL DEFAULT 0;"
    "CREATE FUNCTION trey.hold(integer[], bigint[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN"
    "  IF (SELECT count(*) FROM (SELECT 1 FROM trey.stream s JOIN unnest($1, $2) AS held(id, epoch)"
    "      ON s.id = held.id AND s.epoch = held.epoch FOR SHARE OF s) AS ours) <> cardinality($1)"
    "  THEN RAISE EXCEPTION 'a stream was taken over' USING ERRCODE = 'TR002'; END IF; END $$;";

const char *const postgres_steps[] = {step_1, step_2};
_Static_assert(sizeof postgres_steps / sizeof *postgres_steps == STORE_VERSION, "a step a version");
