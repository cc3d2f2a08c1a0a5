-- Requests that arrived at the rails' callback addresses, kept for 30 days.
-- A repeat has the same digest and is only counted.
CREATE TABLE rail_callbacks (
  id          text COLLATE "C" PRIMARY KEY,
  rail        text NOT NULL,
  livemode    boolean NOT NULL,
  received_at timestamptz NOT NULL,
  times       int NOT NULL DEFAULT 1,
  last_at     timestamptz NOT NULL,
  method      text NOT NULL,
  query       text,
  source      text NOT NULL,
  headers     jsonb NOT NULL,
  body        bytea NOT NULL,
  digest      bytea NOT NULL,
  -- pay_…, rfd_… or pit_…; null if the request is about no record.
  record      text COLLATE "C",
  handle      text,
  outcome     text NOT NULL CHECK (outcome IN ('asked', 'waiting', 'confirmed', 'contradicted', 'unanswered',
                'incoming', 'noted', 'unknown_record', 'source_refused', 'unreadable')),
  -- JSON text, given to the next check of the record.
  result      text,
  -- When the rail is asked about a record that was final or locked; null if nothing is left to do.
  due_at      timestamptz,
  asked       int NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX rail_callbacks_digest ON rail_callbacks (rail, digest);
CREATE INDEX rail_callbacks_due ON rail_callbacks (rail, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX rail_callbacks_record ON rail_callbacks (record, id) WHERE record IS NOT NULL;
CREATE INDEX rail_callbacks_of_rail ON rail_callbacks (rail, id);

-- Money that arrived without a request of ours. Whatever arrives how often, a receipt has one row.
CREATE TABLE rail_incoming (
  id           text COLLATE "C" PRIMARY KEY,
  rail         text NOT NULL,
  receipt      text NOT NULL,
  livemode     boolean NOT NULL,
  amount       bigint NOT NULL CHECK (amount > 0),
  currency     text NOT NULL,
  at           timestamptz NOT NULL,
  -- As the provider shows it: a phone, masked, or hashed.
  payer        text,
  account_text text,
  -- new → confirmed by the provider → posted.
  status       text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'confirmed', 'posted')),
  callback     text COLLATE "C",
  created_at   timestamptz NOT NULL DEFAULT now(),
  -- It is looked at from this time on.
  due_at       timestamptz NOT NULL DEFAULT now(),
  UNIQUE (rail, receipt)
);
CREATE INDEX rail_incoming_new ON rail_incoming (id) WHERE status = 'new';

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON rail_callbacks, rail_incoming TO rialto_service;
  END IF;
END $$;
