-- A store of version 1, before leases: two streams, five records, a checkpoint.

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA trey;

CREATE FUNCTION trey.head_counts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF (SELECT count(*) FROM trey.record WHERE seq > OLD.records) <> NEW.records - OLD.records OR
        (SELECT count(*) FROM trey.answer WHERE number > OLD.answers) <>
            NEW.answers - OLD.answers
    THEN
        RAISE EXCEPTION 'head: a commit is as long as its head says' USING ERRCODE = 'TR000';
    END IF;
    IF NEW.checkpoints <> OLD.checkpoints AND
        (SELECT count(*) FROM trey.checkpoint WHERE number > OLD.checkpoints) <>
            NEW.checkpoints - OLD.checkpoints
    THEN
        RAISE EXCEPTION 'head: a commit is as long as its head says' USING ERRCODE = 'TR000';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION trey.refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION '%: %', TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'TR000';
END $$;

CREATE FUNCTION trey.store_keeps_its_name() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM trey.record) THEN
        RAISE EXCEPTION 'store: a store keeps its name' USING ERRCODE = 'TR000';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION trey.transfer_moves_accounts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE trey.account (
    id bigint NOT NULL,
    balance bigint NOT NULL,
    CONSTRAINT account_may_not_owe CHECK (((balance >= 0) OR ((id % (64)::bigint) = ANY (ARRAY[(2)::bigint, (10)::bigint, (11)::bigint]))))
)
WITH (fillfactor='50');

CREATE TABLE trey.answer (
    number bigint NOT NULL,
    command bytea NOT NULL,
    stream integer NOT NULL,
    refusal integer NOT NULL,
    first bigint NOT NULL,
    count integer NOT NULL,
    body bytea NOT NULL
);

CREATE TABLE trey.checkpoint (
    number bigint NOT NULL,
    count bigint NOT NULL,
    chain bytea NOT NULL,
    root bytea NOT NULL,
    "time" bigint NOT NULL,
    key bytea NOT NULL,
    signature bytea NOT NULL
);

CREATE TABLE trey.head (
    one boolean NOT NULL,
    records bigint NOT NULL,
    answers bigint NOT NULL,
    checkpoints bigint NOT NULL,
    checkpointed bigint NOT NULL,
    "time" bigint NOT NULL,
    chain bytea NOT NULL,
    frontier bytea NOT NULL,
    CONSTRAINT head_one_check CHECK (one)
)
WITH (fillfactor='10');
ALTER TABLE ONLY trey.head ALTER COLUMN frontier SET STORAGE PLAIN;

CREATE TABLE trey.kept (
    stream integer NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    body bytea NOT NULL
);

CREATE TABLE trey.record (
    seq bigint NOT NULL,
    stream integer NOT NULL,
    place bigint NOT NULL,
    "time" bigint NOT NULL,
    type integer NOT NULL,
    body bytea NOT NULL,
    chain bytea NOT NULL
);

CREATE TABLE trey.snapshot (
    stream integer NOT NULL,
    place bigint NOT NULL,
    body bytea NOT NULL
);

CREATE TABLE trey.store (
    one boolean NOT NULL,
    identity bytea NOT NULL,
    whole boolean NOT NULL,
    version integer NOT NULL,
    CONSTRAINT store_identity_check CHECK ((length(identity) = 16)),
    CONSTRAINT store_one_check CHECK (one)
);

CREATE TABLE trey.stream (
    id integer NOT NULL,
    kind smallint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT stream_id_check CHECK ((id > 0)),
    CONSTRAINT stream_name_check CHECK ((length(name) > 0))
);

CREATE TABLE trey.transfer (
    id bigint NOT NULL,
    payer bigint NOT NULL,
    payee bigint NOT NULL,
    cents bigint NOT NULL,
    seat smallint NOT NULL,
    wager smallint NOT NULL,
    CONSTRAINT transfer_moves CHECK (((cents > 0) AND (payee <> payer)))
);

CREATE TABLE trey.writer (
    id bytea NOT NULL,
    batch bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
)
WITH (fillfactor='50');

