-- The schema after every migration. Made by scripts/schema.mjs; a test fails when it drifts.

CREATE TABLE api_keys (
  id text COLLATE "C" NOT NULL,
  world integer NOT NULL,
  hash bytea NOT NULL,
  last4 text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT api_keys_world_fkey FOREIGN KEY (world) REFERENCES worlds(id),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_hash_key UNIQUE (hash)
);

CREATE TABLE balances (
  wallet_id text COLLATE "C" NOT NULL,
  posted bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  "position" bigint NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  frozen boolean NOT NULL DEFAULT false,
  closed boolean NOT NULL DEFAULT false,
  overdraft boolean NOT NULL DEFAULT false,
  CONSTRAINT balances_closed_is_empty CHECK (((NOT closed) OR ((posted = 0) AND (held = 0)))),
  CONSTRAINT balances_held_check CHECK ((held >= 0)),
  CONSTRAINT balances_never_overdrawn CHECK ((overdraft OR ((posted - held) >= 0))),
  CONSTRAINT balances_pkey PRIMARY KEY (wallet_id)
) WITH (fillfactor=50);

CREATE TABLE deliveries (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  event_type text NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  lane smallint NOT NULL DEFAULT 0,
  attempts_made integer NOT NULL DEFAULT 0,
  run_start integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone,
  under_way boolean NOT NULL DEFAULT false,
  kept_until timestamp with time zone NOT NULL DEFAULT 'infinity'::timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT deliveries_lane CHECK ((lane = ANY (ARRAY[0, 1, 2]))),
  CONSTRAINT deliveries_over_is_kept CHECK (((status = ANY (ARRAY['pending'::text, 'held'::text])) = (kept_until = 'infinity'::timestamp with time zone))),
  CONSTRAINT deliveries_pending_is_due CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  CONSTRAINT deliveries_status CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'dead'::text, 'held'::text]))),
  CONSTRAINT deliveries_pkey PRIMARY KEY (world, id, kept_until)
) PARTITION BY RANGE (kept_until);

CREATE TABLE deliveries_open (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  event_type text NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  lane smallint NOT NULL DEFAULT 0,
  attempts_made integer NOT NULL DEFAULT 0,
  run_start integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone,
  under_way boolean NOT NULL DEFAULT false,
  kept_until timestamp with time zone NOT NULL DEFAULT 'infinity'::timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT deliveries_lane CHECK ((lane = ANY (ARRAY[0, 1, 2]))),
  CONSTRAINT deliveries_over_is_kept CHECK (((status = ANY (ARRAY['pending'::text, 'held'::text])) = (kept_until = 'infinity'::timestamp with time zone))),
  CONSTRAINT deliveries_pending_is_due CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  CONSTRAINT deliveries_status CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'dead'::text, 'held'::text]))),
  CONSTRAINT deliveries_open_world_endpoint_id_fkey FOREIGN KEY (world, endpoint_id) REFERENCES webhook_endpoints(world, id),
  CONSTRAINT deliveries_open_world_event_id_fkey FOREIGN KEY (world, event_id) REFERENCES events(world, id),
  CONSTRAINT deliveries_open_pkey PRIMARY KEY (world, id, kept_until)
) PARTITION OF deliveries FOR VALUES FROM ('infinity') TO (MAXVALUE) WITH (fillfactor=80);

CREATE TABLE delivery_attempts (
  world integer NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  kept_until timestamp with time zone NOT NULL,
  at timestamp with time zone NOT NULL,
  request_headers jsonb NOT NULL,
  response_status integer,
  response_headers jsonb,
  response_body text,
  error jsonb,
  duration_ms integer NOT NULL,
  CONSTRAINT delivery_attempts_pkey PRIMARY KEY (world, delivery_id, number, kept_until)
) PARTITION BY RANGE (kept_until);

CREATE TABLE delivery_attempts_open (
  world integer NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  kept_until timestamp with time zone NOT NULL,
  at timestamp with time zone NOT NULL,
  request_headers jsonb NOT NULL,
  response_status integer,
  response_headers jsonb,
  response_body text,
  error jsonb,
  duration_ms integer NOT NULL,
  CONSTRAINT delivery_attempts_open_pkey PRIMARY KEY (world, delivery_id, number, kept_until)
) PARTITION OF delivery_attempts FOR VALUES FROM ('infinity') TO (MAXVALUE);

CREATE TABLE events (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  payload text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT events_pkey PRIMARY KEY (world, id)
);

CREATE TABLE fees (
  merchant_id text COLLATE "C" NOT NULL,
  livemode boolean NOT NULL,
  currency text NOT NULL,
  basis_points integer NOT NULL,
  fixed bigint NOT NULL,
  CONSTRAINT fees_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 10000))),
  CONSTRAINT fees_fixed_check CHECK ((fixed >= 0)),
  CONSTRAINT fees_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT fees_pkey PRIMARY KEY (merchant_id, livemode, currency)
);

