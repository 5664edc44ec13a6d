-- Leases: who may append to a stream where several processes could.
ALTER TABLE trey.stream ADD COLUMN epoch bigint NOT NULL DEFAULT 0;

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
