-- The beginning of the id of a new customer: the time of a UUIDv7 in the form of all ids, so that it sorts by time.
-- PostgreSQL 18 has uuidv7(); 15 has not. One expression, because a payment waits for it.
CREATE FUNCTION customer_id_time() RETURNS text
LANGUAGE plpgsql VOLATILE
AS $$
DECLARE
  letters CONSTANT text := '0123456789abcdefghjkmnpqrstvwxyz';
  ms CONSTANT bigint := extract(epoch FROM clock_timestamp()) * 1000;
BEGIN
  RETURN 'cus_' || substr(letters, 1 + (ms >> 45 & 31)::int, 1) ||
    substr(letters, 1 + (ms >> 40 & 31)::int, 1) ||
    substr(letters, 1 + (ms >> 35 & 31)::int, 1) ||
    substr(letters, 1 + (ms >> 30 & 31)::int, 1) ||
    substr(letters, 1 + (ms >> 25 & 31)::int, 1) ||
    substr(letters, 1 + (ms >> 20 & 31)::int, 1) ||
    substr(letters, 1 + (ms >> 15 & 31)::int, 1) ||
    substr(letters, 1 + (ms >> 10 & 31)::int, 1) ||
    substr(letters, 1 + (ms >> 5 & 31)::int, 1) ||
    substr(letters, 1 + (ms >> 0 & 31)::int, 1) || 'e';
END $$;

-- The rest of the id, from a random UUIDv4.
CREATE FUNCTION customer_id_end(v4 text) RETURNS text
LANGUAGE sql IMMUTABLE
AS $$ SELECT substr(v4, 16, 2) || substr(v4, 20, 4) || substr(v4, 25, 9) $$;

-- A payer's id, so that no address of a customer's page has a phone. The payers are written as the payments are, so the
-- table is rewritten and locked: 7 s of a processor for a million payers.
ALTER TABLE payers
  ADD COLUMN id text COLLATE "C" NOT NULL DEFAULT customer_id_time() || customer_id_end(gen_random_uuid()::text),
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
CREATE UNIQUE INDEX payers_id ON payers (world, id);

-- As before, with ids. Most payers are known, and need none: each is looked for by the key. OFFSET keeps it a probe.
CREATE OR REPLACE FUNCTION remember_payers() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
  begins text;
BEGIN
  IF NOT EXISTS (
    SELECT FROM made m
    WHERE NOT EXISTS (SELECT FROM payers y WHERE y.world = m.world AND y.phone = m.customer COLLATE "C" OFFSET 0))
  THEN
    RETURN NULL;
  END IF;
  begins := customer_id_time();
  INSERT INTO payers (world, phone, id)
  SELECT m.world, m.phone, begins || customer_id_end(m.v4)
  FROM (SELECT world, phone, gen_random_uuid()::text AS v4
        FROM (SELECT DISTINCT world, customer COLLATE "C" AS phone FROM made) d) m
  ORDER BY 1, 2 ON CONFLICT (world, phone) DO NOTHING;
  RETURN NULL;
END $$;

-- The notes of a merchant's people about a customer. An erasure of the person deletes it with the payer.
CREATE TABLE customer_notes (
  world      int NOT NULL,
  id         text COLLATE "C" NOT NULL,
  phone      text COLLATE "C" NOT NULL,
  text       text NOT NULL,
  -- A person or a key. Not a foreign key: a note stays when its author leaves.
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
