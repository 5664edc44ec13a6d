-- Claims: what may happen once only. A second claim of the same name is refused, however
-- it came about.
CREATE TABLE claim (
    stream INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(name) > 0),
    PRIMARY KEY (stream, name)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER claim_unchanged BEFORE UPDATE ON claim
    BEGIN SELECT RAISE(ABORT, 'claim: what is stored is not changed'); END;
CREATE TRIGGER claim_stays BEFORE DELETE ON claim
    BEGIN SELECT RAISE(ABORT, 'claim: what is stored is not removed'); END;
