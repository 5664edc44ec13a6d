-- The tables of a store in PostgreSQL, and their guards, in a schema called trey.
--
-- The same guards as in a SQLite file. Here they look at a whole statement at once,
-- since a commit inserts all of its transfers by one: a trigger a row would cost more
-- than the row. Conditions are few, because the server reads each of them anew for
-- every statement.

CREATE SCHEMA trey;

CREATE TABLE trey.store (
    one boolean PRIMARY KEY CHECK (one),
    identity bytea NOT NULL CHECK (length(identity) = 16),
    whole boolean NOT NULL, -- false while an import is under way
    version integer NOT NULL
);

CREATE TABLE trey.stream (
    id integer PRIMARY KEY CHECK (id > 0),
    kind smallint NOT NULL,
    name text COLLATE "C" NOT NULL CHECK (length(name) > 0),
    epoch bigint NOT NULL DEFAULT 0, -- raised by each process that takes the stream
    leader text COLLATE "C" NOT NULL DEFAULT '', -- the node that took it, or is to take it next
    UNIQUE (kind, name)
);

CREATE TABLE trey.record (
    seq bigint PRIMARY KEY,
    stream integer NOT NULL,
    place bigint NOT NULL,
    time bigint NOT NULL,
    type integer NOT NULL,
    body bytea NOT NULL,
    chain bytea NOT NULL,
    UNIQUE (stream, place)
);

-- id: the record's seq times 1024, and the transfer's place in the record.
CREATE TABLE trey.transfer (
    id bigint PRIMARY KEY,
    payer bigint NOT NULL,
    payee bigint NOT NULL,
    cents bigint NOT NULL,
    seat smallint NOT NULL,
    wager smallint NOT NULL,
    CONSTRAINT transfer_moves CHECK (cents > 0 AND payee <> payer)
);

-- id: the owner times 64, and the kind; the kinds below are those that may owe, as in
-- TREY_LEDGER_LIST.
CREATE TABLE trey.account (
    id bigint PRIMARY KEY,
    balance bigint NOT NULL,
    CONSTRAINT account_may_not_owe CHECK (balance >= 0 OR id % 64 IN (2, 10, 11))
) WITH (fillfactor = 50);

CREATE TABLE trey.answer (
    number bigint PRIMARY KEY,
    command bytea NOT NULL,
    stream integer NOT NULL,
    refusal integer NOT NULL,
    first bigint NOT NULL,
    count integer NOT NULL,
    body bytea NOT NULL,
    CONSTRAINT answer_command UNIQUE (command)
);

CREATE TABLE trey.checkpoint (
    number bigint PRIMARY KEY,
    count bigint NOT NULL,
    chain bytea NOT NULL,
    root bytea NOT NULL,
    time bigint NOT NULL,
    key bytea NOT NULL,
    signature bytea NOT NULL
);

CREATE TABLE trey.snapshot (
    stream integer PRIMARY KEY,
    place bigint NOT NULL,
    body bytea NOT NULL,
    mac bytea NOT NULL
);

CREATE TABLE trey.kept (
    stream integer NOT NULL,
    name text COLLATE "C" NOT NULL,
    body bytea NOT NULL,
    mac bytea NOT NULL,
    PRIMARY KEY (stream, name)
);

-- One row a commit: how far it goes, and what it did to kept values; sealed by a key that
-- is not in here.
CREATE TABLE trey.batch (
    number bigint PRIMARY KEY,
    records bigint NOT NULL,
    answers bigint NOT NULL,
    checkpoints bigint NOT NULL,
    chain bytea NOT NULL,
    link bytea NOT NULL,
    kept bytea NOT NULL,
    mac bytea NOT NULL
);

-- What may happen only once. A second claim of the same name is refused, however it
-- came about.
CREATE TABLE trey.claim (
    stream integer NOT NULL,
    name text COLLATE "C" NOT NULL CHECK (length(name) > 0),
    CONSTRAINT claim_once PRIMARY KEY (stream, name)
);

-- The row that every commit writes first, and locks by it: so all of them have one
-- order.
CREATE TABLE trey.head (
    one boolean PRIMARY KEY CHECK (one),
    records bigint NOT NULL,
    answers bigint NOT NULL,
    checkpoints bigint NOT NULL,
    checkpointed bigint NOT NULL,
    time bigint NOT NULL,
    chain bytea NOT NULL,
    frontier bytea NOT NULL,
    batches bigint NOT NULL,
    link bytea NOT NULL,
    mac bytea NOT NULL
) WITH (fillfactor = 10);
ALTER TABLE trey.head ALTER frontier SET STORAGE PLAIN;

-- The newest batch without records of each process, by which it finds out whether a
-- commit whose connection broke was made; for the others the chain tells.
CREATE TABLE trey.writer (
    id bytea PRIMARY KEY,
    batch bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);

-- The processes that run one house together. `seen`, by the server's clock, tells which
-- of them are alive.
CREATE TABLE trey.node (
    name text COLLATE "C" PRIMARY KEY CHECK (length(name) > 0),
    process bytea NOT NULL,
    lease_ms integer NOT NULL,
    seen timestamptz NOT NULL
);

