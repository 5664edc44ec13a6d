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

CREATE FUNCTION trey.expect(bigint, bytea) RETURNS void
    LANGUAGE plpgsql
    AS $_$ BEGIN  PERFORM 1 FROM trey.head WHERE records = $1 AND chain = $2 FOR NO KEY UPDATE;  IF NOT FOUND THEN    RAISE EXCEPTION 'the head has moved' USING ERRCODE = 'TR001'; END IF; END $_$;

CREATE FUNCTION trey.head_counts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN  IF NEW.records < OLD.records OR NEW.answers < OLD.answers OR    NEW.checkpoints < OLD.checkpoints OR    (SELECT count(*) FROM trey.record WHERE seq > OLD.records) <>      NEW.records - OLD.records OR    (SELECT count(*) FROM trey.answer WHERE number > OLD.answers) <>      NEW.answers - OLD.answers OR    (SELECT count(*) FROM trey.checkpoint WHERE number > OLD.checkpoints) <>      NEW.checkpoints - OLD.checkpoints OR    NEW.records > OLD.records AND      (SELECT chain FROM trey.record WHERE seq = NEW.records) IS DISTINCT FROM NEW.chain THEN    RAISE EXCEPTION 'head: a commit is as long as its head says' USING ERRCODE = 'TR000';  END IF; RETURN NEW; END $$;

CREATE FUNCTION trey.refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN  RAISE EXCEPTION '%: %', TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'TR000'; END $$;

CREATE FUNCTION trey.store_keeps_its_name() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN  IF EXISTS (SELECT 1 FROM trey.record) THEN    RAISE EXCEPTION 'store: a store keeps its name' USING ERRCODE = 'TR000'; END IF;  RETURN NEW; END $$;

CREATE FUNCTION trey.transfer_moves_accounts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$  DECLARE moved bigint; wanted bigint; BEGIN  IF (SELECT min(id) FROM fresh) / 1024 <= (SELECT records FROM trey.head) THEN    RAISE EXCEPTION 'transfer: its record is stored already' USING ERRCODE = 'TR000'; END IF;  WITH side AS (SELECT payer AS id, -cents AS cents FROM fresh      UNION ALL SELECT payee, cents FROM fresh),    net AS (SELECT id, sum(cents)::bigint AS cents FROM side GROUP BY id),    done AS (UPDATE trey.account a SET balance = a.balance + net.cents FROM net      WHERE a.id = net.id RETURNING 1)  SELECT (SELECT count(*) FROM done), (SELECT count(*) FROM net) INTO moved, wanted;  IF moved <> wanted THEN    RAISE EXCEPTION 'transfer: there is no such account' USING ERRCODE = 'TR000'; END IF;  RETURN NULL; END $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE trey.account (
    id bigint NOT NULL,
    balance bigint NOT NULL,
    CONSTRAINT account_id_check CHECK ((id > 0)),
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
    body bytea NOT NULL,
    CONSTRAINT answer_command_check CHECK ((length(command) = 16)),
    CONSTRAINT answer_number_check CHECK ((number > 0))
);

CREATE TABLE trey.checkpoint (
    number bigint NOT NULL,
    count bigint NOT NULL,
    chain bytea NOT NULL,
    root bytea NOT NULL,
    "time" bigint NOT NULL,
    key bytea NOT NULL,
    signature bytea NOT NULL,
    CONSTRAINT checkpoint_number_check CHECK ((number > 0))
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
    chain bytea NOT NULL,
    CONSTRAINT record_seq_check CHECK ((seq > 0))
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
    CONSTRAINT transfer_cents_check CHECK ((cents > 0)),
    CONSTRAINT transfer_check CHECK ((payee <> payer)),
    CONSTRAINT transfer_id_check CHECK ((id > 1023))
);