CREATE TABLE holds (
  wallet_id text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  remaining bigint NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT holds_amount_check CHECK ((amount > 0)),
  CONSTRAINT holds_check CHECK (((remaining >= 0) AND (remaining <= amount))),
  CONSTRAINT holds_pkey PRIMARY KEY (wallet_id, source)
);

CREATE TABLE idempotency_keys (
  world integer NOT NULL,
  key text COLLATE "C" NOT NULL,
  fingerprint bytea NOT NULL,
  status smallint NOT NULL,
  body text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (world, key)
);

CREATE TABLE integrations (
  id text COLLATE "C" NOT NULL,
  merchant_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT integrations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT integrations_pkey PRIMARY KEY (id),
  CONSTRAINT integrations_name_key UNIQUE (name)
);

CREATE TABLE merchants (
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT merchants_pkey PRIMARY KEY (id)
);

CREATE TABLE migrations (
  name text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE payments (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  customer text NOT NULL,
  status text NOT NULL,
  next_action jsonb,
  failure jsonb,
  amount_refunded bigint NOT NULL DEFAULT 0,
  amount_refunding bigint NOT NULL DEFAULT 0,
  fee bigint NOT NULL,
  wallet_id text COLLATE "C" NOT NULL,
  rail text NOT NULL,
  rail_reference text,
  reference text COLLATE "C",
  description text,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  request jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  succeeded_at timestamp with time zone,
  failed_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  due_at timestamp with time zone,
  asked integer NOT NULL DEFAULT 0,
  CONSTRAINT payments_amount_check CHECK ((amount > 0)),
  CONSTRAINT payments_amount_refunded_check CHECK ((amount_refunded >= 0)),
  CONSTRAINT payments_amount_refunding_check CHECK ((amount_refunding >= 0)),
  CONSTRAINT payments_check CHECK (((fee >= 0) AND (fee <= amount))),
  CONSTRAINT payments_final_states CHECK ((((status = 'succeeded'::text) = (succeeded_at IS NOT NULL)) AND ((status = 'failed'::text) = (failed_at IS NOT NULL)) AND ((status = 'failed'::text) = (failure IS NOT NULL)) AND ((due_at IS NULL) OR (status = ANY (ARRAY['pending'::text, 'requires_action'::text, 'processing'::text]))))),
  CONSTRAINT payments_refunds_within_amount CHECK (((amount_refunded + amount_refunding) <= amount)),
  CONSTRAINT payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'requires_action'::text, 'processing'::text, 'succeeded'::text, 'failed'::text]))),
  CONSTRAINT payments_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id),
  CONSTRAINT payments_world_fkey FOREIGN KEY (world) REFERENCES worlds(id),
  CONSTRAINT payments_pkey PRIMARY KEY (world, id)
) WITH (fillfactor=80);

CREATE TABLE postings (
  "position" bigint NOT NULL,
  debit_wallet text COLLATE "C" NOT NULL,
  credit_wallet text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  livemode boolean NOT NULL,
  debit_balance bigint NOT NULL,
  credit_balance bigint NOT NULL,
  kind text NOT NULL,
  source text COLLATE "C" NOT NULL,
  CONSTRAINT postings_amount_check CHECK ((amount > 0)),
  CONSTRAINT postings_check CHECK ((debit_wallet <> credit_wallet)),
  CONSTRAINT postings_kind_check CHECK ((kind = ANY (ARRAY['transfer'::text, 'payment'::text, 'fee'::text, 'refund'::text, 'funding'::text, 'adjustment'::text, 'payout'::text]))),
  CONSTRAINT postings_pkey PRIMARY KEY (debit_wallet, "position"),
  CONSTRAINT postings_credit_wallet_position_key UNIQUE (credit_wallet, "position")
);

CREATE TABLE refunds (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  reason text,
  failure jsonb,
  wallet_id text COLLATE "C" NOT NULL,
  rail text NOT NULL,
  rail_reference text,
  reference text COLLATE "C",
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  succeeded_at timestamp with time zone,
  failed_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  due_at timestamp with time zone,
  asked integer NOT NULL DEFAULT 0,
  CONSTRAINT refunds_amount_check CHECK ((amount > 0)),
  CONSTRAINT refunds_final_states CHECK ((((status = 'succeeded'::text) = (succeeded_at IS NOT NULL)) AND ((status = 'failed'::text) = (failed_at IS NOT NULL)) AND ((status = 'failed'::text) = (failure IS NOT NULL)) AND ((due_at IS NULL) OR (status = 'pending'::text)))),
  CONSTRAINT refunds_reason_check CHECK ((reason = ANY (ARRAY['requested_by_customer'::text, 'duplicate'::text, 'fraudulent'::text]))),
  CONSTRAINT refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))),
  CONSTRAINT refunds_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id),
  CONSTRAINT refunds_world_fkey FOREIGN KEY (world) REFERENCES worlds(id),
  CONSTRAINT refunds_world_payment_id_fkey FOREIGN KEY (world, payment_id) REFERENCES payments(world, id),
  CONSTRAINT refunds_pkey PRIMARY KEY (world, id)
);

