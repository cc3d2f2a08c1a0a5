-- SMS and e-mail that must survive a crash and need not be instant: receipts, and notices to people. The row is the job.
-- One-time codes are not here: they live for minutes, and stay in the memory of the process.
CREATE TABLE messages (
  id         text COLLATE "C" PRIMARY KEY,
  -- Null: a notice of the deployment itself, for example to an operator.
  world      int REFERENCES worlds ON DELETE CASCADE,
  -- Worlds take turns by it.
  lane       int NOT NULL GENERATED ALWAYS AS (coalesce(world, 0)) STORED,
  channel    text NOT NULL CHECK (channel IN ('sms', 'email')),
  recipient  text NOT NULL,
  kind       text NOT NULL,
  -- The record that it is about, for example a receipt.
  about      text COLLATE "C",
  -- The event that caused it: each event causes a message once.
  source     text COLLATE "C",
  -- The words, encrypted: they contain links that are secrets. Deleted when a message is sent; kept in test worlds,
  -- which show messages and send none.
  sealed     bytea,
  status     text NOT NULL CHECK (status IN ('waiting', 'sent', 'dead', 'test')),
  attempts   int NOT NULL DEFAULT 0,
  -- Grows with each claim. Only the last claim may write an outcome.
  claims     int NOT NULL DEFAULT 0,
  -- The last answer of the provider, in this service's words.
  error      text,
  due_at     timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  sent_at    timestamptz,
  CHECK ((due_at IS NOT NULL) = (status = 'waiting')),
  CHECK (sealed IS NOT NULL OR status <> 'waiting')
);
CREATE UNIQUE INDEX messages_source ON messages (lane, source, channel) WHERE source IS NOT NULL;
CREATE INDEX messages_due ON messages (channel, lane, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX messages_of_world ON messages (world, id);
CREATE INDEX messages_old ON messages (updated_at) WHERE due_at IS NULL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON messages TO rialto_service;
  END IF;
END $$;