INSERT INTO trey.account VALUES (65, 1000);
INSERT INTO trey.account VALUES (138, -15000);
INSERT INTO trey.account VALUES (257, 4000);
INSERT INTO trey.account VALUES (193, 3000);
INSERT INTO trey.account VALUES (321, 5000);
INSERT INTO trey.account VALUES (129, 2000);

INSERT INTO trey.answer VALUES (1, '\x00000000000000000000000000000000', 1, 0, 3, 1, '\x6f6b');
INSERT INTO trey.answer VALUES (2, '\x01010101010101010101010101010101', 1, 0, 4, 1, '\x6f6b');
INSERT INTO trey.answer VALUES (3, '\x02020202020202020202020202020202', 1, 0, 5, 1, '\x6f6b');
INSERT INTO trey.answer VALUES (4, '\x03030303030303030303030303030303', 1, 0, 6, 1, '\x6f6b');
INSERT INTO trey.answer VALUES (5, '\x04040404040404040404040404040404', 1, 0, 7, 1, '\x6f6b');

INSERT INTO trey.checkpoint VALUES (1, 7, '\x301eadab1e53eec2266e2064bc01206b1278853a36cadbef49ba4ef50e3df958', '\x7ab6d93473b659ceaf2744c208003583fb50fc7bab8b2e9f497028cfb5e83d88', 1700000000000006, '\xcd3e9c6d1e87d4fce9cb8e2fb363bca0ccd06f705f9a75610c4b17e52f76638c', '\x5bc9a085704e00e7c9a4ce0d15c985308a59612fb0c3d1b0b3634b687a87b61b74ccd4600cd695db7111355d9bc73957b7a3fe21c7e08a8e3bda0a048954f20e');

INSERT INTO trey.head VALUES (true, 7, 5, 1, 7, 1700000000000006, '\x301eadab1e53eec2266e2064bc01206b1278853a36cadbef49ba4ef50e3df958', '\x301eadab1e53eec2266e2064bc01206b1278853a36cadbef49ba4ef50e3df9583dbb99a387329aaf3df64945cfbce7adf0379723d71b2f30732fcf43cf3fd99940e7aa8822a2277c8cfd9f7ca441caeea58c0a8920765d4bf4ad2dfcbf1c6a6b');

INSERT INTO trey.kept VALUES (1, 'due', '\x76616c7565');

INSERT INTO trey.record VALUES (1, 1, 0, 1700000000000000, 0, '\x020e5461626c652031', '\xdf63f8539d9ad6c47d2635775d0d96cbdf36abf1b7a24b0b7808ba021297a8e5');
INSERT INTO trey.record VALUES (2, 2, 0, 1700000000000001, 0, '\x060843616765', '\x38f14853b61c80cb628bb42202d66c8c76e0aaa5a76ccd3686494898f62541f4');
INSERT INTO trey.record VALUES (3, 2, 1, 1700000000000002, 1, '\x616e206f6c64207265636f7264', '\xe0398345779282d89190ba9db21f8324a243c7b580531c0d5c3cef33343ea017');
INSERT INTO trey.record VALUES (4, 1, 1, 1700000000000003, 2, '\x616e206f6c64207265636f7264', '\xca3e2eb3177fdfccd494c8898c27936d2a624225a0d3ecacabec4ea228122c0c');
INSERT INTO trey.record VALUES (5, 2, 2, 1700000000000004, 3, '\x616e206f6c64207265636f7264', '\xdcea800619f0383f000d2dd2576f0c074e17a28fa740ed7b8d79b2a7ff320128');
INSERT INTO trey.record VALUES (6, 1, 2, 1700000000000005, 4, '\x616e206f6c64207265636f7264', '\x0129450895113e160d5e457ee0b46c0178ecf67d0defc8830103fefa4bdbfeaf');
INSERT INTO trey.record VALUES (7, 2, 3, 1700000000000006, 5, '\x616e206f6c64207265636f7264', '\x301eadab1e53eec2266e2064bc01206b1278853a36cadbef49ba4ef50e3df958');

INSERT INTO trey.snapshot VALUES (1, 2, '\x7374617465');