CREATE TABLE replays (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  since timestamp with time zone NOT NULL,
  until timestamp with time zone NOT NULL,
  types text[],
  delivery_status text NOT NULL,
  cursor text COLLATE "C" NOT NULL DEFAULT ''::text,
  resent_count integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  completed_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT replays_delivery_status_check CHECK ((delivery_status = ANY (ARRAY['dead'::text, 'held'::text, 'failed'::text, 'all'::text]))),
  CONSTRAINT replays_world_endpoint_id_fkey FOREIGN KEY (world, endpoint_id) REFERENCES webhook_endpoints(world, id),
  CONSTRAINT replays_pkey PRIMARY KEY (world, id)
);

CREATE TABLE sandbox_answers (
  payment_id text COLLATE "C" NOT NULL,
  answer text NOT NULL,
  CONSTRAINT sandbox_answers_answer_check CHECK ((answer = ANY (ARRAY['approved'::text, 'declined'::text, 'withdrawn'::text]))),
  CONSTRAINT sandbox_answers_pkey PRIMARY KEY (payment_id)
);

CREATE TABLE transfers (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  from_wallet text COLLATE "C" NOT NULL,
  to_wallet text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  reference text COLLATE "C",
  description text,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT transfers_amount_check CHECK ((amount > 0)),
  CONSTRAINT transfers_pkey PRIMARY KEY (world, id)
);

CREATE TABLE users (
  id text COLLATE "C" NOT NULL,
  livemode boolean NOT NULL,
  phone text NOT NULL,
  name text,
  kyc text NOT NULL DEFAULT 'none'::text,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT users_kyc_check CHECK ((kyc = ANY (ARRAY['none'::text, 'pending'::text, 'verified'::text, 'rejected'::text]))),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_livemode_phone_key UNIQUE (livemode, phone)
);

CREATE TABLE wallets (
  id text COLLATE "C" NOT NULL,
  livemode boolean NOT NULL,
  owner_type text NOT NULL,
  owner_id text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  label text,
  is_default boolean NOT NULL,
  frozen_reason text,
  frozen_at timestamp with time zone,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT wallets_check CHECK (((frozen_reason IS NULL) = (frozen_at IS NULL))),
  CONSTRAINT wallets_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT wallets_frozen_reason_check CHECK ((frozen_reason = ANY (ARRAY['fraud'::text, 'kyc'::text]))),
  CONSTRAINT wallets_owner_type_check CHECK ((owner_type = ANY (ARRAY['customer'::text, 'merchant'::text, 'system'::text]))),
  CONSTRAINT wallets_pkey PRIMARY KEY (id)
);

CREATE TABLE webhook_endpoints (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  description text,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  status text NOT NULL DEFAULT 'enabled'::text,
  disabled_reason text,
  secret bytea NOT NULL,
  old_secret bytea,
  old_secret_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamp with time zone,
  failing_since timestamp with time zone,
  warned_days smallint NOT NULL DEFAULT 0,
  CONSTRAINT webhook_endpoints_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  CONSTRAINT webhook_endpoints_world_fkey FOREIGN KEY (world) REFERENCES worlds(id),
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (world, id)
);

CREATE TABLE worlds (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  integration_id text COLLATE "C" NOT NULL,
  livemode boolean NOT NULL,
  clock_offset_s bigint NOT NULL DEFAULT 0,
  CONSTRAINT worlds_check CHECK (((clock_offset_s = 0) OR (NOT livemode))),
  CONSTRAINT worlds_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integrations(id),
  CONSTRAINT worlds_pkey PRIMARY KEY (id),
  CONSTRAINT worlds_integration_id_livemode_key UNIQUE (integration_id, livemode)
);

