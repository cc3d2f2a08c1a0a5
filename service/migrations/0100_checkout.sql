-- The session that a payment pays. No foreign key: it would read a table that may be large.
ALTER TABLE payments ADD COLUMN checkout_session text COLLATE "C";

-- A short address at which payers open sessions. Units are reserved while a payment is unfinished.
CREATE TABLE payment_links (
  world        int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  id           text COLLATE "C" NOT NULL,
  code         text COLLATE "C" NOT NULL UNIQUE,
  active       boolean NOT NULL DEFAULT true,
  title        text,
  description  text,
  -- The price of a unit. Null: the payer enters the amount, within the bounds.
  amount       bigint CHECK (amount > 0),
  min_amount   bigint CHECK (min_amount > 0),
  max_amount   bigint CHECK (max_amount >= coalesce(min_amount, 1)),
  currency     text NOT NULL,
  max_quantity int NOT NULL CHECK (max_quantity > 0),
  use          text NOT NULL CHECK (use IN ('many', 'once')),
  stock        int CHECK (stock > 0),
  reserved     int NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  sold         int NOT NULL DEFAULT 0 CHECK (sold >= 0),
  ask          jsonb NOT NULL,
  success_url  text,
  rails        jsonb,
  locale       text,
  metadata     jsonb NOT NULL DEFAULT '{}',
  expires_at   timestamptz,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  version      int NOT NULL DEFAULT 1,
  PRIMARY KEY (world, id),
  CHECK (amount IS NULL OR (min_amount IS NULL AND max_amount IS NULL)),
  CONSTRAINT payment_links_stock CHECK (stock IS NULL OR reserved + sold <= stock),
  CONSTRAINT payment_links_once CHECK (use = 'many' OR reserved = 0 OR sold = 0)
);

-- One purchase: at most one unfinished payment at a time, and one that succeeds. The row's lock decides both.
CREATE TABLE checkout_sessions (
  world        int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  id           text COLLATE "C" NOT NULL,
  token        text COLLATE "C" NOT NULL UNIQUE,
  url          text NOT NULL,
  status       text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'completed', 'expired')),
  amount       bigint NOT NULL CHECK (amount > 0),
  currency     text NOT NULL,
  reference    text COLLATE "C",
  description  text,
  customer     text,
  success_url  text,
  cancel_url   text,
  rails        jsonb,
  locale       text,
  metadata     jsonb NOT NULL DEFAULT '{}',
  link_id      text COLLATE "C",
  title        text,
  quantity     int NOT NULL DEFAULT 1 CHECK (quantity > 0),
  fields       jsonb NOT NULL,
  -- The latest attempt, and whether it is unfinished.
  payment_id   text COLLATE "C",
  paying       boolean NOT NULL DEFAULT false,
  attempts     int NOT NULL DEFAULT 0,
  -- The request that created it, for its events.
  request      jsonb NOT NULL DEFAULT '{}',
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  -- When a worker expires it; null while a payment is unfinished, and at the end.
  due_at       timestamptz,
  completed_at timestamptz,
  expired_at   timestamptz,
  version      int NOT NULL DEFAULT 1,
  PRIMARY KEY (world, id),
  CONSTRAINT checkout_sessions_states CHECK (
    (status = 'completed') = (completed_at IS NOT NULL) AND
    (status = 'expired') = (expired_at IS NOT NULL) AND
    (due_at IS NOT NULL) = (status = 'open' AND NOT paying) AND
    (NOT paying OR (status = 'open' AND payment_id IS NOT NULL)) AND
    (status <> 'completed' OR payment_id IS NOT NULL))
);
CREATE UNIQUE INDEX checkout_sessions_reference ON checkout_sessions (world, reference) WHERE reference IS NOT NULL;
CREATE INDEX checkout_sessions_due ON checkout_sessions (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX checkout_sessions_link ON checkout_sessions (world, link_id, id) WHERE link_id IS NOT NULL;

-- The payments of sessions and links, for lists. A table of its own needs no index on payments.
CREATE TABLE checkout_attempts (
  world      int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  payment_id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  link_id    text COLLATE "C",
  number     int NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (world, payment_id),
  -- Two attempts with the same number would be two prompts for one click.
  UNIQUE (world, session_id, number)
);
CREATE INDEX checkout_attempts_session ON checkout_attempts (world, session_id, payment_id);
CREATE INDEX checkout_attempts_link ON checkout_attempts (world, link_id, payment_id) WHERE link_id IS NOT NULL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON payment_links, checkout_sessions, checkout_attempts TO rialto_service;
  END IF;
END $$;