INSERT INTO trey.store VALUES (true, '\xe8e0f4e4466041c0824557b2c83a1678', true, 1);

INSERT INTO trey.stream VALUES (1, 1, 'Table 1');
INSERT INTO trey.stream VALUES (2, 3, 'Cage');

INSERT INTO trey.transfer VALUES (3072, 138, 65, 1000, 0, 0);
INSERT INTO trey.transfer VALUES (4096, 138, 129, 2000, 0, 0);
INSERT INTO trey.transfer VALUES (5120, 138, 193, 3000, 0, 0);
INSERT INTO trey.transfer VALUES (6144, 138, 257, 4000, 0, 0);
INSERT INTO trey.transfer VALUES (7168, 138, 321, 5000, 0, 0);

ALTER TABLE ONLY trey.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY trey.answer
    ADD CONSTRAINT answer_command UNIQUE (command);

ALTER TABLE ONLY trey.answer
    ADD CONSTRAINT answer_pkey PRIMARY KEY (number);

ALTER TABLE ONLY trey.checkpoint
    ADD CONSTRAINT checkpoint_pkey PRIMARY KEY (number);

ALTER TABLE ONLY trey.head
    ADD CONSTRAINT head_pkey PRIMARY KEY (one);

ALTER TABLE ONLY trey.kept
    ADD CONSTRAINT kept_pkey PRIMARY KEY (stream, name);

ALTER TABLE ONLY trey.record
    ADD CONSTRAINT record_pkey PRIMARY KEY (seq);

ALTER TABLE ONLY trey.record
    ADD CONSTRAINT record_stream_place_key UNIQUE (stream, place);

ALTER TABLE ONLY trey.snapshot
    ADD CONSTRAINT snapshot_pkey PRIMARY KEY (stream);

ALTER TABLE ONLY trey.store
    ADD CONSTRAINT store_pkey PRIMARY KEY (one);

ALTER TABLE ONLY trey.stream
    ADD CONSTRAINT stream_kind_name_key UNIQUE (kind, name);

ALTER TABLE ONLY trey.stream
    ADD CONSTRAINT stream_pkey PRIMARY KEY (id);

ALTER TABLE ONLY trey.transfer
    ADD CONSTRAINT transfer_pkey PRIMARY KEY (id);

ALTER TABLE ONLY trey.writer
    ADD CONSTRAINT writer_pkey PRIMARY KEY (id);

CREATE TRIGGER account_begins_empty BEFORE INSERT ON trey.account FOR EACH ROW WHEN ((new.balance <> 0)) EXECUTE FUNCTION trey.refuse('an account begins empty');

CREATE TRIGGER account_moves_by_transfer BEFORE UPDATE ON trey.account FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION trey.refuse('a balance moves by a transfer only');

CREATE TRIGGER account_stays BEFORE DELETE OR TRUNCATE ON trey.account FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not removed');

CREATE TRIGGER answer_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON trey.answer FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not changed');

CREATE TRIGGER checkpoint_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON trey.checkpoint FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not changed');

CREATE CONSTRAINT TRIGGER head_counts AFTER UPDATE ON trey.head DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION trey.head_counts();

CREATE TRIGGER head_stays BEFORE DELETE OR TRUNCATE ON trey.head FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not removed');

CREATE TRIGGER record_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON trey.record FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not changed');

CREATE TRIGGER store_keeps_its_name BEFORE UPDATE ON trey.store FOR EACH ROW WHEN ((new.identity <> old.identity)) EXECUTE FUNCTION trey.store_keeps_its_name();

CREATE TRIGGER store_stays BEFORE DELETE OR TRUNCATE ON trey.store FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not removed');

CREATE TRIGGER stream_keeps_its_name BEFORE UPDATE OF id, kind, name ON trey.stream FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('a stream keeps its name');

CREATE TRIGGER stream_stays BEFORE DELETE OR TRUNCATE ON trey.stream FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not removed');

CREATE TRIGGER transfer_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON trey.transfer FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not changed');

CREATE TRIGGER transfer_moves_accounts AFTER INSERT ON trey.transfer REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION trey.transfer_moves_accounts();

