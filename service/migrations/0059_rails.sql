-- The configured rails. A slug is given once and names the rail's wallets (`clearing:<slug>`), so rows stay for ever.
CREATE TABLE rails (
  -- Opaque: it is part of the callback address, which must not name the provider.
  id                   text COLLATE "C" PRIMARY KEY,
  slug                 text COLLATE "C" NOT NULL UNIQUE
    CHECK (slug ~ '^[a-z][a-z0-9-]{1,29}$' AND slug NOT IN ('sandbox', 'wallet')),
  provider             text NOT NULL,
  country              text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  currency             text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  livemode             boolean NOT NULL,
  -- Null: the platform's own. No foreign key: the row outlives a merchant of test mode.
  merchant             text COLLATE "C",
  base_url             text NOT NULL,
  -- AES-256-GCM under a key derived from SECRET_KEY, bound to the id. Null: the rail was removed.
  credentials          bytea,
  -- A keyed digest of the base URL and the credentials, by which two operators know that they mean the same.
  fingerprint          text NOT NULL,
  -- In live mode, a changed base URL or changed credentials until two operators approve them.
  proposed_base_url    text,
  proposed_credentials bytea,
  proposed_fingerprint text,
  -- The two operators who approved the connection.
  approved_by          text[] COLLATE "C",
  prefixes             text[] NOT NULL DEFAULT '{}',
  minimum              bigint CHECK (minimum > 0),
  maximum              bigint CHECK (maximum > 0),
  priority             int NOT NULL DEFAULT 100,
  calls_per_second     int CHECK (calls_per_second > 0),
  concurrency          int CHECK (concurrency > 0),
  payout_day_maximum   bigint CHECK (payout_day_maximum > 0),
  float_minimum        bigint CHECK (float_minimum > 0),
  callback_sources     text[] NOT NULL DEFAULT '{}',
  status               text NOT NULL CHECK (status IN ('enabled', 'paused', 'closed')),
  status_reason        text,
  status_until         timestamptz,
  -- The service resumes only a rail that the service paused.
  paused_by            text CHECK (paused_by IN ('operator', 'service')),
  -- The service's next attempt to resume it, and how many there were in turn.
  probe_at             timestamptz,
  probes               int NOT NULL DEFAULT 0,
  created_at           timestamptz NOT NULL DEFAULT now(),
  updated_at           timestamptz NOT NULL DEFAULT now(),
  removed_at           timestamptz,
  version              int NOT NULL DEFAULT 1,
  CONSTRAINT rails_bounds CHECK (minimum <= maximum),
  CONSTRAINT rails_take_two CHECK (
    approved_by IS NULL OR cardinality(approved_by) = 2 AND approved_by[1] <> approved_by[2]),
  CONSTRAINT rails_live_is_approved CHECK (NOT livemode OR status = 'paused' OR approved_by IS NOT NULL),
  CONSTRAINT rails_name_who_paused CHECK ((status = 'paused') = (paused_by IS NOT NULL)),
  CONSTRAINT rails_probe CHECK (probe_at IS NULL OR coalesce(paused_by, '') = 'service'),
  CONSTRAINT rails_propose CHECK ((proposed_base_url IS NULL) = (proposed_credentials IS NULL)
    AND (proposed_base_url IS NULL) = (proposed_fingerprint IS NULL)),
  CONSTRAINT rails_keep_credentials CHECK ((removed_at IS NULL) = (credentials IS NOT NULL))
);
CREATE INDEX rails_in_use ON rails (slug) WHERE removed_at IS NULL;
CREATE INDEX rails_probed ON rails (probe_at) WHERE probe_at IS NOT NULL;
CREATE INDEX rails_closed ON rails (status_until) WHERE status = 'closed' AND status_until IS NOT NULL;

-- Records and wallets name the slug, so what it means never changes.
CREATE TRIGGER rails_keep_their_meaning BEFORE UPDATE ON rails
  FOR EACH ROW WHEN ((OLD.id, OLD.slug, OLD.provider, OLD.country, OLD.currency, OLD.livemode)
      IS DISTINCT FROM (NEW.id, NEW.slug, NEW.provider, NEW.country, NEW.currency, NEW.livemode)
    OR OLD.merchant IS DISTINCT FROM NEW.merchant OR OLD.removed_at IS NOT NULL)
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rails_stay BEFORE DELETE OR TRUNCATE ON rails FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every node reads the rails again, whatever changed them.
CREATE FUNCTION announce_rails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rialto_rails', '');
  RETURN NULL;
END $$;
CREATE TRIGGER rails_announce AFTER INSERT OR UPDATE ON rails FOR EACH ROW EXECUTE FUNCTION announce_rails();

-- The money that each rail with a maximum sent out in a day (UTC).
CREATE TABLE rail_payout_days (
  rail   text COLLATE "C" NOT NULL,
  day    date NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (rail, day)
);

ALTER TABLE approvals
  DROP CONSTRAINT approvals_kind_check,
  ADD CONSTRAINT approvals_kind_check
    CHECK (kind IN ('cash_in', 'adjustment', 'operator', 'fee', 'limit', 'unfreeze', 'rail'));
ALTER TABLE audit_log
  DROP CONSTRAINT audit_log_actor_type_check,
  ADD CONSTRAINT audit_log_actor_type_check
    CHECK (actor_type IN ('customer', 'merchant', 'developer', 'operator', 'key', 'admin', 'service'))
    NOT VALID;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE ON rails TO rialto_service;
    GRANT SELECT, INSERT, UPDATE, DELETE ON rail_payout_days TO rialto_service;
  END IF;
END $$;