CREATE TABLE trey.writer (
    id bytea NOT NULL,
    batch bigint NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    checkpoint bigint NOT NULL,
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

INSERT INTO trey.checkpoint VALUES (1, 7, '\x638dc9a7a24da745b3ee474156f26cf1b8c7bb157258ae9b9b82c02066d16777', '\x679e353c68c37298a6a3a435f75674adafb4f5ab148e8b8e6640eaf7aa008339', 1700000000000006, '\x4bb43ea7769a42a8538909faf3eb8de737a1604070c2ba0f2fb0072a4de9bd89', '\x0de6de025feadc0bd41ded8006c23b6160881a1bdfb7910088ce64a49646f7c4e6baf058b9f10e05b2a6eda88bbdbf147b3704dd8d3caa1b148c85100c15010a');

INSERT INTO trey.head VALUES (true, 7, 5, 1, 7, 1700000000000006, '\x638dc9a7a24da745b3ee474156f26cf1b8c7bb157258ae9b9b82c02066d16777', '\x638dc9a7a24da745b3ee474156f26cf1b8c7bb157258ae9b9b82c02066d16777f846adb4226fe74b2c3ce466643256e9d17f56c3686f1b292f76ec66c335dc1f372e0e76f11a31da77470f120af41a84709b00838c29ea4e2757ae9940df2b10');

INSERT INTO trey.kept VALUES (1, 'due', '\x76616c7565');

INSERT INTO trey.record VALUES (1, 1, 0, 1700000000000000, 0, '\x020e5461626c652031', '\x0b7a87872e2da70a41680bb10648786b9ab8ed90e955f7bbc6f896ac5289b1aa');
INSERT INTO trey.record VALUES (2, 2, 0, 1700000000000001, 0, '\x060843616765', '\x07c145dce9ee714fcefcf73a1c15fd0b73ab843ae7c38b9c290436f554b2c16c');
INSERT INTO trey.record VALUES (3, 2, 1, 1700000000000002, 1, '\x616e206f6c64207265636f7264', '\x0ead547995f3243b501f58c966052926c36656bf68d42e19435f8eba6b27da89');
INSERT INTO trey.record VALUES (4, 1, 1, 1700000000000003, 2, '\x616e206f6c64207265636f7264', '\x7b0ad2e4c074157a8f8dac50cf64495b8383703d7ca92ff361c87d37835be6f8');
INSERT INTO trey.record VALUES (5, 2, 2, 1700000000000004, 3, '\x616e206f6c64207265636f7264', '\xac8339aa3241df0d6ea64b66986261186da4d1ea869f394a515c1afef1f6b695');
INSERT INTO trey.record VALUES (6, 1, 2, 1700000000000005, 4, '\x616e206f6c64207265636f7264', '\x4f53830bb50f66db0f498a3a3f9a088331de631e715bfa3abcd9e63d6f61c06a');
INSERT INTO trey.record VALUES (7, 2, 3, 1700000000000006, 5, '\x616e206f6c64207265636f7264', '\x638dc9a7a24da745b3ee474156f26cf1b8c7bb157258ae9b9b82c02066d16777');

INSERT INTO trey.snapshot VALUES (1, 2, '\x7374617465');

INSERT INTO trey.store VALUES (true, '\x2755a58e7515dbd857d1d0c5f37db88c', true, 1);

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

CREATE TRIGGER head_counts BEFORE UPDATE ON trey.head FOR EACH ROW EXECUTE FUNCTION trey.head_counts();

CREATE TRIGGER head_stays BEFORE DELETE OR TRUNCATE ON trey.head FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not removed');

CREATE TRIGGER record_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON trey.record FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not changed');

CREATE TRIGGER store_keeps_its_name BEFORE UPDATE ON trey.store FOR EACH ROW WHEN ((new.identity <> old.identity)) EXECUTE FUNCTION trey.store_keeps_its_name();

CREATE TRIGGER store_stays BEFORE DELETE OR TRUNCATE ON trey.store FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not removed');

CREATE TRIGGER stream_keeps_its_name BEFORE UPDATE OF id, kind, name ON trey.stream FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('a stream keeps its name');

CREATE TRIGGER stream_stays BEFORE DELETE OR TRUNCATE ON trey.stream FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not removed');

CREATE TRIGGER transfer_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON trey.transfer FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not changed');

CREATE TRIGGER transfer_moves_accounts AFTER INSERT ON trey.transfer REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION trey.transfer_moves_accounts();

