-- Nodes: processes that play one house together. Which of them are alive is told by `seen`,
-- by the server's clock; which of them plays a table by the stream's `leader`, beside the
-- epoch.
CREATE TABLE trey.node (
    name text COLLATE "C" PRIMARY KEY CHECK (length(name) > 0),
    process bytea NOT NULL,
    lease_ms integer NOT NULL,
    seen timestamptz NOT NULL
);

ALTER TABLE trey.stream ADD COLUMN leader text COLLATE "C" NOT NULL DEFAULT '';
