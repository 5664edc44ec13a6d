-- The tables of a SQLite store, and their guards.
--
-- The guards repeat what the code does anyway, so that a mistake in the code, or a
-- hand at the database, is stopped at the row: what is stored stays as it is; a
-- balance moves by a transfer only; an account that may not owe does not; a commit
-- that closes has as many rows as its head says.

CREATE TABLE store (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    identity BLOB NOT NULL CHECK (length(identity) = 16),
    whole INTEGER NOT NULL CHECK (whole IN (0, 1)) -- 0 while an import is under way
) STRICT;

CREATE TABLE stream (
    id INTEGER PRIMARY KEY CHECK (id > 0),
    kind INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(name) > 0),
    epoch INTEGER NOT NULL DEFAULT 0, -- raised by each process that takes the stream
    UNIQUE (kind, name)
) STRICT;

CREATE TABLE record (
    seq INTEGER PRIMARY KEY CHECK (seq > 0),
    stream INTEGER NOT NULL,
    place INTEGER NOT NULL,
    time INTEGER NOT NULL,
    type INTEGER NOT NULL,
    body BLOB NOT NULL,
    chain BLOB NOT NULL,
    UNIQUE (stream, place)
) STRICT;

-- id: the record's seq times 1024, and the transfer's place in the record.
CREATE TABLE transfer (
    id INTEGER PRIMARY KEY CHECK (id > 1023),
    payer INTEGER NOT NULL,
    payee INTEGER NOT NULL CHECK (payee <> payer),
    cents INTEGER NOT NULL CHECK (cents > 0),
    seat INTEGER NOT NULL,
    wager INTEGER NOT NULL
) STRICT;

-- id: the owner times 64, and the kind; the kinds below are those that may owe, as in
-- TREY_LEDGER_LIST. moved: the transfer that moved it last.
CREATE TABLE account (
    id INTEGER PRIMARY KEY CHECK (id > 0),
    balance INTEGER NOT NULL,
    moved INTEGER NOT NULL,
    CONSTRAINT account_may_not_owe CHECK (balance >= 0 OR id % 64 IN (2, 10, 11))
) STRICT;