CREATE INDEX api_keys_world ON public.api_keys USING btree (world, id);
CREATE INDEX deliveries_due ON public.deliveries_open USING btree (world, endpoint_id, lane, next_attempt_at) WHERE (status = 'pending'::text);
CREATE INDEX deliveries_endpoint ON ONLY public.deliveries USING btree (world, endpoint_id, id);
CREATE INDEX deliveries_missed ON ONLY public.deliveries USING btree (world, endpoint_id, id) WHERE (status = ANY (ARRAY['dead'::text, 'held'::text]));
CREATE INDEX deliveries_open_world_endpoint_id_id_idx ON public.deliveries_open USING btree (world, endpoint_id, id);
CREATE INDEX deliveries_open_world_endpoint_id_id_idx1 ON public.deliveries_open USING btree (world, endpoint_id, id) WHERE (status = ANY (ARRAY['dead'::text, 'held'::text]));
CREATE INDEX idempotency_keys_created_at ON public.idempotency_keys USING brin (created_at);
CREATE INDEX payments_customer ON public.payments USING btree (world, customer, id);
CREATE INDEX payments_due ON public.payments USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payments_rare_status ON public.payments USING btree (world, status, id) WHERE (status <> 'succeeded'::text);
CREATE UNIQUE INDEX payments_reference ON public.payments USING btree (world, reference) WHERE (reference IS NOT NULL);
CREATE INDEX refunds_due ON public.refunds USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX refunds_payment ON public.refunds USING btree (world, payment_id, id);
CREATE UNIQUE INDEX refunds_reference ON public.refunds USING btree (world, reference) WHERE (reference IS NOT NULL);
CREATE INDEX replays_running ON public.replays USING btree (id) WHERE (completed_at IS NULL);
CREATE UNIQUE INDEX transfers_reference ON public.transfers USING btree (world, reference) WHERE (reference IS NOT NULL);
CREATE UNIQUE INDEX wallets_default ON public.wallets USING btree (owner_id, currency, livemode) WHERE is_default;
CREATE INDEX wallets_owner ON public.wallets USING btree (owner_id, livemode, id);

CREATE OR REPLACE FUNCTION public.postings_stay_in_one_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  stray record;
BEGIN
  SELECT p.source INTO stray
  FROM added p
  LEFT JOIN wallets d ON d.id = p.debit_wallet
  LEFT JOIN wallets c ON c.id = p.credit_wallet
  WHERE (d.currency, d.livemode, c.currency, c.livemode) IS DISTINCT FROM (p.currency, p.livemode, p.currency, p.livemode)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'posting of % joins wallets that are not of its currency and mode', stray.source
      USING ERRCODE = 'check_violation', CONSTRAINT = 'postings_stay_in_one_ledger';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE OR REPLACE FUNCTION public.rotate_deliveries()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '200ms'
AS $function$
DECLARE
  -- What ends now is kept for 30 days, so the rest is what may pass without a look.
  weeks_ahead CONSTANT int := 8;
  this_week CONSTANT timestamptz := date_trunc('week', now());
  parent text;
  partition text;
  week timestamptz;
  left_behind boolean;
  dropped int := 0;
  dropped_here int;
BEGIN
  -- Another node is at it.
  IF NOT pg_try_advisory_xact_lock(hashtext('rotate_deliveries')) THEN RETURN 0; END IF;
  FOREACH parent IN ARRAY ARRAY['deliveries', 'delivery_attempts'] LOOP
    dropped_here := 0;
    FOR partition IN
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = parent::regclass AND c.relname ~ '_until_\d{8}$' AND to_date(right(c.relname, 8), 'YYYYMMDD') <= this_week
    LOOP
      EXECUTE format('DROP TABLE %I', partition);
      dropped_here := dropped_here + 1;
    END LOOP;
    dropped := dropped + dropped_here;
    -- The test clock moves rows to weeks that are gone already: one more partition takes them.
    IF dropped_here > 0 OR to_regclass(parent || '_past') IS NULL THEN
      EXECUTE format('DROP TABLE IF EXISTS %I', parent || '_past');
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%L)', parent || '_past', parent, this_week);
    ELSE
      EXECUTE format('SELECT EXISTS (SELECT FROM %I)', parent || '_past') INTO left_behind;
      IF left_behind THEN EXECUTE format('TRUNCATE %I', parent || '_past'); END IF;
    END IF;
    FOR i IN 0..weeks_ahead - 1 LOOP
      week := this_week + i * interval '7 days';
      partition := parent || to_char(week + interval '7 days', '"_until_"YYYYMMDD');
      CONTINUE WHEN to_regclass(partition) IS NOT NULL;
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', partition, parent, week, week + interval '7 days');
    END LOOP;
  END LOOP;
  RETURN dropped;
END $function$;

CREATE TRIGGER postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_stay_in_one_ledger AFTER INSERT ON public.postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION postings_stay_in_one_ledger();

GRANT USAGE ON worlds_id_seq TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON deliveries TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON delivery_attempts TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON api_keys TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON balances TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON deliveries_open TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON delivery_attempts_open TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON events TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON fees TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON holds TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON idempotency_keys TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON integrations TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON merchants TO rialto_service;
GRANT SELECT ON migrations TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON payments TO rialto_service;
GRANT INSERT, SELECT ON postings TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON refunds TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON replays TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON sandbox_answers TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON transfers TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON users TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON wallets TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_endpoints TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON worlds TO rialto_service;