-- ---- What is stored is neither changed nor removed ------------------------------------

CREATE FUNCTION trey.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'TR000';
END $$;

CREATE TRIGGER record_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trey.record
    FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not changed');
CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trey.transfer
    FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not changed');
CREATE TRIGGER answer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trey.answer
    FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not changed');
CREATE TRIGGER checkpoint_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trey.checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not changed');
CREATE TRIGGER claim_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trey.claim
    FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not changed');
CREATE TRIGGER batch_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trey.batch
    FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not changed');
CREATE TRIGGER stream_keeps_its_name BEFORE UPDATE OF id, kind, name ON trey.stream
    FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('a stream keeps its name');
CREATE TRIGGER stream_stays BEFORE DELETE OR TRUNCATE ON trey.stream
    FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not removed');
CREATE TRIGGER account_stays BEFORE DELETE OR TRUNCATE ON trey.account
    FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not removed');
CREATE TRIGGER head_stays BEFORE DELETE OR TRUNCATE ON trey.head
    FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not removed');
CREATE TRIGGER store_stays BEFORE DELETE OR TRUNCATE ON trey.store
    FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not removed');

CREATE FUNCTION trey.store_keeps_its_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM trey.record) THEN
        RAISE EXCEPTION 'store: a store keeps its name' USING ERRCODE = 'TR000';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER store_keeps_its_name BEFORE UPDATE ON trey.store FOR EACH ROW
    WHEN (NEW.identity <> OLD.identity) EXECUTE FUNCTION trey.store_keeps_its_name();

-- ---- Money ---------------------------------------------------------------------------

CREATE TRIGGER account_begins_empty BEFORE INSERT ON trey.account FOR EACH ROW
    WHEN (NEW.balance <> 0) EXECUTE FUNCTION trey.refuse('an account begins empty');
CREATE TRIGGER account_moves_by_transfer BEFORE UPDATE ON trey.account FOR EACH STATEMENT
    WHEN (pg_trigger_depth() = 0)
    EXECUTE FUNCTION trey.refuse('a balance moves by a transfer only');

CREATE FUNCTION trey.transfer_moves_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    moved bigint;
    wanted bigint;
BEGIN
    WITH side AS (
            SELECT payer AS id, -cents AS cents FROM fresh
            UNION ALL SELECT payee, cents FROM fresh),
        net AS (SELECT id, sum(cents)::bigint AS cents FROM side GROUP BY id),
        done AS (
            UPDATE trey.account a SET balance = a.balance + net.cents FROM net
            WHERE a.id = net.id RETURNING 1)
    SELECT (SELECT count(*) FROM done), (SELECT count(*) FROM net) INTO moved, wanted;
    IF moved <> wanted THEN
        RAISE EXCEPTION 'transfer: there is no such account' USING ERRCODE = 'TR000';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER transfer_moves_accounts AFTER INSERT ON trey.transfer
    REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT
    EXECUTE FUNCTION trey.transfer_moves_accounts();

-- ---- The head ---------------------------------------------------------------------------

-- At a commit, when all rows are there: do they have gaps? Once in a thousand records,
-- since a look at every commit would cost a tenth of a small one.
CREATE FUNCTION trey.head_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    since bigint := OLD.records / 1000 * 1000;
BEGIN
    IF NEW.records < OLD.records OR NEW.answers < OLD.answers OR
        NEW.checkpoints < OLD.checkpoints OR
        (SELECT count(*) FROM trey.record WHERE seq > since) <> NEW.records - since OR
        (SELECT chain FROM trey.record WHERE seq = NEW.records) <> NEW.chain OR
        (SELECT count(*) FROM trey.answer WHERE number > NEW.answers - 1000) <>
            least(NEW.answers, 1000) OR
        (SELECT coalesce(max(number), 0) FROM trey.checkpoint) <> NEW.checkpoints
    THEN
        RAISE EXCEPTION 'head: a commit is as long as its head says' USING ERRCODE = 'TR000';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER head_counts AFTER UPDATE ON trey.head
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.records / 1000 > OLD.records / 1000 OR NEW.records < OLD.records OR
        NEW.answers < OLD.answers OR NEW.checkpoints < OLD.checkpoints)
    EXECUTE FUNCTION trey.head_counts();

-- ---- Leases ---------------------------------------------------------------------------------

-- Does the batch hold each of its streams by the stream's newest epoch?
CREATE FUNCTION trey.hold(integer[], bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM (
            SELECT 1 FROM trey.stream s JOIN unnest($1, $2) AS held(id, epoch)
                ON s.id = held.id AND s.epoch = held.epoch FOR SHARE OF s) AS ours)
        <> cardinality($1)
    THEN
        RAISE EXCEPTION 'a stream was taken over' USING ERRCODE = 'TR002';
    END IF;
END $$;

-- ---- Rights ---------------------------------------------------------------------------------

-- Nobody but the owner has any business here, also where the database is set up so that
-- everybody has something by default.
REVOKE ALL ON SCHEMA trey FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA trey FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA trey FROM PUBLIC;