CREATE TABLE answer (
    number INTEGER PRIMARY KEY CHECK (number > 0),
    command BLOB NOT NULL UNIQUE CHECK (length(command) = 16),
    stream INTEGER NOT NULL,
    refusal INTEGER NOT NULL,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;

CREATE TABLE checkpoint (
    number INTEGER PRIMARY KEY CHECK (number > 0),
    count INTEGER NOT NULL,
    chain BLOB NOT NULL,
    root BLOB NOT NULL,
    time INTEGER NOT NULL,
    key BLOB NOT NULL,
    signature BLOB NOT NULL
) STRICT;

CREATE TABLE snapshot (
    stream INTEGER PRIMARY KEY,
    place INTEGER NOT NULL,
    body BLOB NOT NULL,
    mac BLOB NOT NULL
) STRICT;

CREATE TABLE kept (
    stream INTEGER NOT NULL,
    name TEXT NOT NULL,
    body BLOB NOT NULL,
    mac BLOB NOT NULL,
    PRIMARY KEY (stream, name)
) STRICT, WITHOUT ROWID;

-- One row a commit: how far it goes, and what it did to kept values; sealed by a key that
-- is not in here.
CREATE TABLE batch (
    number INTEGER PRIMARY KEY CHECK (number > 0),
    records INTEGER NOT NULL,
    answers INTEGER NOT NULL,
    checkpoints INTEGER NOT NULL,
    chain BLOB NOT NULL,
    link BLOB NOT NULL,
    kept BLOB NOT NULL,
    mac BLOB NOT NULL
) STRICT;

-- What may happen only once. A second claim of the same name is refused, however it
-- came about.
CREATE TABLE claim (
    stream INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(name) > 0),
    PRIMARY KEY (stream, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE head (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    records INTEGER NOT NULL,
    answers INTEGER NOT NULL,
    checkpoints INTEGER NOT NULL,
    checkpointed INTEGER NOT NULL,
    time INTEGER NOT NULL,
    chain BLOB NOT NULL,
    frontier BLOB NOT NULL,
    batches INTEGER NOT NULL,
    link BLOB NOT NULL,
    mac BLOB NOT NULL
) STRICT;

-- ---- What is stored is neither changed nor removed ------------------------------------

CREATE TRIGGER record_unchanged BEFORE UPDATE ON record
    BEGIN SELECT RAISE(ABORT, 'record: what is stored is not changed'); END;
CREATE TRIGGER record_stays BEFORE DELETE ON record
    BEGIN SELECT RAISE(ABORT, 'record: what is stored is not removed'); END;
CREATE TRIGGER transfer_unchanged BEFORE UPDATE ON transfer
    BEGIN SELECT RAISE(ABORT, 'transfer: what is stored is not changed'); END;
CREATE TRIGGER transfer_stays BEFORE DELETE ON transfer
    BEGIN SELECT RAISE(ABORT, 'transfer: what is stored is not removed'); END;
CREATE TRIGGER answer_unchanged BEFORE UPDATE ON answer
    BEGIN SELECT RAISE(ABORT, 'answer: what is stored is not changed'); END;
CREATE TRIGGER answer_stays BEFORE DELETE ON answer
    BEGIN SELECT RAISE(ABORT, 'answer: what is stored is not removed'); END;
CREATE TRIGGER checkpoint_unchanged BEFORE UPDATE ON checkpoint
    BEGIN SELECT RAISE(ABORT, 'checkpoint: what is stored is not changed'); END;
CREATE TRIGGER checkpoint_stays BEFORE DELETE ON checkpoint
    BEGIN SELECT RAISE(ABORT, 'checkpoint: what is stored is not removed'); END;
CREATE TRIGGER claim_unchanged BEFORE UPDATE ON claim
    BEGIN SELECT RAISE(ABORT, 'claim: what is stored is not changed'); END;
CREATE TRIGGER claim_stays BEFORE DELETE ON claim
    BEGIN SELECT RAISE(ABORT, 'claim: what is stored is not removed'); END;
CREATE TRIGGER batch_unchanged BEFORE UPDATE ON batch
    BEGIN SELECT RAISE(ABORT, 'batch: what is stored is not changed'); END;
CREATE TRIGGER batch_stays BEFORE DELETE ON batch
    BEGIN SELECT RAISE(ABORT, 'batch: what is stored is not removed'); END;
CREATE TRIGGER stream_keeps_its_name BEFORE UPDATE OF id, kind, name ON stream
    BEGIN SELECT RAISE(ABORT, 'stream: a stream keeps its name'); END;
CREATE TRIGGER stream_stays BEFORE DELETE ON stream
    BEGIN SELECT RAISE(ABORT, 'stream: what is stored is not removed'); END;
CREATE TRIGGER account_stays BEFORE DELETE ON account
    BEGIN SELECT RAISE(ABORT, 'account: what is stored is not removed'); END;
CREATE TRIGGER head_stays BEFORE DELETE ON head
    BEGIN SELECT RAISE(ABORT, 'head: what is stored is not removed'); END;
CREATE TRIGGER store_stays BEFORE DELETE ON store
    BEGIN SELECT RAISE(ABORT, 'store: what is stored is not removed'); END;
CREATE TRIGGER store_keeps_its_name BEFORE UPDATE OF identity ON store
    WHEN NEW.identity <> OLD.identity AND EXISTS (SELECT 1 FROM record)
    BEGIN SELECT RAISE(ABORT, 'store: a store keeps its name'); END;

-- ---- Money ---------------------------------------------------------------------------

CREATE TRIGGER account_begins_empty BEFORE INSERT ON account
    WHEN NEW.balance <> 0 OR NEW.moved <> 0
    BEGIN SELECT RAISE(ABORT, 'account: an account begins empty'); END;

CREATE TRIGGER transfer_moves_accounts AFTER INSERT ON transfer BEGIN
    UPDATE account SET balance = balance - NEW.cents, moved = NEW.id WHERE id = NEW.payer;
    SELECT RAISE(ABORT, 'transfer: there is no such payer') WHERE changes() <> 1;
    UPDATE account SET balance = balance + NEW.cents, moved = NEW.id WHERE id = NEW.payee;
    SELECT RAISE(ABORT, 'transfer: there is no such payee') WHERE changes() <> 1;
END;

-- Each transfer was counted when it was inserted, so there is none left by which a
-- balance could move a second time.
CREATE TRIGGER account_moves_by_transfer BEFORE UPDATE ON account
    WHEN NEW.id <> OLD.id OR NEW.moved <= OLD.moved OR NOT EXISTS (
        SELECT 1 FROM transfer WHERE id = NEW.moved AND
            (payer = NEW.id AND NEW.balance = OLD.balance - cents OR
             payee = NEW.id AND NEW.balance = OLD.balance + cents))
    BEGIN SELECT RAISE(ABORT, 'account: a balance moves by a transfer only'); END;

-- ---- The head, which a commit writes last ------------------------------------------------

CREATE TRIGGER head_counts BEFORE UPDATE ON head
    WHEN NEW.records < OLD.records OR NEW.answers < OLD.answers OR
        NEW.checkpoints < OLD.checkpoints OR
        (SELECT count(*) FROM record WHERE seq > OLD.records) <> NEW.records - OLD.records OR
        (SELECT count(*) FROM answer WHERE number > OLD.answers) <> NEW.answers - OLD.answers OR
        (SELECT count(*) FROM checkpoint WHERE number > OLD.checkpoints) <>
            NEW.checkpoints - OLD.checkpoints OR
        NEW.records > OLD.records AND
            (SELECT chain FROM record WHERE seq = NEW.records) IS NOT NEW.chain
    BEGIN SELECT RAISE(ABORT, 'head: a commit is as long as its head says'); END;
