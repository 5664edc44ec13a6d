-- Leases: who may append to a stream where several processes could.
ALTER TABLE stream ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
