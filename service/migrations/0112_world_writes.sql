-- Notes of which worlds write, and the log's position at the note. A note covers the writes of its world in one process
-- for a while, so that nodes which read from a standby know the worlds whose own writes may not have arrived there.
-- Rows are only inserted and deleted.
CREATE TABLE world_writes (
  world      int NOT NULL,
  position   pg_lsn NOT NULL,
  written_at timestamptz NOT NULL
);
CREATE INDEX world_writes_last ON world_writes (world, position);
CREATE INDEX world_writes_time ON world_writes (written_at);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON world_writes TO rialto_service;
  END IF;
END $$;
