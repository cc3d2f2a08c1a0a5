-- The id of a new customer: a UUIDv7 in the form of all ids, so that it sorts by time. PostgreSQL 18 has uuidv7(); 15
-- has not.
CREATE FUNCTION new_customer_id(at timestamptz) RETURNS text
LANGUAGE sql VOLATILE SET search_path = public, pg_temp
AS $$
  SELECT 'cus_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + (t.ms >> (45 - 5 * i) & 31)::int, 1), '' ORDER BY i
  ) || 'e' || min(substr(r.v4, 16, 2) || substr(r.v4, 20, 4) || substr(r.v4, 25, 9))
  FROM (SELECT (extract(epoch FROM at) * 1000)::bigint AS ms) t, (SELECT gen_random_uuid()::text AS v4) r,
    generate_series(0, 9) i
$$;

-- A payer's id, so that no address of a customer's page has a phone. The payers are written as the payments are, so the
-- table is rewritten and locked: some seconds for a million payers.
ALTER TABLE payers ADD COLUMN id text COLLATE "C" NOT NULL DEFAULT new_customer_id(clock_timestamp()),
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
CREATE UNIQUE INDEX payers_id ON payers (world, id);

-- As before, and the time of the ids is written once for each statement: the default takes ten times as long.
CREATE OR REPLACE FUNCTION remember_payers() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
  begins CONSTANT text := left(new_customer_id(clock_timestamp()), 14) || 'e';
BEGIN
  INSERT INTO payers (world, phone, id)
  SELECT m.world, m.phone, begins || substr(m.v4, 16, 2) || substr(m.v4, 20, 4) || substr(m.v4, 25, 9)
  FROM (SELECT world, phone, gen_random_uuid()::text AS v4
        FROM (SELECT DISTINCT world, customer COLLATE "C" AS phone FROM made) d) m
  ORDER BY 1, 2 ON CONFLICT (world, phone) DO NOTHING;
  RETURN NULL;
END $$;

-- What a merchant's people write about a customer. An erasure of the person deletes it with the payer.
CREATE TABLE customer_notes (
  world      int NOT NULL,
  id         text COLLATE "C" NOT NULL,
  phone      text COLLATE "C" NOT NULL,
  text       text NOT NULL,
  -- Of a person or a key. Not a foreign key: a note stays when its author leaves.
  author     text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1,
  PRIMARY KEY (world, id),
  FOREIGN KEY (world, phone) REFERENCES payers (world, phone) ON DELETE CASCADE
);
CREATE INDEX customer_notes_of ON customer_notes (world, phone, id);

-- The confirmed e-mail address of a person who logs in by phone.
CREATE TABLE alert_addresses (
  account_id   text COLLATE "C" PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  email        text NOT NULL,
  confirmed_at timestamptz NOT NULL DEFAULT now()
);

-- The mails that a person wants about an integration in a mode.
CREATE TABLE alerts (
  world         int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  account_id    text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
  payments      boolean NOT NULL DEFAULT false,
  -- By currency: smaller payments are not reported.
  minimums      jsonb NOT NULL DEFAULT '{}',
  -- The payments since the last mail, by currency, and one of them. They become a mail when mail_due is over.
  pending       jsonb,
  pending_id    text COLLATE "C",
  mail_due      timestamptz,
  mailed_at     timestamptz,
  -- The hour of the merchant's time zone; null: no summary. summary_day is the last day that was reported.
  summary_hour  smallint CHECK (summary_hour BETWEEN 0 AND 23),
  summary_due   timestamptz,
  summary_day   date,
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  version       int NOT NULL DEFAULT 1,
  PRIMARY KEY (world, account_id),
  CHECK ((pending IS NULL) = (mail_due IS NULL)),
  CHECK ((summary_hour IS NULL) = (summary_due IS NULL))
);
CREATE INDEX alerts_of_account ON alerts (account_id);
CREATE INDEX alerts_mail_due ON alerts (mail_due) WHERE mail_due IS NOT NULL;
CREATE INDEX alerts_summary_due ON alerts (summary_due) WHERE summary_due IS NOT NULL;

-- How far the events of a world were read for alerts. A world without alerts has none.
CREATE TABLE alert_cursors (
  world    int PRIMARY KEY REFERENCES worlds ON DELETE CASCADE,
  xid      xid8 NOT NULL,
  event_id text COLLATE "C" NOT NULL
);

ALTER TABLE challenges DROP CONSTRAINT challenges_purpose_check,
  ADD CONSTRAINT challenges_purpose_check
    CHECK (purpose IN ('login', 'register', 'enable', 'disable', 'reset', 'approve', 'device', 'alerts'));

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON customer_notes, alert_addresses, alerts, alert_cursors TO rialto_service;
  END IF;
END $$;
