-- Claims: what may happen once only. A second claim of the same name is refused, however
-- it came about.
CREATE TABLE trey.claim (
    stream integer NOT NULL,
    name text COLLATE "C" NOT NULL CHECK (length(name) > 0),
    CONSTRAINT claim_once PRIMARY KEY (stream, name)
);

-- Awards that were made before have no claims: so it says here, for each jackpot.
INSERT INTO trey.claim (stream, name)
    SELECT s.id, 'before-' || h.records FROM trey.stream s, trey.head h WHERE s.kind = 2;

CREATE TRIGGER claim_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trey.claim
    FOR EACH STATEMENT EXECUTE FUNCTION trey.refuse('what is stored is not changed');
