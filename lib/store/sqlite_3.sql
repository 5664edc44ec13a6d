-- Claims: what may happen once only. A second claim of the same name is refused, however
-- it came about.
CREATE TABLE claim (
    stream INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(name) > 0),
    PRIMARY KEY (stream, name)
) STRICT, WITHOUT ROWID;

-- Awards that were made before have no claims: so it says here, for each jackpot.
INSERT INTO claim (stream, name)
    SELECT stream.id, 'before-' || head.records FROM stream, head WHERE stream.kind = 2;

CREATE TRIGGER claim_unchanged BEFORE UPDATE ON claim
    BEGIN SELECT RAISE(ABORT, 'claim: what is stored is not changed'); END;
CREATE TRIGGER claim_stays BEFORE DELETE ON claim
    BEGIN SELECT RAISE(ABORT, 'claim: what is stored is not removed'); END;
