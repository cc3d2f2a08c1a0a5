-- The schema after every migration. Made by scripts/schema.mjs; a test fails when it drifts.

CREATE TABLE accounts (
  id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  livemode boolean,
  identifier text NOT NULL,
  password text,
  password_long boolean NOT NULL DEFAULT false,
  two_factor text NOT NULL DEFAULT 'none'::text,
  totp_seed bytea,
  totp_step bigint NOT NULL DEFAULT 0,
  code_failures integer NOT NULL DEFAULT 0,
  code_failed_at timestamp with time zone,
  language text NOT NULL DEFAULT 'en'::text,
  suspended_at timestamp with time zone,
  suspended_reason text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT accounts_check CHECK (((livemode IS NULL) = (type = ANY (ARRAY['developer'::text, 'operator'::text])))),
  CONSTRAINT accounts_check1 CHECK (((two_factor <> 'totp'::text) OR (totp_seed IS NOT NULL))),
  CONSTRAINT accounts_two_factor_check CHECK ((two_factor = ANY (ARRAY['none'::text, 'sms'::text, 'totp'::text]))),
  CONSTRAINT accounts_type_check CHECK ((type = ANY (ARRAY['customer'::text, 'merchant'::text, 'developer'::text, 'operator'::text]))),
  CONSTRAINT accounts_pkey PRIMARY KEY (id)
);

CREATE TABLE alert_addresses (
  account_id text COLLATE "C" NOT NULL,
  email text NOT NULL,
  confirmed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT alert_addresses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  CONSTRAINT alert_addresses_pkey PRIMARY KEY (account_id)
);

CREATE TABLE alert_cursors (
  world integer NOT NULL,
  xid xid8 NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  CONSTRAINT alert_cursors_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT alert_cursors_pkey PRIMARY KEY (world)
);

CREATE TABLE alerts (
  world integer NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  payments boolean NOT NULL DEFAULT false,
  minimums jsonb NOT NULL DEFAULT '{}'::jsonb,
  pending jsonb,
  pending_id text COLLATE "C",
  mail_due timestamp with time zone,
  mailed_at timestamp with time zone,
  summary_hour smallint,
  summary_due timestamp with time zone,
  summary_day date,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT alerts_check CHECK (((pending IS NULL) = (mail_due IS NULL))),
  CONSTRAINT alerts_check1 CHECK (((summary_hour IS NULL) = (summary_due IS NULL))),
  CONSTRAINT alerts_summary_hour_check CHECK (((summary_hour >= 0) AND (summary_hour <= 23))),
  CONSTRAINT alerts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  CONSTRAINT alerts_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT alerts_pkey PRIMARY KEY (world, account_id)
);

CREATE TABLE api_keys (
  id text COLLATE "C" NOT NULL,
  world integer NOT NULL,
  hash bytea NOT NULL,
  last4 text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  label text,
  created_by text COLLATE "C",
  last_used_at timestamp with time zone,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  starter boolean NOT NULL DEFAULT false,
  CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  CONSTRAINT api_keys_world_fkey FOREIGN KEY (world) REFERENCES worlds(id),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_hash_key UNIQUE (hash)
);

CREATE TABLE approvals (
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  livemode boolean,
  payload jsonb NOT NULL,
  reference text COLLATE "C",
  reason text NOT NULL,
  requested_by text COLLATE "C",
  status text NOT NULL DEFAULT 'pending'::text,
  decided_by text COLLATE "C",
  decided_at timestamp with time zone,
  rejection_reason text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT approvals_check1 CHECK (((status = 'rejected'::text) = (rejection_reason IS NOT NULL))),
  CONSTRAINT approvals_kind_check CHECK ((kind = ANY (ARRAY['cash_in'::text, 'adjustment'::text, 'operator'::text, 'fee'::text, 'limit'::text, 'unfreeze'::text, 'rail'::text, 'float'::text, 'suspense'::text, 'reconciliation'::text, 'settlement'::text, 'person_export'::text, 'person_erasure'::text, 'opening'::text]))) NOT VALID,
  CONSTRAINT approvals_mode CHECK (((livemode IS NULL) = (kind = ANY (ARRAY['operator'::text, 'person_export'::text, 'person_erasure'::text])))) NOT VALID,
  CONSTRAINT approvals_name_requester CHECK (((requested_by IS NOT NULL) OR ((kind = ANY (ARRAY['person_export'::text, 'person_erasure'::text])) AND (status <> 'approved'::text)))) NOT VALID,
  CONSTRAINT approvals_name_who_decided CHECK ((((status = ANY (ARRAY['approved'::text, 'rejected'::text])) = (decided_by IS NOT NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL)))),
  CONSTRAINT approvals_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'expired'::text]))),
  CONSTRAINT approvals_take_two CHECK ((decided_by <> requested_by)),
  CONSTRAINT approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operators(id),
  CONSTRAINT approvals_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES operators(id),
  CONSTRAINT approvals_pkey PRIMARY KEY (id)
);

CREATE TABLE audit_erasures (
  seq bigint NOT NULL,
  act bigint NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT audit_erasures_pkey PRIMARY KEY (seq)
);

CREATE TABLE audit_log (
  seq bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  action text NOT NULL,
  target text NOT NULL,
  before jsonb,
  after jsonb,
  reason text,
  address text,
  request_id text,
  previous bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_log_actor_type_check CHECK ((actor_type = ANY (ARRAY['customer'::text, 'merchant'::text, 'developer'::text, 'operator'::text, 'key'::text, 'admin'::text, 'service'::text]))) NOT VALID,
  CONSTRAINT audit_log_seq_check CHECK ((seq > 0)),
  CONSTRAINT audit_log_pkey PRIMARY KEY (seq)
);

CREATE TABLE audit_walk (
  one boolean NOT NULL DEFAULT true,
  seq bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT decode(repeat('00'::text, 32), 'hex'::text),
  began_at timestamp with time zone NOT NULL DEFAULT now(),
  verified_seq bigint,
  verified_hash bytea,
  verified_at timestamp with time zone,
  broken_seq bigint,
  fault text,
  broken_at timestamp with time zone,
  CONSTRAINT audit_walk_check CHECK ((num_nulls(verified_seq, verified_hash, verified_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT audit_walk_check1 CHECK ((num_nulls(broken_seq, fault, broken_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT audit_walk_one_check CHECK (one),
  CONSTRAINT audit_walk_pkey PRIMARY KEY (one)
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
  tier smallint,
  spent_on date,
  spent_day bigint,
  spent_month bigint,
  CONSTRAINT balances_closed_is_empty CHECK (((NOT closed) OR ((posted = 0) AND (held = 0)))),
  CONSTRAINT balances_held_check CHECK ((held >= 0)),
  CONSTRAINT balances_never_overdrawn CHECK ((overdraft OR ((posted - held) >= 0))),
  CONSTRAINT balances_spending CHECK (
CASE
    WHEN (spent_on IS NULL) THEN ((spent_day IS NULL) AND (spent_month IS NULL))
    ELSE ((tier IS NOT NULL) AND COALESCE(((spent_day > 0) AND (spent_month >= spent_day)), false))
END),
  CONSTRAINT balances_tier_check CHECK (((tier >= 0) AND (tier <= 2))),
  CONSTRAINT balances_pkey PRIMARY KEY (wallet_id)
) WITH (fillfactor=50);

CREATE TABLE branches (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  archived_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  version integer NOT NULL,
  CONSTRAINT branches_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT branches_pkey PRIMARY KEY (world, id)
);

CREATE TABLE bulk_results (
  world integer NOT NULL,
  bulk_id text COLLATE "C" NOT NULL,
  first integer NOT NULL,
  count integer NOT NULL,
  results text NOT NULL,
  CONSTRAINT bulk_results_count_check CHECK ((count > 0)),
  CONSTRAINT bulk_results_first_check CHECK ((first >= 0)),
  CONSTRAINT bulk_results_world_bulk_id_fkey FOREIGN KEY (world, bulk_id) REFERENCES bulks(world, id) ON DELETE CASCADE,
  CONSTRAINT bulk_results_pkey PRIMARY KEY (world, bulk_id, first)
);

CREATE TABLE bulks (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  mode text NOT NULL,
  count integer NOT NULL,
  done integer NOT NULL,
  succeeded integer NOT NULL,
  amounts jsonb NOT NULL,
  metadata jsonb NOT NULL,
  request jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  CONSTRAINT bulks_check CHECK (((done >= 1) AND (done <= count))),
  CONSTRAINT bulks_check1 CHECK (((succeeded >= 0) AND (succeeded <= done))),
  CONSTRAINT bulks_check2 CHECK (((done = count) = (completed_at IS NOT NULL))),
  CONSTRAINT bulks_check3 CHECK (((mode = 'each'::text) OR ((done = count) AND (succeeded = count)))),
  CONSTRAINT bulks_count_check CHECK ((count > 0)),
  CONSTRAINT bulks_kind_check CHECK ((kind = ANY (ARRAY['transfers'::text, 'payments'::text]))),
  CONSTRAINT bulks_mode_check CHECK ((mode = ANY (ARRAY['all_or_nothing'::text, 'each'::text]))),
  CONSTRAINT bulks_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT bulks_pkey PRIMARY KEY (world, id)
);

CREATE TABLE case_comments (
  case_id text COLLATE "C" NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  author text COLLATE "C" NOT NULL,
  text text NOT NULL,
  CONSTRAINT case_comments_author_fkey FOREIGN KEY (author) REFERENCES accounts(id),
  CONSTRAINT case_comments_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  CONSTRAINT case_comments_pkey PRIMARY KEY (case_id, at)
);

CREATE TABLE cases (
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  rail text,
  record text COLLATE "C",
  world integer,
  livemode boolean NOT NULL,
  amount bigint,
  currency text,
  facts jsonb NOT NULL DEFAULT '{}'::jsonb,
  status text NOT NULL DEFAULT 'open'::text,
  assigned_to text COLLATE "C",
  resolution text,
  closed_by text COLLATE "C",
  closed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT cases_amount_check CHECK ((amount > 0)),
  CONSTRAINT cases_close CHECK ((((status = 'closed'::text) = (closed_at IS NOT NULL)) AND ((status = 'closed'::text) = (resolution IS NOT NULL)))),
  CONSTRAINT cases_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text]))),
  CONSTRAINT cases_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES accounts(id),
  CONSTRAINT cases_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT cases_pkey PRIMARY KEY (id)
);

CREATE TABLE challenges (
  id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  sent_to text,
  livemode boolean,
  purpose text NOT NULL,
  method text NOT NULL,
  code_hash bytea,
  data jsonb NOT NULL DEFAULT '{}'::jsonb,
  attempts integer NOT NULL DEFAULT 0,
  resends integer NOT NULL DEFAULT 0,
  sent_at timestamp with time zone NOT NULL DEFAULT now(),
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT challenges_attempts_check CHECK ((attempts <= 5)),
  CONSTRAINT challenges_method_check CHECK ((method = ANY (ARRAY['sms'::text, 'totp'::text, 'email'::text]))),
  CONSTRAINT challenges_purpose_check CHECK ((purpose = ANY (ARRAY['login'::text, 'register'::text, 'enable'::text, 'disable'::text, 'reset'::text, 'approve'::text, 'device'::text, 'alerts'::text]))),
  CONSTRAINT challenges_resends_check CHECK ((resends <= 3)),
  CONSTRAINT challenges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT challenges_pkey PRIMARY KEY (id)
);

CREATE TABLE checkout_attempts (
  world integer NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  link_id text COLLATE "C",
  number integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT checkout_attempts_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT checkout_attempts_pkey PRIMARY KEY (world, payment_id),
  CONSTRAINT checkout_attempts_world_session_id_number_key UNIQUE (world, session_id, number)
);

CREATE TABLE checkout_sessions (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  token text COLLATE "C" NOT NULL,
  url text NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  amount bigint NOT NULL,
  currency text NOT NULL,
  reference text COLLATE "C",
  description text,
  customer text,
  success_url text,
  cancel_url text,
  rails jsonb,
  locale text,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  link_id text COLLATE "C",
  title text,
  quantity integer NOT NULL DEFAULT 1,
  fields jsonb NOT NULL,
  payment_id text COLLATE "C",
  paying boolean NOT NULL DEFAULT false,
  attempts integer NOT NULL DEFAULT 0,
  request jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  completed_at timestamp with time zone,
  expired_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  branch_id text COLLATE "C",
  capture text NOT NULL DEFAULT 'automatic'::text,
  fee_bearer text NOT NULL DEFAULT 'merchant'::text,
  CONSTRAINT checkout_sessions_amount_check CHECK ((amount > 0)),
  CONSTRAINT checkout_sessions_bearer CHECK (((fee_bearer = ANY (ARRAY['merchant'::text, 'payer'::text])) AND ((fee_bearer = 'merchant'::text) OR (capture = 'automatic'::text)))) NOT VALID,
  CONSTRAINT checkout_sessions_capture_check CHECK ((capture = ANY (ARRAY['automatic'::text, 'manual'::text]))) NOT VALID,
  CONSTRAINT checkout_sessions_quantity_check CHECK ((quantity > 0)),
  CONSTRAINT checkout_sessions_states CHECK ((((status = 'completed'::text) = (completed_at IS NOT NULL)) AND ((status = 'expired'::text) = (expired_at IS NOT NULL)) AND ((due_at IS NOT NULL) = ((status = 'open'::text) AND (NOT paying))) AND ((NOT paying) OR ((status = 'open'::text) AND (payment_id IS NOT NULL))) AND ((status <> 'completed'::text) OR (payment_id IS NOT NULL)))),
  CONSTRAINT checkout_sessions_status_check CHECK ((status = ANY (ARRAY['open'::text, 'completed'::text, 'expired'::text]))),
  CONSTRAINT checkout_sessions_branch_fkey FOREIGN KEY (world, branch_id) REFERENCES branches(world, id) NOT VALID,
  CONSTRAINT checkout_sessions_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT checkout_sessions_pkey PRIMARY KEY (world, id),
  CONSTRAINT checkout_sessions_token_key UNIQUE (token)
);

CREATE TABLE checkout_unexpected (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  amount bigint NOT NULL,
  expected_amount bigint NOT NULL,
  currency text NOT NULL,
  session_status text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT checkout_unexpected_amount_check CHECK ((amount > 0)),
  CONSTRAINT checkout_unexpected_reason_check CHECK ((reason = ANY (ARRAY['late'::text, 'other_amount'::text]))),
  CONSTRAINT checkout_unexpected_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT checkout_unexpected_pkey PRIMARY KEY (world, id),
  CONSTRAINT checkout_unexpected_world_payment_id_key UNIQUE (world, payment_id)
);

CREATE TABLE clock_advances (
  world integer NOT NULL,
  seconds bigint NOT NULL,
  step text NOT NULL,
  cursor text COLLATE "C" NOT NULL,
  bounds jsonb NOT NULL,
  started_at timestamp with time zone NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone,
  CONSTRAINT clock_advances_seconds_check CHECK ((seconds > 0)),
  CONSTRAINT clock_advances_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT clock_advances_pkey PRIMARY KEY (world)
);

CREATE TABLE close_items (
  close text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  kind text NOT NULL,
  match text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  lines text[] COLLATE "C" NOT NULL,
  entries bigint[] NOT NULL,
  charged boolean NOT NULL,
  day date NOT NULL,
  record text,
  CONSTRAINT close_items_close_fkey FOREIGN KEY (close) REFERENCES closes(id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT close_items_pkey PRIMARY KEY (close, number)
);

CREATE TABLE close_reopened (
  rail text NOT NULL,
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  side text NOT NULL,
  item text COLLATE "C" NOT NULL,
  charge bigint NOT NULL,
  file text COLLATE "C",
  CONSTRAINT close_reopened_side_check CHECK ((side = ANY (ARRAY['there'::text, 'here'::text]))),
  CONSTRAINT close_reopened_pkey PRIMARY KEY (rail, number)
);

CREATE TABLE closes (
  id text COLLATE "C" NOT NULL,
  rail text NOT NULL,
  livemode boolean NOT NULL,
  currency text NOT NULL,
  day date NOT NULL,
  time_zone text NOT NULL,
  cut_at timestamp with time zone NOT NULL,
  source text NOT NULL,
  opening_there bigint NOT NULL,
  closing_there bigint NOT NULL,
  opening_here bigint NOT NULL,
  closing_here bigint NOT NULL,
  movements jsonb NOT NULL,
  explained jsonb NOT NULL,
  opened_to bigint NOT NULL,
  status text NOT NULL DEFAULT 'closed'::text,
  created_by text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  reviewed_by text COLLATE "C",
  reviewed_at timestamp with time zone,
  CONSTRAINT closes_check CHECK ((reviewed_by <> created_by)),
  CONSTRAINT closes_check1 CHECK (((status = 'reviewed'::text) = ((reviewed_by IS NOT NULL) AND (reviewed_at IS NOT NULL)))),
  CONSTRAINT closes_source_check CHECK ((source = ANY (ARRAY['statement'::text, 'lines'::text, 'float'::text]))),
  CONSTRAINT closes_status_check CHECK ((status = ANY (ARRAY['closed'::text, 'reviewed'::text]))),
  CONSTRAINT closes_pkey PRIMARY KEY (id),
  CONSTRAINT closes_rail_day_key UNIQUE (rail, day)
);

CREATE TABLE customer_notes (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  phone text COLLATE "C" NOT NULL,
  text text NOT NULL,
  author text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT customer_notes_world_phone_fkey FOREIGN KEY (world, phone) REFERENCES payers(world, phone) ON DELETE CASCADE,
  CONSTRAINT customer_notes_pkey PRIMARY KEY (world, id)
);

CREATE TABLE data_key_seals (
  purpose text COLLATE "C" NOT NULL,
  generation smallint NOT NULL,
  secret text COLLATE "C" NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT data_key_seals_purpose_generation_fkey FOREIGN KEY (purpose, generation) REFERENCES data_keys(purpose, generation) ON DELETE CASCADE,
  CONSTRAINT data_key_seals_pkey PRIMARY KEY (purpose, generation, secret)
);

CREATE TABLE data_keys (
  purpose text COLLATE "C" NOT NULL,
  generation smallint NOT NULL,
  derived boolean NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  used_from timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT data_keys_generation_check CHECK ((generation > 0)),
  CONSTRAINT data_keys_pkey PRIMARY KEY (purpose, generation)
);

CREATE TABLE database_losses (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  mark text COLLATE "C" NOT NULL,
  expected bigint NOT NULL,
  expected_at timestamp with time zone NOT NULL,
  found bigint,
  detected_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  accepted_by text,
  CONSTRAINT database_losses_check CHECK (((accepted_at IS NULL) = (accepted_by IS NULL))),
  CONSTRAINT database_losses_check1 CHECK ((found < expected)),
  CONSTRAINT database_losses_pkey PRIMARY KEY (id)
);

CREATE TABLE database_marks (
  id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  marked_at timestamp with time zone NOT NULL,
  CONSTRAINT database_marks_pkey PRIMARY KEY (id)
);

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
  kept_until timestamp with time zone NOT NULL DEFAULT 'infinity'::timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  leased_until timestamp with time zone,
  attempts json[] NOT NULL DEFAULT '{}'::json[],
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
  kept_until timestamp with time zone NOT NULL DEFAULT 'infinity'::timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  leased_until timestamp with time zone,
  attempts json[] NOT NULL DEFAULT '{}'::json[],
  CONSTRAINT deliveries_lane CHECK ((lane = ANY (ARRAY[0, 1, 2]))),
  CONSTRAINT deliveries_over_is_kept CHECK (((status = ANY (ARRAY['pending'::text, 'held'::text])) = (kept_until = 'infinity'::timestamp with time zone))),
  CONSTRAINT deliveries_pending_is_due CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  CONSTRAINT deliveries_status CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'dead'::text, 'held'::text]))),
  CONSTRAINT deliveries_open_world_endpoint_id_fkey FOREIGN KEY (world, endpoint_id) REFERENCES webhook_endpoints(world, id),
  CONSTRAINT deliveries_open_world_event_id_fkey FOREIGN KEY (world, event_id) REFERENCES events(world, id),
  CONSTRAINT deliveries_open_pkey PRIMARY KEY (world, id, kept_until)
) PARTITION OF deliveries FOR VALUES FROM ('infinity') TO (MAXVALUE) WITH (fillfactor=45, toast_tuple_target=512);

CREATE TABLE developers (
  id text COLLATE "C" NOT NULL,
  name text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT developers_id_fkey FOREIGN KEY (id) REFERENCES accounts(id),
  CONSTRAINT developers_pkey PRIMARY KEY (id)
);

CREATE TABLE document_keys (
  number integer NOT NULL,
  kid text NOT NULL,
  public_jwk jsonb NOT NULL,
  private_key bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT document_keys_number_check CHECK ((number > 0)),
  CONSTRAINT document_keys_pkey PRIMARY KEY (number),
  CONSTRAINT document_keys_kid_key UNIQUE (kid)
);

CREATE TABLE document_reseals (
  generation smallint NOT NULL,
  reached text COLLATE "C" NOT NULL DEFAULT ''::text,
  ended_at timestamp with time zone,
  CONSTRAINT document_reseals_pkey PRIMARY KEY (generation)
);

CREATE TABLE endpoint_hours (
  world integer NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  hour timestamp with time zone NOT NULL,
  succeeded integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  last_at timestamp with time zone NOT NULL,
  last_succeeded boolean NOT NULL,
  CONSTRAINT endpoint_hours_world_endpoint_id_fkey FOREIGN KEY (world, endpoint_id) REFERENCES webhook_endpoints(world, id) ON DELETE CASCADE,
  CONSTRAINT endpoint_hours_pkey PRIMARY KEY (world, endpoint_id, hour)
) WITH (fillfactor=50);

CREATE TABLE events (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  payload text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  traceparent text,
  CONSTRAINT events_pkey PRIMARY KEY (world, id)
);

CREATE TABLE export_parts (
  document text COLLATE "C" NOT NULL,
  world integer NOT NULL,
  export_id text COLLATE "C" NOT NULL,
  number integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT export_parts_pkey PRIMARY KEY (document),
  CONSTRAINT export_parts_world_export_id_number_key UNIQUE (world, export_id, number)
);

CREATE TABLE export_schedules (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  resource text NOT NULL,
  format text NOT NULL,
  filters jsonb NOT NULL,
  "interval" text NOT NULL,
  time_zone text NOT NULL,
  requested_by text COLLATE "C",
  period_from date NOT NULL,
  next_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT export_schedules_interval_check CHECK (("interval" = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text]))),
  CONSTRAINT export_schedules_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT export_schedules_pkey PRIMARY KEY (world, id)
);

CREATE TABLE exports (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  resource text NOT NULL,
  format text NOT NULL,
  filters jsonb NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  failure jsonb,
  since timestamp with time zone,
  before timestamp with time zone NOT NULL,
  schedule_id text COLLATE "C",
  requested_by text COLLATE "C",
  request jsonb NOT NULL DEFAULT '{}'::jsonb,
  cursor text COLLATE "C",
  progress jsonb,
  rows bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  parts integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  claims integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  completed_at timestamp with time zone,
  failed_at timestamp with time zone,
  expires_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT exports_check CHECK (((due_at IS NULL) = (status = ANY (ARRAY['completed'::text, 'failed'::text])))),
  CONSTRAINT exports_check1 CHECK (((expires_at IS NULL) = (status <> ALL (ARRAY['completed'::text, 'failed'::text])))),
  CONSTRAINT exports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'jsonl'::text]))),
  CONSTRAINT exports_resource_check CHECK ((resource = ANY (ARRAY['payments'::text, 'refunds'::text, 'transfers'::text, 'payouts'::text, 'entries'::text, 'fees'::text]))),
  CONSTRAINT exports_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'completed'::text, 'failed'::text]))),
  CONSTRAINT exports_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT exports_pkey PRIMARY KEY (world, id)
);

CREATE TABLE fees (
  merchant_id text COLLATE "C" NOT NULL,
  livemode boolean NOT NULL,
  currency text NOT NULL,
  basis_points integer NOT NULL,
  fixed bigint NOT NULL,
  charged_on text NOT NULL DEFAULT 'payment'::text,
  schedules jsonb,
  CONSTRAINT fees_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 10000))),
  CONSTRAINT fees_charged_on_check CHECK ((charged_on = ANY (ARRAY['payment'::text, 'payout'::text]))),
  CONSTRAINT fees_fixed_check CHECK ((fixed >= 0)),
  CONSTRAINT fees_schedules_check CHECK ((jsonb_typeof(schedules) = 'object'::text)) NOT VALID,
  CONSTRAINT fees_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT fees_pkey PRIMARY KEY (merchant_id, livemode, currency, charged_on)
);

CREATE TABLE hold_deciders (
  owner_id text COLLATE "C" NOT NULL,
  livemode boolean NOT NULL,
  hold_id text COLLATE "C" NOT NULL,
  world integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT hold_deciders_world_hold_id_fkey FOREIGN KEY (world, hold_id) REFERENCES wallet_holds(world, id) ON DELETE CASCADE,
  CONSTRAINT hold_deciders_pkey PRIMARY KEY (owner_id, livemode, hold_id)
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
  slug text COLLATE "C" NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  origins text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT integrations_origins_check CHECK ((cardinality(origins) <= 20)),
  CONSTRAINT integrations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT integrations_pkey PRIMARY KEY (id),
  CONSTRAINT integrations_slug_key UNIQUE (slug)
);

CREATE TABLE invitations (
  id text COLLATE "C" NOT NULL,
  integration_id text COLLATE "C" NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  token_hash bytea NOT NULL,
  invited_by text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'accountant'::text, 'viewer'::text, 'till'::text]))),
  CONSTRAINT invitations_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integrations(id),
  CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES accounts(id),
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_token_hash_key UNIQUE (token_hash)
);

CREATE TABLE known_networks (
  place bytea NOT NULL,
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT known_networks_pkey PRIMARY KEY (place)
);

CREATE TABLE kyc_documents (
  id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL,
  sha256 bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  stored_at timestamp with time zone,
  used_at timestamp with time zone,
  doomed_at timestamp with time zone,
  CONSTRAINT kyc_documents_check CHECK (((used_at IS NULL) OR ((stored_at IS NOT NULL) AND (doomed_at IS NULL)))),
  CONSTRAINT kyc_documents_content_type_check CHECK ((content_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'application/pdf'::text]))),
  CONSTRAINT kyc_documents_size_check CHECK (((size >= 1) AND (size <= 5242880))),
  CONSTRAINT kyc_documents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT kyc_documents_pkey PRIMARY KEY (id)
);

CREATE TABLE kyc_submissions (
  id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  livemode boolean NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  current boolean NOT NULL DEFAULT true,
  document_type text NOT NULL,
  identity bytea NOT NULL,
  documents text[] NOT NULL,
  tier smallint,
  reason text,
  decided_by text COLLATE "C",
  decided_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT kyc_submissions_check CHECK (((status = ANY (ARRAY['approved'::text, 'rejected'::text])) = (decided_at IS NOT NULL))),
  CONSTRAINT kyc_submissions_check1 CHECK (((decided_at IS NULL) = (decided_by IS NULL))),
  CONSTRAINT kyc_submissions_check2 CHECK (((status = 'rejected'::text) = (reason IS NOT NULL))),
  CONSTRAINT kyc_submissions_check3 CHECK ((current OR (status <> 'pending'::text))),
  CONSTRAINT kyc_submissions_document_type_check CHECK ((document_type = ANY (ARRAY['passport'::text, 'national_id'::text, 'driving_licence'::text, 'voter_card'::text, 'other'::text]))),
  CONSTRAINT kyc_submissions_documents_check CHECK ((cardinality(documents) <= 3)),
  CONSTRAINT kyc_submissions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'superseded'::text]))),
  CONSTRAINT kyc_submissions_tier_check CHECK (((tier >= 1) AND (tier <= 2))),
  CONSTRAINT kyc_submissions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operators(id),
  CONSTRAINT kyc_submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT kyc_submissions_pkey PRIMARY KEY (id)
);

CREATE TABLE ledger_accounts (
  owner text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  CONSTRAINT ledger_accounts_pkey PRIMARY KEY (owner, key)
);

CREATE TABLE ledger_checks (
  one boolean NOT NULL DEFAULT true,
  checked_at timestamp with time zone NOT NULL DEFAULT now(),
  findings integer NOT NULL DEFAULT 0,
  CONSTRAINT ledger_checks_findings_check CHECK ((findings >= 0)),
  CONSTRAINT ledger_checks_one_check CHECK (one),
  CONSTRAINT ledger_checks_pkey PRIMARY KEY (one)
);

CREATE TABLE limits (
  livemode boolean NOT NULL,
  currency text NOT NULL,
  tier smallint NOT NULL,
  single bigint,
  day bigint,
  month bigint,
  balance bigint,
  CONSTRAINT limits_balance_check CHECK (((balance >= 0) AND (balance <= '9007199254740991'::bigint))),
  CONSTRAINT limits_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT limits_day_check CHECK (((day >= 0) AND (day <= '9007199254740991'::bigint))),
  CONSTRAINT limits_month_check CHECK (((month >= 0) AND (month <= '9007199254740991'::bigint))),
  CONSTRAINT limits_single_check CHECK (((single >= 0) AND (single <= '9007199254740991'::bigint))),
  CONSTRAINT limits_tier_check CHECK (((tier >= 0) AND (tier <= 2))),
  CONSTRAINT limits_pkey PRIMARY KEY (livemode, currency, tier)
);

CREATE TABLE matching_rules (
  id text COLLATE "C" NOT NULL,
  rail text,
  place integer NOT NULL,
  name text NOT NULL,
  shape text NOT NULL,
  kinds text[] NOT NULL DEFAULT '{}'::text[],
  compare text[] NOT NULL,
  window_hours integer NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_by text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT matching_rules_shape_check CHECK ((shape = ANY (ARRAY['one_to_one'::text, 'entries_to_line'::text, 'lines_to_entry'::text]))),
  CONSTRAINT matching_rules_window_hours_check CHECK (((window_hours >= 1) AND (window_hours <= 720))),
  CONSTRAINT matching_rules_pkey PRIMARY KEY (id)
);

CREATE TABLE memberships (
  integration_id text COLLATE "C" NOT NULL,
  developer_id text COLLATE "C" NOT NULL,
  role text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  live_since timestamp with time zone,
  CONSTRAINT memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'accountant'::text, 'viewer'::text, 'till'::text]))),
  CONSTRAINT memberships_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES developers(id),
  CONSTRAINT memberships_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integrations(id),
  CONSTRAINT memberships_pkey PRIMARY KEY (integration_id, developer_id)
);

CREATE TABLE merchant_logos (
  merchant_id text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  type text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT merchant_logos_bytes_check CHECK ((octet_length(bytes) <= 6144)),
  CONSTRAINT merchant_logos_type_check CHECK ((type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))),
  CONSTRAINT merchant_logos_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  CONSTRAINT merchant_logos_pkey PRIMARY KEY (merchant_id)
);

CREATE TABLE merchants (
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  live_approved_at timestamp with time zone,
  receipts text NOT NULL DEFAULT 'none'::text,
  time_zone text,
  fee_bearer text NOT NULL DEFAULT 'merchant'::text,
  CONSTRAINT merchants_fee_bearer CHECK ((fee_bearer = ANY (ARRAY['merchant'::text, 'payer'::text]))) NOT VALID,
  CONSTRAINT merchants_receipts_check CHECK ((receipts = ANY (ARRAY['none'::text, 'sms'::text, 'email'::text, 'both'::text]))),
  CONSTRAINT merchants_pkey PRIMARY KEY (id)
);

CREATE TABLE messages (
  id text COLLATE "C" NOT NULL,
  world integer,
  lane integer NOT NULL DEFAULT COALESCE(world, 0),
  channel text NOT NULL,
  recipient text NOT NULL,
  kind text NOT NULL,
  about text COLLATE "C",
  source text COLLATE "C",
  sealed bytea,
  status text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  claims integer NOT NULL DEFAULT 0,
  error text,
  due_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  sent_at timestamp with time zone,
  CONSTRAINT messages_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text]))),
  CONSTRAINT messages_check CHECK (((due_at IS NOT NULL) = (status = 'waiting'::text))),
  CONSTRAINT messages_check1 CHECK (((sealed IS NOT NULL) OR (status <> 'waiting'::text))),
  CONSTRAINT messages_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'dead'::text, 'test'::text]))),
  CONSTRAINT messages_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT messages_pkey PRIMARY KEY (id)
);

CREATE TABLE migrations (
  name text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  works_with text,
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE movements (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  owner_id text COLLATE "C" NOT NULL,
  legs jsonb NOT NULL,
  reverses text COLLATE "C",
  reverses_world integer,
  reference text COLLATE "C",
  description text,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT movements_check CHECK (((reverses IS NULL) = (reverses_world IS NULL))),
  CONSTRAINT movements_legs_check CHECK ((jsonb_typeof(legs) = 'array'::text)),
  CONSTRAINT movements_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT movements_pkey PRIMARY KEY (world, id)
);

CREATE TABLE old_spellings (
  spelling text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  CONSTRAINT old_spellings_pkey PRIMARY KEY (spelling)
);

CREATE TABLE open_items (
  rail text NOT NULL,
  side text NOT NULL,
  item text COLLATE "C" NOT NULL,
  result text NOT NULL,
  amount bigint NOT NULL,
  day date NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  timing_until date,
  case_id text COLLATE "C",
  gross bigint,
  at timestamp with time zone,
  kind text,
  reference text,
  CONSTRAINT open_items_result_check CHECK ((result = ANY (ARRAY['waiting'::text, 'missing_there'::text, 'missing_here'::text, 'amount_differs'::text, 'fee_differs'::text, 'duplicate_there'::text, 'ambiguous'::text, 'reversed'::text]))),
  CONSTRAINT open_items_side_check CHECK ((side = ANY (ARRAY['there'::text, 'here'::text]))),
  CONSTRAINT open_items_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id),
  CONSTRAINT open_items_pkey PRIMARY KEY (rail, side, item)
);

CREATE TABLE opening_balances (
  approval_id text COLLATE "C" NOT NULL,
  line integer NOT NULL,
  livemode boolean NOT NULL,
  wallet_id text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  reference text COLLATE "C" NOT NULL,
  "position" bigint,
  CONSTRAINT opening_balances_amount_check CHECK ((amount > 0)),
  CONSTRAINT opening_balances_line_check CHECK ((line > 0)),
  CONSTRAINT opening_balances_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approvals(id),
  CONSTRAINT opening_balances_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id),
  CONSTRAINT opening_balances_pkey PRIMARY KEY (approval_id, line)
);

CREATE TABLE operators (
  id text COLLATE "C" NOT NULL,
  name text,
  role text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT operators_role_check CHECK ((role = ANY (ARRAY['support'::text, 'compliance'::text, 'finance'::text, 'admin'::text]))),
  CONSTRAINT operators_id_fkey FOREIGN KEY (id) REFERENCES accounts(id),
  CONSTRAINT operators_pkey PRIMARY KEY (id)
);

CREATE TABLE parked_settlements (
  id text COLLATE "C" NOT NULL,
  world integer NOT NULL,
  kind text NOT NULL,
  record_id text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  wallet_id text COLLATE "C" NOT NULL,
  suspense_wallet text COLLATE "C",
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  resolved_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT parked_settlements_amount_check CHECK ((amount > 0)),
  CONSTRAINT parked_settlements_check CHECK (((suspense_wallet IS NULL) OR (kind = 'payment'::text))),
  CONSTRAINT parked_settlements_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'payout'::text, 'payout_item'::text]))),
  CONSTRAINT parked_settlements_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT parked_settlements_pkey PRIMARY KEY (id)
);

CREATE TABLE payers (
  world integer NOT NULL,
  phone text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL DEFAULT (customer_id_time() || customer_id_end((gen_random_uuid())::text)),
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT payers_pkey PRIMARY KEY (world, phone)
);

CREATE TABLE payment_links (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  active boolean NOT NULL DEFAULT true,
  title text,
  description text,
  amount bigint,
  min_amount bigint,
  max_amount bigint,
  currency text NOT NULL,
  max_quantity integer NOT NULL,
  use text NOT NULL,
  stock integer,
  reserved integer NOT NULL DEFAULT 0,
  sold integer NOT NULL DEFAULT 0,
  ask jsonb NOT NULL,
  success_url text,
  rails jsonb,
  locale text,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  expires_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  branch_id text COLLATE "C",
  fee_bearer text NOT NULL DEFAULT 'merchant'::text,
  CONSTRAINT payment_links_amount_check CHECK ((amount > 0)),
  CONSTRAINT payment_links_bearer CHECK ((fee_bearer = ANY (ARRAY['merchant'::text, 'payer'::text]))) NOT VALID,
  CONSTRAINT payment_links_check CHECK ((max_amount >= COALESCE(min_amount, (1)::bigint))),
  CONSTRAINT payment_links_check1 CHECK (((amount IS NULL) OR ((min_amount IS NULL) AND (max_amount IS NULL)))),
  CONSTRAINT payment_links_max_quantity_check CHECK ((max_quantity > 0)),
  CONSTRAINT payment_links_min_amount_check CHECK ((min_amount > 0)),
  CONSTRAINT payment_links_once CHECK (((use = 'many'::text) OR (reserved = 0) OR (sold = 0))),
  CONSTRAINT payment_links_reserved_check CHECK ((reserved >= 0)),
  CONSTRAINT payment_links_sold_check CHECK ((sold >= 0)),
  CONSTRAINT payment_links_stock CHECK (((stock IS NULL) OR ((reserved + sold) <= stock))),
  CONSTRAINT payment_links_stock_check CHECK ((stock > 0)),
  CONSTRAINT payment_links_use_check CHECK ((use = ANY (ARRAY['many'::text, 'once'::text]))),
  CONSTRAINT payment_links_branch_fkey FOREIGN KEY (world, branch_id) REFERENCES branches(world, id) NOT VALID,
  CONSTRAINT payment_links_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT payment_links_pkey PRIMARY KEY (world, id),
  CONSTRAINT payment_links_code_key UNIQUE (code)
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
  payer_wallet_id text COLLATE "C",
  sent_at timestamp with time zone,
  not_found smallint NOT NULL DEFAULT 0,
  rail_handle text,
  route text,
  success_url text,
  cancel_url text,
  sealed_code text,
  reversed_at timestamp with time zone,
  checkout_session text COLLATE "C",
  receipt_email text,
  branch_id text COLLATE "C",
  split jsonb,
  capture_before timestamp with time zone,
  authorized bigint,
  captured bigint,
  fee_rate jsonb,
  price bigint,
  tax bigint NOT NULL DEFAULT 0,
  fee_on_refund text NOT NULL DEFAULT 'kept'::text,
  fee_returned bigint NOT NULL DEFAULT 0,
  tax_returned bigint NOT NULL DEFAULT 0,
  CONSTRAINT payments_amount_check CHECK ((amount > 0)),
  CONSTRAINT payments_amount_refunded_check CHECK ((amount_refunded >= 0)),
  CONSTRAINT payments_amount_refunding_check CHECK ((amount_refunding >= 0)),
  CONSTRAINT payments_check CHECK (((fee >= 0) AND (fee <= amount))),
  CONSTRAINT payments_fee_on_refund CHECK (
CASE fee_on_refund
    WHEN 'kept'::text THEN ((fee_returned = 0) AND (tax_returned = 0))
    WHEN 'returned'::text THEN (((fee_returned >= 0) AND (fee_returned <= fee)) AND ((tax_returned >= 0) AND (tax_returned <= tax)) AND ((price IS NULL) OR (((fee_returned = 0) AND (tax_returned = 0)) OR ((fee_returned = fee) AND (tax_returned = tax)))))
    ELSE false
END) NOT VALID,
  CONSTRAINT payments_final_states CHECK ((((status = 'succeeded'::text) = (succeeded_at IS NOT NULL)) AND ((status = 'failed'::text) = (failed_at IS NOT NULL)) AND ((status = 'failed'::text) = (failure IS NOT NULL)) AND ((due_at IS NULL) OR (status = ANY (ARRAY['pending'::text, 'requires_action'::text, 'processing'::text]))))),
  CONSTRAINT payments_manual_capture CHECK (((num_nulls(capture_before, authorized, captured, fee_rate) = ANY (ARRAY[0, 4])) AND ((status <> 'requires_capture'::text) OR (captured IS NOT NULL)) AND ((captured IS NULL) OR ((captured >= 0) AND (captured <= authorized) AND
CASE status
    WHEN 'succeeded'::text THEN (captured = amount)
    WHEN 'requires_capture'::text THEN (amount = authorized)
    ELSE (captured = 0)
END)))) NOT VALID,
  CONSTRAINT payments_payer_is_of_the_wallet_rail CHECK (((payer_wallet_id IS NULL) OR (rail = 'wallet'::text))),
  CONSTRAINT payments_price CHECK (((price IS NULL) OR ((price >= 0) AND (price = ((amount - fee) - tax)) AND (((amount_refunded + amount_refunding) <= price) OR ((amount_refunded + amount_refunding) = amount)) AND (captured IS NULL) AND (split IS NULL)))) NOT VALID,
  CONSTRAINT payments_rail_handle_check CHECK ((length(rail_handle) <= 1024)),
  CONSTRAINT payments_refunds_within_amount CHECK (((amount_refunded + amount_refunding) <= amount)),
  CONSTRAINT payments_reversal CHECK (((reversed_at IS NULL) OR (status = 'succeeded'::text))) NOT VALID,
  CONSTRAINT payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'requires_action'::text, 'processing'::text, 'requires_capture'::text, 'succeeded'::text, 'failed'::text]))) NOT VALID,
  CONSTRAINT payments_tax_check CHECK (((tax >= 0) AND ((fee + tax) <= amount))) NOT VALID,
  CONSTRAINT payments_wallet_rail_has_its_payer CHECK (((rail <> 'wallet'::text) OR (status <> 'succeeded'::text) OR (payer_wallet_id IS NOT NULL))),
  CONSTRAINT payments_payer_wallet_id_fkey FOREIGN KEY (payer_wallet_id) REFERENCES wallets(id),
  CONSTRAINT payments_pkey PRIMARY KEY (world, id)
) WITH (fillfactor=40);

CREATE TABLE payout_beneficiaries (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  recipient text NOT NULL,
  name text NOT NULL,
  reference text,
  groups text[] NOT NULL DEFAULT '{}'::text[],
  amount bigint,
  currency text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  name_match text,
  name_checked_at timestamp with time zone,
  CONSTRAINT payout_beneficiaries_amount_check CHECK ((amount > 0)),
  CONSTRAINT payout_beneficiaries_check CHECK (((amount IS NULL) = (currency IS NULL))),
  CONSTRAINT payout_beneficiaries_check1 CHECK (((name_match IS NULL) = (name_checked_at IS NULL))),
  CONSTRAINT payout_beneficiaries_name_match_check CHECK ((name_match = ANY (ARRAY['full'::text, 'partial'::text, 'none'::text, 'unknown'::text]))),
  CONSTRAINT payout_beneficiaries_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT payout_beneficiaries_pkey PRIMARY KEY (world, id),
  CONSTRAINT payout_beneficiaries_recipient_world_key UNIQUE (recipient, world)
);

CREATE TABLE payout_days (
  account_id text COLLATE "C" NOT NULL,
  livemode boolean NOT NULL,
  currency text COLLATE "C" NOT NULL,
  day date NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT payout_days_amount_check CHECK ((amount > 0)),
  CONSTRAINT payout_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT payout_days_pkey PRIMARY KEY (account_id, livemode, currency, day)
);

CREATE TABLE payout_items (
  world integer NOT NULL,
  payout_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  recipient text NOT NULL,
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  failure jsonb,
  wallet_id text COLLATE "C",
  rail text,
  rail_reference text,
  reference text,
  description text,
  name text,
  updated_at timestamp with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  due_at timestamp with time zone,
  asked integer NOT NULL DEFAULT 0,
  sent_at timestamp with time zone,
  not_found smallint NOT NULL DEFAULT 0,
  rail_handle text,
  name_match text,
  tax bigint NOT NULL DEFAULT 0,
  provider_reference text COLLATE "C",
  reference_asked integer,
  CONSTRAINT payout_items_amount_check CHECK ((amount > 0)),
  CONSTRAINT payout_items_asked_by_reference CHECK (((provider_reference IS NULL) OR (asked = COALESCE(reference_asked, 0)))) NOT VALID,
  CONSTRAINT payout_items_fee CHECK ((fee >= 0)) NOT VALID,
  CONSTRAINT payout_items_rail_handle_check CHECK ((length(rail_handle) <= 1024)),
  CONSTRAINT payout_items_states CHECK ((((status = ANY (ARRAY['failed'::text, 'returned'::text])) = (failure IS NOT NULL)) AND ((due_at IS NULL) OR (status = 'processing'::text)))) NOT VALID,
  CONSTRAINT payout_items_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'succeeded'::text, 'failed'::text, 'returned'::text]))) NOT VALID,
  CONSTRAINT payout_items_tax_check CHECK ((tax >= 0)) NOT VALID,
  CONSTRAINT payout_items_pkey PRIMARY KEY (world, payout_id, id)
) WITH (fillfactor=50);

CREATE TABLE payout_schedules (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text NOT NULL,
  name text NOT NULL,
  wallet_id text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  rail text,
  items jsonb NOT NULL,
  count integer NOT NULL,
  amount bigint NOT NULL,
  "interval" text NOT NULL,
  first_date date NOT NULL,
  local_time text NOT NULL,
  time_zone text NOT NULL,
  until date,
  notice_hours integer NOT NULL,
  run integer NOT NULL DEFAULT 0,
  run_at timestamp with time zone,
  noticed boolean NOT NULL DEFAULT false,
  due_at timestamp with time zone,
  last_run jsonb,
  requested_by text COLLATE "C" NOT NULL,
  approved_by text COLLATE "C",
  approved_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  kind text NOT NULL DEFAULT 'payout'::text,
  rule text,
  skipped date[] NOT NULL DEFAULT '{}'::date[],
  rule_due_at timestamp with time zone,
  fee_bearer text NOT NULL DEFAULT 'merchant'::text,
  CONSTRAINT payout_schedules_amount_check CHECK ((amount > 0)),
  CONSTRAINT payout_schedules_check CHECK (((due_at IS NULL) OR ((status = 'active'::text) AND (run_at IS NOT NULL)))),
  CONSTRAINT payout_schedules_check1 CHECK (((status <> 'active'::text) OR (approved_by IS NOT NULL))),
  CONSTRAINT payout_schedules_check2 CHECK (((approved_by IS NULL) = (approved_at IS NULL))),
  CONSTRAINT payout_schedules_check3 CHECK ((("interval" = 'rule'::text) = (rule IS NOT NULL))),
  CONSTRAINT payout_schedules_check4 CHECK (((kind = 'payout'::text) OR ((count = 1) AND (rail IS NULL)))),
  CONSTRAINT payout_schedules_check5 CHECK (((due_at IS NULL) OR ((kind = 'payout'::text) AND (rule IS NULL) AND (skipped = '{}'::date[])))),
  CONSTRAINT payout_schedules_check6 CHECK (((rule_due_at IS NULL) OR ((due_at IS NULL) AND (status = 'active'::text) AND (run_at IS NOT NULL)))),
  CONSTRAINT payout_schedules_check7 CHECK (((fee_bearer = 'merchant'::text) OR ((fee_bearer = 'receiver'::text) AND (kind = 'payout'::text)))),
  CONSTRAINT payout_schedules_count_check CHECK ((count > 0)),
  CONSTRAINT payout_schedules_interval_check CHECK (("interval" = ANY (ARRAY['once'::text, 'weekly'::text, 'monthly'::text, 'rule'::text]))),
  CONSTRAINT payout_schedules_kind_check CHECK ((kind = ANY (ARRAY['payout'::text, 'transfer'::text]))),
  CONSTRAINT payout_schedules_notice_hours_check CHECK ((notice_hours >= 0)),
  CONSTRAINT payout_schedules_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'paused'::text, 'ended'::text]))),
  CONSTRAINT payout_schedules_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id) ON DELETE CASCADE,
  CONSTRAINT payout_schedules_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT payout_schedules_pkey PRIMARY KEY (world, id)
);

CREATE TABLE payouts (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text NOT NULL,
  wallet_id text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  count integer NOT NULL,
  amount bigint NOT NULL,
  succeeded_count integer NOT NULL DEFAULT 0,
  succeeded_amount bigint NOT NULL DEFAULT 0,
  failed_count integer NOT NULL DEFAULT 0,
  failed_amount bigint NOT NULL DEFAULT 0,
  fee bigint NOT NULL DEFAULT 0,
  reference text COLLATE "C",
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  request jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  cursor text COLLATE "C" NOT NULL DEFAULT ''::text,
  due_at timestamp with time zone,
  approval text,
  requested_by text COLLATE "C",
  decided_by text COLLATE "C",
  decided_at timestamp with time zone,
  rejection_reason text,
  repeated_recipients integer NOT NULL DEFAULT 0,
  rail text,
  names_due_at timestamp with time zone,
  names_cursor text COLLATE "C" NOT NULL DEFAULT ''::text,
  returned_count integer NOT NULL DEFAULT 0,
  returned_amount bigint NOT NULL DEFAULT 0,
  asked bigint,
  tax bigint NOT NULL DEFAULT 0,
  CONSTRAINT payouts_amount_check CHECK ((amount > 0)),
  CONSTRAINT payouts_approval_check CHECK ((approval = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
  CONSTRAINT payouts_approval_names_who CHECK ((((approval IS NULL) = (requested_by IS NULL)) AND (COALESCE((approval = ANY (ARRAY['approved'::text, 'rejected'::text])), false) = (decided_by IS NOT NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL)) AND (COALESCE((approval = 'rejected'::text), false) = (rejection_reason IS NOT NULL)))),
  CONSTRAINT payouts_asked CHECK (((asked IS NULL) OR (asked >= amount))) NOT VALID,
  CONSTRAINT payouts_count_check CHECK ((count > 0)),
  CONSTRAINT payouts_failed_amount_check CHECK ((failed_amount >= 0)),
  CONSTRAINT payouts_failed_count_check CHECK ((failed_count >= 0)),
  CONSTRAINT payouts_fee_check CHECK ((fee >= 0)),
  CONSTRAINT payouts_returned_amount_check CHECK ((returned_amount >= 0)),
  CONSTRAINT payouts_returned_count_check CHECK ((returned_count >= 0)),
  CONSTRAINT payouts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'canceled'::text]))),
  CONSTRAINT payouts_succeeded_amount_check CHECK ((succeeded_amount >= 0)),
  CONSTRAINT payouts_succeeded_count_check CHECK ((succeeded_count >= 0)),
  CONSTRAINT payouts_take_two CHECK ((decided_by <> requested_by)),
  CONSTRAINT payouts_tax_check CHECK ((tax >= 0)) NOT VALID,
  CONSTRAINT payouts_totals CHECK (((((succeeded_count + failed_count) + returned_count) <= count) AND (((succeeded_amount + failed_amount) + returned_amount) <= amount) AND ((status = 'completed'::text) = (((succeeded_count + failed_count) + returned_count) = count)) AND ((status = 'completed'::text) = (completed_at IS NOT NULL)) AND ((status <> ALL (ARRAY['pending'::text, 'canceled'::text])) OR (((succeeded_count + failed_count) + returned_count) = 0)) AND ((due_at IS NULL) OR (status = ANY (ARRAY['pending'::text, 'processing'::text]))))) NOT VALID,
  CONSTRAINT payouts_wait_for_approval CHECK (
CASE approval
    WHEN 'pending'::text THEN ((status = ANY (ARRAY['pending'::text, 'canceled'::text])) AND (due_at IS NULL))
    WHEN 'rejected'::text THEN (status = 'canceled'::text)
    ELSE true
END),
  CONSTRAINT payouts_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id),
  CONSTRAINT payouts_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES accounts(id),
  CONSTRAINT payouts_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id),
  CONSTRAINT payouts_world_fkey FOREIGN KEY (world) REFERENCES worlds(id),
  CONSTRAINT payouts_pkey PRIMARY KEY (world, id)
) WITH (fillfactor=50);

CREATE TABLE person_erasures (
  id text COLLATE "C" NOT NULL,
  entry jsonb NOT NULL,
  erased_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  done_at timestamp with time zone,
  subject bytea,
  kept_until timestamp with time zone,
  kept bytea,
  doomed text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT person_erasures_check CHECK (((kept IS NULL) OR (kept_until IS NOT NULL))),
  CONSTRAINT person_erasures_pkey PRIMARY KEY (id)
);

CREATE TABLE person_export_parts (
  document text COLLATE "C" NOT NULL,
  approval_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT person_export_parts_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES person_requests(approval_id),
  CONSTRAINT person_export_parts_pkey PRIMARY KEY (document)
);

CREATE TABLE person_keys (
  erasure_id text COLLATE "C" NOT NULL,
  key bytea NOT NULL,
  CONSTRAINT person_keys_erasure_id_fkey FOREIGN KEY (erasure_id) REFERENCES person_erasures(id),
  CONSTRAINT person_keys_pkey PRIMARY KEY (erasure_id)
);

CREATE TABLE person_requests (
  approval_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  status text NOT NULL DEFAULT 'asked'::text,
  subject bytea,
  pseudonym text COLLATE "C" NOT NULL,
  due_at timestamp with time zone,
  failures integer NOT NULL DEFAULT 0,
  error text,
  rows bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  completed_at timestamp with time zone,
  expires_at timestamp with time zone,
  downloaded_by text COLLATE "C",
  downloaded_at timestamp with time zone,
  CONSTRAINT person_requests_check CHECK (((due_at IS NOT NULL) = (status = 'waiting'::text))),
  CONSTRAINT person_requests_kind_check CHECK ((kind = ANY (ARRAY['export'::text, 'erasure'::text]))),
  CONSTRAINT person_requests_status_check CHECK ((status = ANY (ARRAY['asked'::text, 'waiting'::text, 'completed'::text, 'failed'::text]))),
  CONSTRAINT person_requests_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approvals(id),
  CONSTRAINT person_requests_downloaded_by_fkey FOREIGN KEY (downloaded_by) REFERENCES operators(id),
  CONSTRAINT person_requests_pkey PRIMARY KEY (approval_id)
);

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
  xid xid8 DEFAULT pg_current_xact_id(),
  CONSTRAINT postings_amount_check CHECK ((amount > 0)),
  CONSTRAINT postings_check CHECK ((debit_wallet <> credit_wallet)),
  CONSTRAINT postings_deletion_in_test CHECK (((kind <> 'deletion'::text) OR (NOT livemode))) NOT VALID,
  CONSTRAINT postings_kind_check CHECK ((kind = ANY (ARRAY['transfer'::text, 'payment'::text, 'fee'::text, 'refund'::text, 'funding'::text, 'adjustment'::text, 'payout'::text, 'deletion'::text, 'provider_fee'::text, 'float'::text, 'suspense'::text, 'reversal'::text, 'return'::text, 'capture'::text, 'split'::text, 'tax'::text, 'opening'::text, 'fee_return'::text, 'tax_return'::text]))) NOT VALID,
  CONSTRAINT postings_xid_given CHECK ((xid IS NOT NULL)) NOT VALID,
  CONSTRAINT postings_pkey PRIMARY KEY (debit_wallet, "position"),
  CONSTRAINT postings_credit_wallet_position_key UNIQUE (credit_wallet, "position")
);

CREATE TABLE rail_callbacks (
  id text COLLATE "C" NOT NULL,
  rail text NOT NULL,
  livemode boolean NOT NULL,
  received_at timestamp with time zone NOT NULL,
  times integer NOT NULL DEFAULT 1,
  last_at timestamp with time zone NOT NULL,
  method text NOT NULL,
  query text,
  source text NOT NULL,
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  digest bytea NOT NULL,
  record text COLLATE "C",
  handle text,
  outcome text NOT NULL,
  result text,
  due_at timestamp with time zone,
  asked integer NOT NULL DEFAULT 0,
  CONSTRAINT rail_callbacks_outcome_check CHECK ((outcome = ANY (ARRAY['asked'::text, 'waiting'::text, 'confirmed'::text, 'contradicted'::text, 'unanswered'::text, 'incoming'::text, 'noted'::text, 'unknown_record'::text, 'source_refused'::text, 'unreadable'::text]))),
  CONSTRAINT rail_callbacks_pkey PRIMARY KEY (id)
);

CREATE TABLE rail_calls (
  rail text NOT NULL,
  operation text NOT NULL,
  slot timestamp with time zone NOT NULL,
  attempts bigint NOT NULL,
  failures bigint NOT NULL,
  declined bigint NOT NULL,
  last_success_at timestamp with time zone,
  last_failure_at timestamp with time zone,
  CONSTRAINT rail_calls_operation_check CHECK ((operation = ANY (ARRAY['collect'::text, 'check'::text, 'withdraw'::text, 'refund'::text, 'check_refund'::text, 'pay_out'::text, 'check_pay_out'::text, 'look_up'::text, 'balance'::text, 'statement'::text, 'refresh'::text]))),
  CONSTRAINT rail_calls_pkey PRIMARY KEY (slot, rail, operation)
);

CREATE TABLE rail_entries (
  rail text NOT NULL,
  "position" bigint NOT NULL,
  source text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  amount bigint NOT NULL,
  booked_on date NOT NULL,
  handle text COLLATE "C",
  receipt text COLLATE "C",
  phone text,
  match text COLLATE "C",
  result text,
  rule text,
  led_by text COLLATE "C",
  CONSTRAINT rail_entries_pkey PRIMARY KEY (rail, "position")
) WITH (fillfactor=40);

CREATE TABLE rail_floats (
  rail text COLLATE "C" NOT NULL,
  livemode boolean NOT NULL,
  currency text NOT NULL,
  available bigint,
  booked bigint NOT NULL DEFAULT 0,
  minimum bigint,
  measured_at timestamp with time zone,
  error text,
  claimed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT rail_floats_pkey PRIMARY KEY (rail)
);

CREATE TABLE rail_incoming (
  id text COLLATE "C" NOT NULL,
  rail text NOT NULL,
  receipt text NOT NULL,
  livemode boolean NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  at timestamp with time zone NOT NULL,
  payer text,
  account_text text,
  status text NOT NULL DEFAULT 'new'::text,
  callback text COLLATE "C",
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT rail_incoming_amount_check CHECK ((amount > 0)),
  CONSTRAINT rail_incoming_status_check CHECK ((status = ANY (ARRAY['new'::text, 'confirmed'::text, 'posted'::text]))),
  CONSTRAINT rail_incoming_pkey PRIMARY KEY (id),
  CONSTRAINT rail_incoming_rail_receipt_key UNIQUE (rail, receipt)
);

CREATE TABLE rail_memory (
  phone text COLLATE "C" NOT NULL,
  livemode boolean NOT NULL,
  direction text NOT NULL,
  rail text COLLATE "C" NOT NULL,
  worked_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT rail_memory_direction_check CHECK ((direction = ANY (ARRAY['collect'::text, 'payout'::text]))),
  CONSTRAINT rail_memory_pkey PRIMARY KEY (phone, livemode, direction, rail)
);

CREATE TABLE rail_payout_days (
  rail text COLLATE "C" NOT NULL,
  day date NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT rail_payout_days_amount_check CHECK ((amount >= 0)),
  CONSTRAINT rail_payout_days_pkey PRIMARY KEY (rail, day)
);

CREATE TABLE rails (
  id text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  provider text NOT NULL,
  country text NOT NULL,
  currency text NOT NULL,
  livemode boolean NOT NULL,
  merchant text COLLATE "C",
  base_url text NOT NULL,
  credentials bytea,
  fingerprint text NOT NULL,
  proposed_base_url text,
  proposed_credentials bytea,
  proposed_fingerprint text,
  approved_by text[] COLLATE "C",
  prefixes text[] NOT NULL DEFAULT '{}'::text[],
  minimum bigint,
  maximum bigint,
  priority integer NOT NULL DEFAULT 100,
  calls_per_second integer,
  concurrency integer,
  payout_day_maximum bigint,
  float_minimum bigint,
  callback_sources text[] NOT NULL DEFAULT '{}'::text[],
  status text NOT NULL,
  status_reason text,
  status_until timestamp with time zone,
  paused_by text,
  probe_at timestamp with time zone,
  probes integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  removed_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  scheme jsonb,
  proposed_scheme jsonb,
  CONSTRAINT rails_bounds CHECK ((minimum <= maximum)),
  CONSTRAINT rails_calls_per_second_check CHECK ((calls_per_second > 0)),
  CONSTRAINT rails_concurrency_check CHECK ((concurrency > 0)),
  CONSTRAINT rails_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT rails_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT rails_float_minimum_check CHECK ((float_minimum > 0)),
  CONSTRAINT rails_keep_credentials CHECK (((removed_at IS NULL) = (credentials IS NOT NULL))),
  CONSTRAINT rails_live_is_approved CHECK (((NOT livemode) OR (status = 'paused'::text) OR (approved_by IS NOT NULL))),
  CONSTRAINT rails_maximum_check CHECK ((maximum > 0)),
  CONSTRAINT rails_minimum_check CHECK ((minimum > 0)),
  CONSTRAINT rails_name_who_paused CHECK (((status = 'paused'::text) = (paused_by IS NOT NULL))),
  CONSTRAINT rails_paused_by_check CHECK ((paused_by = ANY (ARRAY['operator'::text, 'service'::text]))),
  CONSTRAINT rails_payout_day_maximum_check CHECK ((payout_day_maximum > 0)),
  CONSTRAINT rails_probe CHECK (((probe_at IS NULL) OR (COALESCE(paused_by, ''::text) = 'service'::text))),
  CONSTRAINT rails_propose CHECK ((((proposed_base_url IS NULL) = (proposed_credentials IS NULL)) AND ((proposed_base_url IS NULL) = (proposed_fingerprint IS NULL)))),
  CONSTRAINT rails_slug_check CHECK (((slug ~ '^[a-z][a-z0-9-]{1,29}$'::text) AND (slug <> ALL (ARRAY['sandbox'::text, 'wallet'::text])))),
  CONSTRAINT rails_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'paused'::text, 'closed'::text]))),
  CONSTRAINT rails_take_two CHECK (((approved_by IS NULL) OR ((cardinality(approved_by) = 2) AND (approved_by[1] <> approved_by[2])))),
  CONSTRAINT rails_pkey PRIMARY KEY (id),
  CONSTRAINT rails_slug_key UNIQUE (slug)
);

CREATE TABLE receipt_cursors (
  world integer NOT NULL,
  xid xid8 NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  item_id text COLLATE "C" NOT NULL DEFAULT ''::text,
  CONSTRAINT receipt_cursors_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT receipt_cursors_pkey PRIMARY KEY (world)
);

CREATE TABLE receipt_stops (
  recipient text COLLATE "C" NOT NULL,
  livemode boolean NOT NULL,
  merchant_id text COLLATE "C",
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT receipt_stops_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE
);

CREATE TABLE receipts (
  id text COLLATE "C" NOT NULL,
  world integer NOT NULL,
  kind text NOT NULL,
  record_id text COLLATE "C" NOT NULL,
  payout_id text COLLATE "C",
  token_hash bytea NOT NULL,
  sealed_token bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  revoked_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT receipts_check CHECK (((payout_id IS NOT NULL) = (kind = 'payout_item'::text))),
  CONSTRAINT receipts_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'payout_item'::text]))),
  CONSTRAINT receipts_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT receipts_pkey PRIMARY KEY (id),
  CONSTRAINT receipts_token_hash_key UNIQUE (token_hash)
);

CREATE TABLE reconciled_rails (
  rail text NOT NULL,
  livemode boolean NOT NULL,
  currency text NOT NULL,
  layout text NOT NULL,
  account text,
  time_zone text NOT NULL,
  delay_days smallint NOT NULL DEFAULT 1,
  posts_fees boolean NOT NULL DEFAULT true,
  read_to timestamp with time zone,
  pickup jsonb,
  pickup_credentials bytea,
  picked_up_at timestamp with time zone,
  copied_to bigint NOT NULL DEFAULT 0,
  opened_to bigint NOT NULL DEFAULT 0,
  closed_to date,
  claimed_at timestamp with time zone,
  done_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  opened_from date,
  asked_at timestamp with time zone,
  CONSTRAINT reconciled_rails_delay_days_check CHECK (((delay_days >= 0) AND (delay_days <= 30))),
  CONSTRAINT reconciled_rails_pkey PRIMARY KEY (rail)
);

CREATE TABLE recovery_codes (
  account_id text COLLATE "C" NOT NULL,
  hash bytea NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (account_id, hash)
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
  customer text NOT NULL,
  sent_at timestamp with time zone,
  not_found smallint NOT NULL DEFAULT 0,
  rail_handle text,
  traceparent text,
  split jsonb,
  fee_returned bigint NOT NULL DEFAULT 0,
  tax_returned bigint NOT NULL DEFAULT 0,
  CONSTRAINT refunds_amount_check CHECK ((amount > 0)),
  CONSTRAINT refunds_fee_returned CHECK (((fee_returned >= 0) AND (tax_returned >= 0) AND ((status = 'succeeded'::text) OR ((fee_returned = 0) AND (tax_returned = 0))))) NOT VALID,
  CONSTRAINT refunds_final_states CHECK ((((status = 'succeeded'::text) = (succeeded_at IS NOT NULL)) AND ((status = 'failed'::text) = (failed_at IS NOT NULL)) AND ((status = 'failed'::text) = (failure IS NOT NULL)) AND ((due_at IS NULL) OR (status = 'pending'::text)))),
  CONSTRAINT refunds_rail_handle_check CHECK ((length(rail_handle) <= 1024)),
  CONSTRAINT refunds_reason_check CHECK ((reason = ANY (ARRAY['requested_by_customer'::text, 'duplicate'::text, 'fraudulent'::text]))),
  CONSTRAINT refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))),
  CONSTRAINT refunds_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id),
  CONSTRAINT refunds_world_fkey FOREIGN KEY (world) REFERENCES worlds(id),
  CONSTRAINT refunds_world_payment_id_fkey FOREIGN KEY (world, payment_id) REFERENCES payments(world, id),
  CONSTRAINT refunds_pkey PRIMARY KEY (world, id)
);

CREATE TABLE registration_invitations (
  phone text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT registration_invitations_pkey PRIMARY KEY (phone)
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
  failures integer NOT NULL DEFAULT 0,
  next_at timestamp with time zone DEFAULT now(),
  CONSTRAINT replays_delivery_status_check CHECK ((delivery_status = ANY (ARRAY['dead'::text, 'held'::text, 'failed'::text, 'all'::text]))),
  CONSTRAINT replays_world_endpoint_id_fkey FOREIGN KEY (world, endpoint_id) REFERENCES webhook_endpoints(world, id),
  CONSTRAINT replays_pkey PRIMARY KEY (world, id)
);

CREATE TABLE request_log (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  at timestamp with time zone NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status smallint NOT NULL,
  duration_ms integer NOT NULL,
  error_code text,
  key_id text COLLATE "C",
  person_id text COLLATE "C",
  idempotency_key text,
  address text,
  request_body text,
  response_body text,
  CONSTRAINT request_log_pkey PRIMARY KEY (world, id)
) PARTITION BY RANGE (id);

CREATE TABLE reserve_days (
  partner_id text COLLATE "C" NOT NULL,
  due_at timestamp with time zone NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT reserve_days_amount_check CHECK ((amount > 0)),
  CONSTRAINT reserve_days_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES split_partners(id) ON DELETE CASCADE,
  CONSTRAINT reserve_days_pkey PRIMARY KEY (partner_id, due_at)
);

CREATE TABLE safeguarding_days (
  livemode boolean NOT NULL,
  currency text NOT NULL,
  day date NOT NULL,
  cut_at timestamp with time zone NOT NULL,
  owed bigint NOT NULL,
  suspended bigint NOT NULL,
  held bigint NOT NULL,
  rails jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT safeguarding_days_pkey PRIMARY KEY (day, livemode, currency)
);

CREATE TABLE safeguarding_seals (
  livemode boolean NOT NULL,
  day date NOT NULL,
  number bigint NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamp with time zone NOT NULL,
  CONSTRAINT safeguarding_seals_pkey PRIMARY KEY (day, livemode, number)
);

CREATE TABLE sales (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  shift_id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  tied_session text COLLATE "C",
  tied_at timestamp with time zone,
  tied_by text COLLATE "C",
  created_by text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT sales_check CHECK ((num_nulls(tied_session, tied_at, tied_by) = ANY (ARRAY[0, 3]))),
  CONSTRAINT sales_check1 CHECK ((tied_session <> session_id)),
  CONSTRAINT sales_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT sales_world_shift_id_fkey FOREIGN KEY (world, shift_id) REFERENCES shifts(world, id),
  CONSTRAINT sales_pkey PRIMARY KEY (world, id)
);

CREATE TABLE sandbox_answers (
  payment_id text COLLATE "C" NOT NULL,
  answer text NOT NULL,
  CONSTRAINT sandbox_answers_answer_check CHECK ((answer = ANY (ARRAY['approved'::text, 'declined'::text, 'withdrawn'::text]))),
  CONSTRAINT sandbox_answers_pkey PRIMARY KEY (payment_id)
);

CREATE TABLE seal_tombstones (
  xid xid8 NOT NULL,
  debit_wallet text COLLATE "C" NOT NULL,
  "position" bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT seal_tombstones_pkey PRIMARY KEY (xid, debit_wallet, "position")
);

CREATE TABLE seal_witness (
  one boolean NOT NULL DEFAULT true,
  number bigint,
  sent_at timestamp with time zone,
  error text,
  claimed_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  CONSTRAINT seal_witness_one_check CHECK (one),
  CONSTRAINT seal_witness_pkey PRIMARY KEY (one)
);

CREATE TABLE seals (
  number bigint NOT NULL,
  to_xid xid8 NOT NULL,
  to_wallet text COLLATE "C" NOT NULL,
  to_position bigint NOT NULL,
  count integer NOT NULL,
  total bigint NOT NULL,
  sealed_at timestamp(3) with time zone NOT NULL,
  digest bytea NOT NULL,
  marks bytea NOT NULL,
  previous bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT seals_check CHECK ((total >= count)),
  CONSTRAINT seals_count_check CHECK ((count > 0)),
  CONSTRAINT seals_number_check CHECK ((number > 0)),
  CONSTRAINT seals_pkey PRIMARY KEY (number)
);

CREATE TABLE sessions (
  id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  refresh_id text NOT NULL,
  user_agent text,
  address text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  revoked_reason text,
  spent_refresh_id text,
  spent_by bytea,
  spent_at timestamp with time zone,
  issued_at bigint,
  CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT sessions_pkey PRIMARY KEY (id)
);

CREATE TABLE shifts (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  link_id text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  started_by text COLLATE "C" NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_by text COLLATE "C",
  ended_at timestamp with time zone,
  CONSTRAINT shifts_check CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  CONSTRAINT shifts_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT shifts_world_link_id_fkey FOREIGN KEY (world, link_id) REFERENCES payment_links(world, id),
  CONSTRAINT shifts_pkey PRIMARY KEY (world, id)
);

CREATE TABLE signed_documents (
  subject text COLLATE "C" NOT NULL,
  format text NOT NULL,
  bytes bytea NOT NULL,
  jws text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT signed_documents_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'csv'::text]))),
  CONSTRAINT signed_documents_pkey PRIMARY KEY (subject, format)
);

CREATE TABLE signing_keys (
  kid text NOT NULL,
  public_jwk jsonb NOT NULL,
  private_key bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  signs_from timestamp with time zone NOT NULL,
  retired_at timestamp with time zone,
  CONSTRAINT signing_keys_pkey PRIMARY KEY (kid)
);

CREATE TABLE split_entries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  world integer NOT NULL,
  wallet_id text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C",
  "position" bigint NOT NULL,
  posted bigint NOT NULL,
  debt_paid bigint NOT NULL,
  kept bigint NOT NULL,
  taken bigint NOT NULL,
  owed bigint NOT NULL,
  borne bigint NOT NULL,
  reserved bigint NOT NULL DEFAULT 0,
  released bigint NOT NULL DEFAULT 0,
  drawn bigint NOT NULL DEFAULT 0,
  CONSTRAINT split_entries_borne_check CHECK ((borne >= 0)),
  CONSTRAINT split_entries_check CHECK (((debt_paid >= 0) AND (debt_paid <= posted))),
  CONSTRAINT split_entries_kept_check CHECK ((kept >= 0)),
  CONSTRAINT split_entries_owed_check CHECK ((owed >= 0)),
  CONSTRAINT split_entries_posted_check CHECK ((posted >= 0)),
  CONSTRAINT split_entries_reserve CHECK (((reserved >= 0) AND (released >= 0) AND (drawn >= 0))) NOT VALID,
  CONSTRAINT split_entries_taken_check CHECK ((taken >= 0)),
  CONSTRAINT split_entries_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT split_entries_pkey PRIMARY KEY (id)
);

CREATE TABLE split_partners (
  id text COLLATE "C" NOT NULL,
  world integer NOT NULL,
  wallet_id text COLLATE "C" NOT NULL,
  owner_type text NOT NULL,
  owner_id text COLLATE "C" NOT NULL,
  status text NOT NULL DEFAULT 'requested'::text,
  debt bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  decided_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  reserve jsonb,
  proposed_reserve jsonb,
  reserved bigint NOT NULL DEFAULT 0,
  drawn bigint NOT NULL DEFAULT 0,
  CONSTRAINT split_partners_debt_check CHECK ((debt >= 0)),
  CONSTRAINT split_partners_drawn_check CHECK ((drawn >= 0)),
  CONSTRAINT split_partners_reserved_check CHECK ((reserved >= 0)),
  CONSTRAINT split_partners_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'accepted'::text, 'refused'::text, 'revoked'::text]))),
  CONSTRAINT split_partners_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id) ON DELETE CASCADE,
  CONSTRAINT split_partners_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT split_partners_pkey PRIMARY KEY (id),
  CONSTRAINT split_partners_world_wallet_id_key UNIQUE (world, wallet_id)
);

CREATE TABLE statement_chunks (
  file text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  document text COLLATE "C" NOT NULL,
  size integer NOT NULL,
  CONSTRAINT statement_chunks_file_fkey FOREIGN KEY (file) REFERENCES statement_files(id) ON DELETE CASCADE,
  CONSTRAINT statement_chunks_pkey PRIMARY KEY (file, number)
);

CREATE TABLE statement_files (
  id text COLLATE "C" NOT NULL,
  rail text NOT NULL,
  livemode boolean NOT NULL,
  source text NOT NULL,
  name text NOT NULL,
  layout text NOT NULL,
  size bigint NOT NULL DEFAULT 0,
  sha256 bytea,
  status text NOT NULL,
  read_bytes bigint NOT NULL DEFAULT 0,
  lines bigint NOT NULL DEFAULT 0,
  new_lines bigint NOT NULL DEFAULT 0,
  problems jsonb NOT NULL DEFAULT '[]'::jsonb,
  created_by text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  claimed_at timestamp with time zone,
  matched_at timestamp with time zone,
  claim integer NOT NULL DEFAULT 0,
  warnings jsonb NOT NULL DEFAULT '[]'::jsonb,
  part_of text COLLATE "C",
  asked_from date,
  asked_to date,
  CONSTRAINT statement_files_check CHECK (((status = ANY (ARRAY['imported'::text, 'refused'::text])) = (finished_at IS NOT NULL))),
  CONSTRAINT statement_files_source_check CHECK ((source = ANY (ARRAY['upload'::text, 'directory'::text, 'sftp'::text, 'provider'::text]))),
  CONSTRAINT statement_files_status_check CHECK ((status = ANY (ARRAY['receiving'::text, 'waiting'::text, 'reading'::text, 'imported'::text, 'refused'::text]))),
  CONSTRAINT statement_files_part_of_fkey FOREIGN KEY (part_of) REFERENCES statement_files(id) ON DELETE CASCADE,
  CONSTRAINT statement_files_pkey PRIMARY KEY (id)
);

CREATE TABLE statement_layouts (
  name text NOT NULL,
  layout jsonb NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT statement_layouts_name_check CHECK ((name ~ '^[a-z][a-z0-9-]{1,39}$'::text)),
  CONSTRAINT statement_layouts_created_by_fkey FOREIGN KEY (created_by) REFERENCES operators(id),
  CONSTRAINT statement_layouts_pkey PRIMARY KEY (name)
);

CREATE TABLE statement_lines (
  id text COLLATE "C" NOT NULL,
  rail text NOT NULL,
  key text COLLATE "C" NOT NULL,
  occurrence integer NOT NULL,
  file text COLLATE "C" NOT NULL,
  line integer NOT NULL,
  operation text COLLATE "C",
  record text COLLATE "C",
  reference text,
  kind text NOT NULL,
  amount bigint NOT NULL,
  fee bigint NOT NULL DEFAULT 0,
  booked_on date NOT NULL,
  accounted_on date NOT NULL,
  at timestamp with time zone,
  phone text,
  state text NOT NULL,
  match text COLLATE "C",
  result text,
  rule text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  led_by text COLLATE "C",
  CONSTRAINT statement_lines_state_check CHECK ((state = ANY (ARRAY['booked'::text, 'pending'::text, 'refused'::text]))),
  CONSTRAINT statement_lines_pkey PRIMARY KEY (id),
  CONSTRAINT statement_lines_rail_key_occurrence_key UNIQUE (rail, key, occurrence)
) WITH (fillfactor=40);

CREATE TABLE statement_updates (
  file text COLLATE "C" NOT NULL,
  target text COLLATE "C" NOT NULL,
  line integer NOT NULL,
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  booked_on date NOT NULL,
  at timestamp with time zone,
  state text NOT NULL,
  CONSTRAINT statement_updates_state_check CHECK ((state = ANY (ARRAY['booked'::text, 'refused'::text]))),
  CONSTRAINT statement_updates_file_fkey FOREIGN KEY (file) REFERENCES statement_files(id) ON DELETE CASCADE,
  CONSTRAINT statement_updates_pkey PRIMARY KEY (file, target)
);

CREATE TABLE statements (
  id text COLLATE "C" NOT NULL,
  file text COLLATE "C" NOT NULL,
  rail text NOT NULL,
  account text,
  number text,
  page integer,
  from_on date,
  to_on date,
  opening bigint,
  closing bigint,
  lines bigint NOT NULL,
  total bigint NOT NULL,
  CONSTRAINT statements_file_fkey FOREIGN KEY (file) REFERENCES statement_files(id) ON DELETE CASCADE,
  CONSTRAINT statements_pkey PRIMARY KEY (id)
);

CREATE TABLE tenant_load (
  slot timestamp with time zone NOT NULL,
  world integer NOT NULL,
  requests bigint NOT NULL,
  refused bigint NOT NULL,
  rows bigint NOT NULL,
  batch_us bigint NOT NULL,
  connection_us bigint NOT NULL,
  CONSTRAINT tenant_load_pkey PRIMARY KEY (slot, world)
);

CREATE TABLE tenant_throttles (
  world integer NOT NULL,
  requests_per_second integer NOT NULL,
  reason text NOT NULL,
  throttled_by text NOT NULL,
  throttled_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT tenant_throttles_requests_per_second_check CHECK (((requests_per_second >= 0) AND (requests_per_second <= 10000))),
  CONSTRAINT tenant_throttles_world_fkey FOREIGN KEY (world) REFERENCES worlds(id) ON DELETE CASCADE,
  CONSTRAINT tenant_throttles_pkey PRIMARY KEY (world)
);

CREATE TABLE test_deletions (
  merchant_id text COLLATE "C" NOT NULL,
  worlds integer[] NOT NULL,
  wallets text[] NOT NULL,
  began_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT test_deletions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT test_deletions_pkey PRIMARY KEY (merchant_id)
);

CREATE TABLE throttles (
  subject bytea NOT NULL,
  failures integer NOT NULL,
  retry_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT throttles_pkey PRIMARY KEY (subject)
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
  reversed_amount bigint NOT NULL DEFAULT 0,
  CONSTRAINT transfers_amount_check CHECK ((amount > 0)),
  CONSTRAINT transfers_reversed_check CHECK (((reversed_amount >= 0) AND (reversed_amount <= amount))) NOT VALID,
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
  type text NOT NULL DEFAULT 'customer'::text,
  merchant_id text COLLATE "C",
  kyc_tier smallint NOT NULL DEFAULT 0,
  CONSTRAINT users_check CHECK (((type = 'merchant'::text) = (merchant_id IS NOT NULL))),
  CONSTRAINT users_kyc_check CHECK ((kyc = ANY (ARRAY['none'::text, 'pending'::text, 'verified'::text, 'rejected'::text]))),
  CONSTRAINT users_kyc_tier_check CHECK (((kyc_tier >= 0) AND (kyc_tier <= 2))),
  CONSTRAINT users_tier_is_verified CHECK (
CASE kyc
    WHEN 'verified'::text THEN (kyc_tier > 0)
    WHEN 'pending'::text THEN true
    ELSE (kyc_tier = 0)
END),
  CONSTRAINT users_type_check CHECK ((type = ANY (ARRAY['customer'::text, 'merchant'::text]))),
  CONSTRAINT users_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT users_pkey PRIMARY KEY (id)
);

CREATE TABLE wallet_holds (
  world integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text NOT NULL,
  wallet_id text COLLATE "C" NOT NULL,
  to_wallet text COLLATE "C",
  amount bigint NOT NULL,
  captured bigint NOT NULL DEFAULT 0,
  released bigint NOT NULL DEFAULT 0,
  currency text NOT NULL,
  captures jsonb NOT NULL DEFAULT '[]'::jsonb,
  reference text COLLATE "C",
  description text,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  request jsonb NOT NULL DEFAULT '{}'::jsonb,
  expires_at timestamp with time zone NOT NULL,
  warned boolean NOT NULL DEFAULT false,
  due_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  escrow jsonb,
  disputed boolean NOT NULL DEFAULT false,
  CONSTRAINT wallet_holds_amount_check CHECK ((amount > 0)),
  CONSTRAINT wallet_holds_captured_check CHECK ((captured >= 0)),
  CONSTRAINT wallet_holds_check CHECK (((captured + released) <= amount)),
  CONSTRAINT wallet_holds_check1 CHECK (((status = 'open'::text) = ((captured + released) < amount))),
  CONSTRAINT wallet_holds_check3 CHECK (((status = 'open'::text) = (ended_at IS NULL))),
  CONSTRAINT wallet_holds_due CHECK ((((status = 'open'::text) AND (NOT disputed)) = (due_at IS NOT NULL))) NOT VALID,
  CONSTRAINT wallet_holds_escrow CHECK (
CASE
    WHEN (escrow IS NULL) THEN (NOT disputed)
    ELSE ((to_wallet IS NOT NULL) AND (jsonb_array_length(escrow) = 2) AND ((captured = 0) OR (captured = amount)) AND ((released = 0) OR (released = amount)) AND (disputed = ((status = 'open'::text) AND COALESCE((((escrow -> 0) ->> 'decision'::text) <> ((escrow -> 1) ->> 'decision'::text)), false))) AND
    CASE status
        WHEN 'captured'::text THEN COALESCE(((((escrow -> 0) ->> 'decision'::text) = 'release'::text) AND (((escrow -> 1) ->> 'decision'::text) = 'release'::text)), false)
        WHEN 'released'::text THEN COALESCE(((((escrow -> 0) ->> 'decision'::text) = 'return'::text) AND (((escrow -> 1) ->> 'decision'::text) = 'return'::text)), false)
        WHEN 'expired'::text THEN ((((escrow -> 0) ->> 'decision'::text) IS NULL) OR (((escrow -> 1) ->> 'decision'::text) IS NULL))
        ELSE COALESCE((((escrow -> 0) ->> 'decision'::text) <> ((escrow -> 1) ->> 'decision'::text)), true)
    END)
END) NOT VALID,
  CONSTRAINT wallet_holds_released_check CHECK ((released >= 0)),
  CONSTRAINT wallet_holds_status_check CHECK ((status = ANY (ARRAY['open'::text, 'captured'::text, 'released'::text, 'expired'::text]))),
  CONSTRAINT wallet_holds_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id),
  CONSTRAINT wallet_holds_world_fkey FOREIGN KEY (world) REFERENCES worlds(id),
  CONSTRAINT wallet_holds_pkey PRIMARY KEY (world, id)
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
  holding_at timestamp with time zone,
  headers bytea,
  header_names text[] NOT NULL DEFAULT '{}'::text[],
  inbox boolean NOT NULL DEFAULT false,
  CONSTRAINT webhook_endpoints_check CHECK (((headers IS NULL) = (header_names = '{}'::text[]))),
  CONSTRAINT webhook_endpoints_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  CONSTRAINT webhook_endpoints_world_fkey FOREIGN KEY (world) REFERENCES worlds(id),
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (world, id)
);

CREATE TABLE world_usage (
  world integer NOT NULL,
  day date NOT NULL,
  rows bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  CONSTRAINT world_usage_pkey PRIMARY KEY (world, day)
);

CREATE TABLE world_writes (
  world integer NOT NULL,
  "position" pg_lsn NOT NULL,
  written_at timestamp with time zone NOT NULL
);

CREATE TABLE worlds (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  integration_id text COLLATE "C",
  livemode boolean NOT NULL,
  clock_offset_s bigint NOT NULL DEFAULT 0,
  account_id text COLLATE "C",
  events_from timestamp with time zone,
  CONSTRAINT worlds_check CHECK (((clock_offset_s = 0) OR (NOT livemode))),
  CONSTRAINT worlds_check1 CHECK ((num_nonnulls(integration_id, account_id) = 1)),
  CONSTRAINT worlds_live_keeps_events CHECK (((events_from IS NULL) OR (NOT livemode))),
  CONSTRAINT worlds_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT worlds_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integrations(id),
  CONSTRAINT worlds_pkey PRIMARY KEY (id),
  CONSTRAINT worlds_account_id_key UNIQUE (account_id),
  CONSTRAINT worlds_integration_id_livemode_key UNIQUE (integration_id, livemode)
);

CREATE INDEX accounts_emails ON public.accounts USING btree (identifier COLLATE "C") WHERE (type = ANY (ARRAY['developer'::text, 'operator'::text]));
CREATE UNIQUE INDEX accounts_identifier ON public.accounts USING btree (type, identifier, livemode) NULLS NOT DISTINCT;
CREATE INDEX accounts_type ON public.accounts USING btree (type, id);
CREATE INDEX alerts_mail_due ON public.alerts USING btree (mail_due) WHERE (mail_due IS NOT NULL);
CREATE INDEX alerts_of_account ON public.alerts USING btree (account_id);
CREATE INDEX alerts_summary_due ON public.alerts USING btree (summary_due) WHERE (summary_due IS NOT NULL);
CREATE INDEX api_keys_world ON public.api_keys USING btree (world, id);
CREATE INDEX approvals_pending ON public.approvals USING btree (id) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX approvals_reference ON public.approvals USING btree (livemode, kind, reference) WHERE ((reference IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'approved'::text])));
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, seq);
CREATE INDEX audit_log_target ON public.audit_log USING btree (target, seq);
CREATE UNIQUE INDEX branches_name ON public.branches USING btree (world, lower(name));
CREATE INDEX cases_by_time ON public.cases USING btree (status, id);
CREATE INDEX cases_of_record ON public.cases USING btree (record) WHERE (record IS NOT NULL);
CREATE UNIQUE INDEX cases_open ON public.cases USING btree (kind, COALESCE(rail, ''::text), COALESCE(record, ''::text)) WHERE (status = 'open'::text);
CREATE INDEX challenges_expires_at ON public.challenges USING btree (expires_at);
CREATE INDEX challenges_open ON public.challenges USING btree (account_id, purpose) WHERE ((used_at IS NULL) AND (ended_at IS NULL));
CREATE INDEX challenges_sent_to ON public.challenges USING btree (sent_to, purpose) WHERE ((used_at IS NULL) AND (ended_at IS NULL));
CREATE INDEX checkout_attempts_link ON public.checkout_attempts USING btree (world, link_id, payment_id) WHERE (link_id IS NOT NULL);
CREATE INDEX checkout_attempts_session ON public.checkout_attempts USING btree (world, session_id, payment_id);
CREATE INDEX checkout_sessions_due ON public.checkout_sessions USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX checkout_sessions_link ON public.checkout_sessions USING btree (world, link_id, id) WHERE (link_id IS NOT NULL);
CREATE INDEX checkout_sessions_paying ON public.checkout_sessions USING btree (world, id) WHERE paying;
CREATE UNIQUE INDEX checkout_sessions_reference ON public.checkout_sessions USING btree (world, reference) WHERE (reference IS NOT NULL);
CREATE INDEX checkout_sessions_unused ON public.checkout_sessions USING btree (expired_at) WHERE ((status = 'expired'::text) AND (attempts = 0) AND (link_id IS NOT NULL));
CREATE INDEX checkout_unexpected_session ON public.checkout_unexpected USING btree (world, session_id, id);
CREATE INDEX clock_advances_due ON public.clock_advances USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX closes_by_day ON public.closes USING btree (day, currency);
CREATE INDEX closes_of_rail ON public.closes USING btree (rail, id);
CREATE INDEX customer_notes_of ON public.customer_notes USING btree (world, phone, id);
CREATE INDEX database_losses_open ON public.database_losses USING btree (id) WHERE (accepted_at IS NULL);
CREATE INDEX database_marks_time ON public.database_marks USING btree (marked_at);
CREATE INDEX deliveries_due ON public.deliveries_open USING btree (world, endpoint_id, lane, next_attempt_at) WHERE (status = 'pending'::text);
CREATE INDEX deliveries_endpoint ON ONLY public.deliveries USING btree (endpoint_id, world, id);
CREATE INDEX deliveries_missed ON ONLY public.deliveries USING btree (endpoint_id, world, id) WHERE (status = ANY (ARRAY['dead'::text, 'held'::text]));
CREATE INDEX deliveries_open_endpoint_id_world_id_idx ON public.deliveries_open USING btree (endpoint_id, world, id);
CREATE INDEX deliveries_open_endpoint_id_world_id_idx1 ON public.deliveries_open USING btree (endpoint_id, world, id) WHERE (status = ANY (ARRAY['dead'::text, 'held'::text]));
CREATE INDEX developers_words ON public.developers USING gin (search_words(name)) WITH (fastupdate=off);
CREATE INDEX endpoint_hours_hour ON public.endpoint_hours USING btree (hour);
CREATE INDEX events_feed ON public.events USING btree (world, xid, id);
CREATE INDEX events_rare ON public.events USING btree (type, world, id) WHERE (type <> ALL (ARRAY['payment.requires_action'::text, 'payment.succeeded'::text, 'transfer.succeeded'::text]));
CREATE INDEX export_schedules_due ON public.export_schedules USING btree (next_at);
CREATE INDEX exports_due ON public.exports USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX exports_expired ON public.exports USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX exports_open ON public.exports USING btree (world) WHERE (due_at IS NOT NULL);
CREATE INDEX hold_deciders_of_hold ON public.hold_deciders USING btree (world, hold_id);
CREATE INDEX idempotency_keys_created_at ON public.idempotency_keys USING brin (created_at);
CREATE UNIQUE INDEX integrations_name ON public.integrations USING btree (merchant_id, lower(name));
CREATE INDEX integrations_with_origins ON public.integrations USING btree (id) WHERE (origins <> '{}'::text[]);
CREATE INDEX invitations_expires_at ON public.invitations USING btree (expires_at);
CREATE INDEX invitations_integration ON public.invitations USING btree (integration_id, id);
CREATE UNIQUE INDEX invitations_open ON public.invitations USING btree (integration_id, email) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX known_networks_seen_at ON public.known_networks USING btree (seen_at);
CREATE INDEX kyc_documents_unused ON public.kyc_documents USING btree (created_at) WHERE (used_at IS NULL);
CREATE INDEX kyc_documents_unused_of_user ON public.kyc_documents USING btree (user_id) WHERE (used_at IS NULL);
CREATE INDEX kyc_documents_user ON public.kyc_documents USING btree (user_id, id);
CREATE UNIQUE INDEX kyc_submissions_current ON public.kyc_submissions USING btree (user_id) WHERE current;
CREATE INDEX kyc_submissions_status ON public.kyc_submissions USING btree (status, id);
CREATE INDEX kyc_submissions_user ON public.kyc_submissions USING btree (user_id, id);
CREATE INDEX matching_rules_in_order ON public.matching_rules USING btree (place, id);
CREATE INDEX memberships_developer ON public.memberships USING btree (developer_id, integration_id);
CREATE INDEX merchant_logos_hash ON public.merchant_logos USING btree (hash);
CREATE INDEX merchants_words ON public.merchants USING gin (search_words(name)) WITH (fastupdate=off);
CREATE INDEX messages_due ON public.messages USING btree (channel, lane, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX messages_of_world ON public.messages USING btree (world, id);
CREATE INDEX messages_old ON public.messages USING btree (updated_at) WHERE (due_at IS NULL);
CREATE UNIQUE INDEX messages_source ON public.messages USING btree (lane, source, channel) WHERE (source IS NOT NULL);
CREATE UNIQUE INDEX movements_reference ON public.movements USING btree (world, reference) WHERE (reference IS NOT NULL);
CREATE INDEX movements_reverses ON public.movements USING btree (world, reverses) WHERE (reverses IS NOT NULL);
CREATE INDEX old_spellings_reference ON public.old_spellings USING btree (reference);
CREATE INDEX open_items_by_amount ON public.open_items USING btree (rail, side, gross, at) WHERE (gross IS NOT NULL);
CREATE INDEX open_items_by_day ON public.open_items USING btree (day, side, rail);
CREATE INDEX open_items_by_reference ON public.open_items USING btree (rail, reference) WHERE (reference IS NOT NULL);
CREATE INDEX open_items_of_case ON public.open_items USING btree (case_id) WHERE (case_id IS NOT NULL);
CREATE UNIQUE INDEX opening_balances_reference ON public.opening_balances USING btree (livemode, reference) WHERE ("position" IS NOT NULL);
CREATE INDEX opening_balances_wallet ON public.opening_balances USING btree (wallet_id);
CREATE INDEX operators_words ON public.operators USING gin (search_words(name)) WITH (fastupdate=off);
CREATE UNIQUE INDEX parked_settlements_open ON public.parked_settlements USING btree (world, record_id) WHERE (resolved_at IS NULL);
CREATE INDEX parked_settlements_waiting ON public.parked_settlements USING btree (id) WHERE (resolved_at IS NULL);
CREATE UNIQUE INDEX payers_id ON public.payers USING btree (world, id);
CREATE INDEX payments_amount ON public.payments USING btree (amount, world, id) WHERE (due_at IS NULL);
CREATE INDEX payments_at_rails ON public.payments USING btree (id) WHERE (rail <> ALL (ARRAY['sandbox'::text, 'wallet'::text]));
CREATE INDEX payments_branch ON public.payments USING btree (world, branch_id, id) WHERE (branch_id IS NOT NULL);
CREATE INDEX payments_by_handle ON public.payments USING btree (rail, rail_handle) WHERE (rail_handle IS NOT NULL);
CREATE INDEX payments_currency ON public.payments USING btree (currency, world, id);
CREATE INDEX payments_due ON public.payments USING btree (rail, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payments_failed ON public.payments USING btree (world, id) WHERE (failed_at IS NOT NULL);
CREATE INDEX payments_of_person ON public.payments USING btree (customer, id);
CREATE INDEX payments_open ON public.payments USING btree (world, id) WHERE (due_at IS NOT NULL);
CREATE INDEX payments_receipt ON public.payments USING btree (rail_reference, rail) WHERE ((rail_reference IS NOT NULL) AND (rail <> ALL (ARRAY['sandbox'::text, 'wallet'::text])));
CREATE UNIQUE INDEX payments_reference ON public.payments USING btree (world, reference) WHERE (reference IS NOT NULL);
CREATE INDEX payout_days_day ON public.payout_days USING btree (day);
CREATE INDEX payout_items_at_rails ON public.payout_items USING btree (id) WHERE (rail <> ALL (ARRAY['sandbox'::text, 'wallet'::text]));
CREATE INDEX payout_items_by_handle ON public.payout_items USING btree (rail, rail_handle) WHERE (rail_handle IS NOT NULL);
CREATE UNIQUE INDEX payout_items_by_reference ON public.payout_items USING btree (provider_reference) WHERE (provider_reference IS NOT NULL);
CREATE INDEX payout_items_due_by_world ON public.payout_items USING btree (rail, world, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payout_schedules_due ON public.payout_schedules USING btree (COALESCE(due_at, rule_due_at)) WHERE (COALESCE(due_at, rule_due_at) IS NOT NULL);
CREATE INDEX payout_schedules_ended ON public.payout_schedules USING btree (updated_at) WHERE (status = 'ended'::text);
CREATE INDEX payouts_due ON public.payouts USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payouts_names_due ON public.payouts USING btree (names_due_at) WHERE (names_due_at IS NOT NULL);
CREATE INDEX payouts_rare_status ON public.payouts USING btree (world, status, id) WHERE (status <> 'completed'::text);
CREATE UNIQUE INDEX payouts_reference ON public.payouts USING btree (world, reference) WHERE (reference IS NOT NULL);
CREATE INDEX person_erasures_kept ON public.person_erasures USING btree (kept_until) WHERE (kept IS NOT NULL);
CREATE INDEX person_export_parts_of ON public.person_export_parts USING btree (approval_id, number);
CREATE INDEX person_requests_due ON public.person_requests USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX postings_position ON public.postings USING brin ("position") WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX postings_xid ON public.postings USING btree (xid);
CREATE UNIQUE INDEX rail_callbacks_digest ON public.rail_callbacks USING btree (rail, digest);
CREATE INDEX rail_callbacks_due ON public.rail_callbacks USING btree (rail, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX rail_callbacks_of_rail ON public.rail_callbacks USING btree (rail, id);
CREATE INDEX rail_callbacks_record ON public.rail_callbacks USING btree (record, id) WHERE (record IS NOT NULL);
CREATE INDEX rail_entries_by_day ON public.rail_entries USING btree (booked_on, rail);
CREATE INDEX rail_entries_by_handle ON public.rail_entries USING btree (handle, rail) WHERE (handle IS NOT NULL);
CREATE INDEX rail_entries_by_receipt ON public.rail_entries USING btree (receipt, rail) WHERE (receipt IS NOT NULL);
CREATE INDEX rail_entries_by_source ON public.rail_entries USING btree (source, rail);
CREATE INDEX rail_entries_charges ON public.rail_entries USING btree (source, rail) WHERE (kind = 'provider_fee'::text);
CREATE INDEX rail_entries_led ON public.rail_entries USING btree (led_by) WHERE (led_by IS NOT NULL);
CREATE INDEX rail_incoming_open ON public.rail_incoming USING btree (due_at) WHERE (status <> 'posted'::text);
CREATE INDEX rails_closed ON public.rails USING btree (status_until) WHERE ((status = 'closed'::text) AND (status_until IS NOT NULL));
CREATE INDEX rails_in_use ON public.rails USING btree (slug) WHERE (removed_at IS NULL);
CREATE INDEX rails_probed ON public.rails USING btree (probe_at) WHERE (probe_at IS NOT NULL);
CREATE UNIQUE INDEX receipt_stops_of_anybody ON public.receipt_stops USING btree (recipient, livemode) WHERE (merchant_id IS NULL);
CREATE UNIQUE INDEX receipt_stops_of_merchant ON public.receipt_stops USING btree (recipient, livemode, merchant_id) WHERE (merchant_id IS NOT NULL);
CREATE INDEX receipts_by_record ON public.receipts USING btree (record_id, world);
CREATE UNIQUE INDEX receipts_of_record ON public.receipts USING btree (world, record_id) WHERE (revoked_at IS NULL);
CREATE INDEX receipts_of_world ON public.receipts USING btree (world, id);
CREATE INDEX refunds_at_rails ON public.refunds USING btree (id) WHERE (rail <> ALL (ARRAY['sandbox'::text, 'wallet'::text]));
CREATE INDEX refunds_by_handle ON public.refunds USING btree (rail, rail_handle) WHERE (rail_handle IS NOT NULL);
CREATE INDEX refunds_due ON public.refunds USING btree (rail, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX refunds_of_person ON public.refunds USING btree (customer, id);
CREATE INDEX refunds_payment ON public.refunds USING btree (payment_id, world, id);
CREATE UNIQUE INDEX refunds_reference ON public.refunds USING btree (world, reference) WHERE (reference IS NOT NULL);
CREATE INDEX registration_invitations_expires_at ON public.registration_invitations USING btree (expires_at);
CREATE INDEX replays_running ON public.replays USING btree (id) WHERE (completed_at IS NULL);
CREATE INDEX request_log_failed ON ONLY public.request_log USING btree (world, id) WHERE (status >= 400);
CREATE INDEX reserve_days_due ON public.reserve_days USING btree (due_at);
CREATE UNIQUE INDEX sales_session ON public.sales USING btree (world, session_id);
CREATE INDEX sales_shift ON public.sales USING btree (world, shift_id, id);
CREATE UNIQUE INDEX sales_tied ON public.sales USING btree (world, tied_session) WHERE (tied_session IS NOT NULL);
CREATE INDEX sessions_account ON public.sessions USING btree (account_id, id);
CREATE INDEX sessions_expires_at ON public.sessions USING btree (expires_at);
CREATE INDEX shifts_link ON public.shifts USING btree (world, link_id, id);
CREATE UNIQUE INDEX shifts_open ON public.shifts USING btree (world, link_id) WHERE (ended_at IS NULL);
CREATE INDEX split_entries_wallet ON public.split_entries USING btree (world, wallet_id, "position");
CREATE INDEX split_partners_owner ON public.split_partners USING btree (owner_id, id);
CREATE INDEX split_partners_wallet ON public.split_partners USING btree (wallet_id);
CREATE INDEX split_partners_world ON public.split_partners USING btree (world, id);
CREATE INDEX statement_files_of_rail ON public.statement_files USING btree (rail, id);
CREATE UNIQUE INDEX statement_files_once ON public.statement_files USING btree (rail, sha256, COALESCE(asked_from, '-infinity'::date), COALESCE(asked_to, '-infinity'::date)) WHERE (status <> ALL (ARRAY['receiving'::text, 'refused'::text]));
CREATE INDEX statement_files_open ON public.statement_files USING btree (id) WHERE (status = ANY (ARRAY['receiving'::text, 'waiting'::text, 'reading'::text]));
CREATE INDEX statement_files_parts ON public.statement_files USING btree (part_of) WHERE (part_of IS NOT NULL);
CREATE UNIQUE INDEX statement_files_reading ON public.statement_files USING btree (rail) WHERE (status = 'reading'::text);
CREATE INDEX statement_files_unmatched ON public.statement_files USING btree (rail) WHERE ((status = 'imported'::text) AND (matched_at IS NULL));
CREATE INDEX statement_lines_by_day ON public.statement_lines USING btree (rail, accounted_on, id);
CREATE INDEX statement_lines_charges ON public.statement_lines USING btree (key, rail) WHERE (kind = 'fee'::text);
CREATE INDEX statement_lines_led ON public.statement_lines USING btree (led_by) WHERE (led_by IS NOT NULL);
CREATE INDEX statement_lines_of_file ON public.statement_lines USING btree (file, id);
CREATE INDEX statements_of_account ON public.statements USING btree (rail, account, from_on);
CREATE INDEX statements_of_file ON public.statements USING btree (file);
CREATE INDEX statements_of_rail ON public.statements USING btree (rail, to_on);
CREATE INDEX throttles_updated_at ON public.throttles USING btree (updated_at);
CREATE UNIQUE INDEX transfers_reference ON public.transfers USING btree (world, reference) WHERE (reference IS NOT NULL);
CREATE INDEX users_merchant ON public.users USING btree (merchant_id, id) WHERE (merchant_id IS NOT NULL);
CREATE INDEX users_of_merchants_words ON public.users USING gin (search_words((COALESCE((name || ' '::text), ''::text) || phone))) WITH (fastupdate=off) WHERE (type = 'merchant'::text);
CREATE UNIQUE INDEX users_phone ON public.users USING btree (livemode, phone, type);
CREATE INDEX users_words ON public.users USING gin (search_words((COALESCE((name || ' '::text), ''::text) || phone))) WITH (fastupdate=off);
CREATE INDEX wallet_holds_due ON public.wallet_holds USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX wallet_holds_open ON public.wallet_holds USING btree (world, id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX wallet_holds_reference ON public.wallet_holds USING btree (world, reference) WHERE (reference IS NOT NULL);
CREATE INDEX wallet_holds_wallet ON public.wallet_holds USING btree (wallet_id, id);
CREATE UNIQUE INDEX wallets_default ON public.wallets USING btree (owner_id, currency, livemode) WHERE is_default;
CREATE INDEX wallets_owner ON public.wallets USING btree (owner_id, livemode, id);
CREATE INDEX wallets_system ON public.wallets USING btree (id) WHERE (owner_type = 'system'::text);
CREATE INDEX webhook_endpoints_holding ON public.webhook_endpoints USING btree (holding_at) WHERE (holding_at IS NOT NULL);
CREATE UNIQUE INDEX webhook_endpoints_inbox ON public.webhook_endpoints USING btree (world) WHERE inbox;
CREATE INDEX world_usage_day ON public.world_usage USING btree (day);
CREATE INDEX world_writes_last ON public.world_writes USING btree (world, "position");
CREATE INDEX world_writes_time ON public.world_writes USING btree (written_at);

CREATE OR REPLACE FUNCTION public.announce_rails()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('rialto_rails', '');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.api_key_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  NEW.updated_at := now();
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.balance_deleted_entry(wallet text, at_position bigint, change bigint, after bigint, money text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  other text;
  next record;
  total bigint := change;
  place bigint := at_position;
  rest bigint := after;
BEGIN
  SELECT id INTO other FROM wallets WHERE owner_id = 'deleted:' || wallet AND NOT livemode AND currency = money AND is_default;
  IF NOT FOUND THEN
    other := 'wal_' || substr(id_from('wal', clock_timestamp()), 5) || substr(translate(md5(wallet), 'ilou', 'vwxy'), 1, 16);
    INSERT INTO wallets (id, livemode, owner_type, owner_id, currency, is_default)
    VALUES (other, false, 'system', 'deleted:' || wallet, money, true);
    INSERT INTO balances (wallet_id, position, overdraft) VALUES (other, at_position, true);
  END IF;
  SELECT * INTO next FROM (
    (SELECT position, kind, amount, credit_balance AS after FROM postings
     WHERE credit_wallet = wallet AND position > at_position ORDER BY position LIMIT 1)
    UNION ALL
    (SELECT position, kind, -amount, debit_balance FROM postings
     WHERE debit_wallet = wallet AND position > at_position ORDER BY position LIMIT 1)) n ORDER BY position LIMIT 1;
  IF next.kind = 'deletion' THEN
    DELETE FROM postings WHERE position = next.position AND debit_wallet = CASE WHEN next.amount > 0 THEN other ELSE wallet END;
    total := total + next.amount;
    place := next.position;
    rest := next.after;
  END IF;
  IF total > 0 THEN
    INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance, credit_balance, kind, source)
    VALUES (place, other, wallet, total, money, false, 0, rest, 'deletion', 'del_' || substr(other, 5));
  ELSIF total < 0 THEN
    INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance, credit_balance, kind, source)
    VALUES (place, wallet, other, -total, money, false, rest, 0, 'deletion', 'del_' || substr(other, 5));
  END IF;
  UPDATE balances SET posted = posted - change, position = greatest(position, place), version = version + 1 WHERE wallet_id = other;
END $function$;

CREATE OR REPLACE FUNCTION public.begin_test_deletion(merchant text, idle_days integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '200ms'
AS $function$
BEGIN
  IF NOT begin_test_deletion_of_rows(merchant, idle_days) THEN RETURN false; END IF;
  PERFORM release_reserves(t.worlds) FROM test_deletions t WHERE t.merchant_id = merchant;
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.begin_test_deletion_of_rows(merchant text, idle_days integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '200ms'
AS $function$
BEGIN
  PERFORM FROM merchants WHERE id = merchant FOR UPDATE;
  IF NOT test_merchant_is_idle(merchant, now() - make_interval(days => greatest(idle_days, 30))) THEN RETURN false; END IF;
  INSERT INTO test_deletions (merchant_id, worlds, wallets)
  SELECT merchant,
         ARRAY (SELECT w.id FROM worlds w JOIN integrations i ON i.id = w.integration_id WHERE i.merchant_id = merchant AND NOT w.livemode
                UNION SELECT w.id FROM worlds w JOIN users u ON u.id = w.account_id WHERE u.merchant_id = merchant),
         ARRAY (SELECT id FROM wallets WHERE owner_id = merchant)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM pg_notify('rialto_keys', k.id) FROM api_keys k JOIN test_deletions t ON k.world = ANY (t.worlds) WHERE t.merchant_id = merchant;
  DELETE FROM api_keys k USING test_deletions t WHERE t.merchant_id = merchant AND k.world = ANY (t.worlds);
  UPDATE accounts a SET suspended_at = coalesce(suspended_at, now()), suspended_reason = coalesce(suspended_reason, 'idle')
  FROM users u WHERE u.id = a.id AND u.merchant_id = merchant;
  PERFORM pg_notify('rialto_sessions', u.id) FROM users u WHERE u.merchant_id = merchant;
  DELETE FROM sessions s USING users u WHERE u.merchant_id = merchant AND s.account_id = u.id;
  UPDATE webhook_endpoints e SET status = 'disabled', deleted_at = coalesce(deleted_at, now())
  FROM test_deletions t WHERE t.merchant_id = merchant AND e.world = ANY (t.worlds);
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.check_erasure(erasure text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  -- In a restored backup the approval may be missing: then the owner of the tables applies the journal.
  PERFORM FROM person_erasures e WHERE e.id = erasure AND (
    EXISTS (SELECT FROM approvals a WHERE a.id = e.id AND a.kind = 'person_erasure' AND a.status = 'approved')
    OR pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = 'approvals'::regclass), 'MEMBER'));
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nobody approved the erasure %', erasure USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM set_config('rialto.erasure', erasure, true);
END $function$;

CREATE OR REPLACE FUNCTION public.count_spending_again(wallet text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM balances WHERE wallet_id = wallet FOR UPDATE;
  UPDATE balances SET (spent_on, spent_day, spent_month) = (
    SELECT max(last), sum(amount) FILTER (WHERE day = last),
           sum(amount) FILTER (WHERE to_char(day, 'YYYY-MM') = to_char(last, 'YYYY-MM'))
    FROM (SELECT amount, day, max(day) OVER () AS last
          FROM (SELECT amount, DATE 'epoch' + (position / 86400000000)::int AS day FROM postings
                WHERE debit_wallet = wallet AND kind IN ('transfer', 'payment')) p) s)
  WHERE wallet_id = wallet AND tier IS NOT NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.customer_id_end(v4 text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT substr(v4, 16, 2) || substr(v4, 20, 4) || substr(v4, 25, 9) $function$;

CREATE OR REPLACE FUNCTION public.customer_id_time()
 RETURNS text
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.delete_other_test_record(of_worlds integer[], p postings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  r record;
  h wallet_holds;
BEGIN
  IF p.kind = 'transfer' THEN
    DELETE FROM transfers WHERE world = ANY (of_worlds) AND id = p.source;
  ELSIF p.kind = 'refund' THEN
    DELETE FROM refunds WHERE world = ANY (of_worlds) AND id = p.source RETURNING world, payment_id, amount INTO r;
    UPDATE payments SET amount_refunded = amount_refunded - r.amount WHERE world = r.world AND id = r.payment_id;
  ELSIF p.kind = 'payment' THEN
    FOR r IN DELETE FROM refunds WHERE payment_id = p.source AND world = ANY (of_worlds)
      RETURNING wallet_id, id, amount, status LOOP
      IF r.status = 'pending' THEN PERFORM release_deleted_hold(r.wallet_id, r.id, r.amount, r.amount); END IF;
    END LOOP;
    SELECT * INTO h FROM wallet_holds WHERE world = ANY (of_worlds) AND id = p.source FOR UPDATE;
    IF FOUND AND h.captured > p.amount THEN
      UPDATE wallet_holds SET amount = amount - p.amount, captured = captured - p.amount, captures = captures - (-1)
      WHERE world = h.world AND id = h.id;
      PERFORM release_deleted_hold(h.wallet_id, h.id, p.amount, 0);
      UPDATE payments SET captured = captured - p.amount, authorized = authorized - p.amount,
        amount = amount - p.amount, amount_refunding = 0, fee = fee - coalesce((h.captures -> -1 ->> 'fee')::bigint, 0),
        tax = tax - coalesce((h.captures -> -1 ->> 'tax')::bigint, 0)
      WHERE world = h.world AND id = h.id;
      RETURN;
    END IF;
    IF h.id IS NOT NULL THEN
      DELETE FROM wallet_holds WHERE world = h.world AND id = h.id;
      PERFORM release_deleted_hold(h.wallet_id, h.id, h.amount, h.amount - h.captured - h.released);
    END IF;
    DELETE FROM payments WHERE world = ANY (of_worlds) AND id = p.source;
    DELETE FROM sandbox_answers WHERE payment_id = p.source;
  ELSIF p.kind = 'payout' THEN
    -- An item's id is made after its payout's: the newest payout before it mostly has it.
    SELECT o.world, o.id INTO r FROM unnest(of_worlds) w (id) CROSS JOIN LATERAL (
      SELECT o.world, o.id FROM payouts o WHERE o.world = w.id AND o.id <= 'pout_' || substr(p.source, 5)
        AND EXISTS (SELECT FROM payout_items i WHERE i.world = o.world AND i.payout_id = o.id AND i.id = p.source)
      ORDER BY o.id DESC LIMIT 1) o LIMIT 1;
    PERFORM delete_test_item(r.world, r.id, p.source);
  ELSIF p.kind = 'capture' THEN
    -- The newest capture comes first. The hold loses it, as if it had been smaller.
    IF EXISTS (SELECT FROM wallet_holds WHERE world = ANY (of_worlds) AND id = p.source) THEN
      DELETE FROM wallet_holds WHERE world = ANY (of_worlds) AND id = p.source AND amount = p.amount;
      UPDATE wallet_holds SET amount = amount - p.amount, captured = captured - p.amount, captures = captures - (-1)
      WHERE world = ANY (of_worlds) AND id = p.source;
      PERFORM release_deleted_hold(p.debit_wallet, p.source, p.amount, 0);
    END IF;
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.delete_test_item(of_world integer, of_payout text, item text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  i payout_items;
  p payouts;
  is_open boolean;
BEGIN
  SELECT * INTO p FROM payouts WHERE world = of_world AND id = of_payout FOR UPDATE;
  DELETE FROM payout_items WHERE world = of_world AND payout_id = of_payout AND id = item RETURNING * INTO i;
  is_open := p.status IN ('pending', 'processing');
  IF is_open THEN
    PERFORM release_deleted_hold(p.wallet_id, p.id, i.amount + i.fee + i.tax,
      CASE WHEN i.status IN ('pending', 'processing') THEN i.amount + i.fee + i.tax ELSE 0 END);
  END IF;
  IF p.count = 1 THEN
    DELETE FROM payouts WHERE world = of_world AND id = of_payout;
    RETURN;
  END IF;
  UPDATE payouts SET count = count - 1, amount = amount - i.amount, asked = asked - i.amount - i.fee - i.tax,
    succeeded_count = succeeded_count - (i.status = 'succeeded')::int,
    succeeded_amount = succeeded_amount - CASE WHEN i.status = 'succeeded' THEN i.amount ELSE 0 END,
    failed_count = failed_count - (i.status = 'failed')::int,
    failed_amount = failed_amount - CASE WHEN i.status = 'failed' THEN i.amount ELSE 0 END,
    fee = fee - CASE WHEN i.status = 'succeeded' THEN i.fee ELSE 0 END,
    tax = tax - CASE WHEN i.status = 'succeeded' THEN i.tax ELSE 0 END,
    status = CASE WHEN is_open
      AND succeeded_count + failed_count - (i.status IN ('succeeded', 'failed'))::int = count - 1
      THEN 'completed' ELSE status END,
    completed_at = CASE WHEN is_open
      AND succeeded_count + failed_count - (i.status IN ('succeeded', 'failed'))::int = count - 1
      THEN now() ELSE completed_at END,
    due_at = CASE WHEN is_open
      AND succeeded_count + failed_count - (i.status IN ('succeeded', 'failed'))::int = count - 1
      THEN NULL ELSE due_at END
  WHERE world = of_world AND id = of_payout;
END $function$;

CREATE OR REPLACE FUNCTION public.delete_test_merchant(t test_deletions)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  of_merchant CONSTANT text := t.merchant_id;
  people CONSTANT text[] := ARRAY (SELECT id FROM users WHERE merchant_id = of_merchant);
  parts CONSTANT text[] := ARRAY (SELECT id FROM integrations WHERE merchant_id = of_merchant);
  every_world CONSTANT int[] := t.worlds || ARRAY (SELECT id FROM worlds WHERE integration_id = ANY (parts));
  own CONSTANT text[] := ARRAY (SELECT w.id FROM wallets w WHERE w.owner_id = of_merchant AND NOT w.livemode);
  others CONSTANT text[] := ARRAY (
    SELECT w.id FROM unnest(own) o (id) JOIN wallets w ON w.owner_id = 'deleted:' || o.id AND NOT w.livemode);
BEGIN
  IF EXISTS (SELECT FROM events WHERE world = ANY (every_world))
    OR EXISTS (SELECT FROM transfers WHERE world = ANY (every_world))
    OR EXISTS (SELECT FROM idempotency_keys WHERE world = ANY (every_world))
    OR EXISTS (SELECT FROM wallets WHERE owner_id = of_merchant AND livemode)
    OR EXISTS (SELECT FROM balances WHERE wallet_id = ANY (own) AND held <> 0)
  THEN
    RAISE EXCEPTION 'the merchant % has records that came while it was deleted', of_merchant;
  END IF;
  DELETE FROM postings WHERE kind = 'deletion' AND (debit_wallet = ANY (own) OR credit_wallet = ANY (own));
  DELETE FROM balances WHERE wallet_id = ANY (own || others);
  DELETE FROM wallets WHERE id = ANY (own || others);
  DELETE FROM replays WHERE world = ANY (t.worlds);
  DELETE FROM webhook_endpoints WHERE world = ANY (t.worlds);
  DELETE FROM world_usage WHERE world = ANY (t.worlds);
  DELETE FROM invitations WHERE integration_id = ANY (parts);
  DELETE FROM memberships WHERE integration_id = ANY (parts);
  DELETE FROM fees WHERE merchant_id = of_merchant;
  DELETE FROM challenges WHERE account_id = ANY (people);
  DELETE FROM recovery_codes WHERE account_id = ANY (people);
  DELETE FROM sessions WHERE account_id = ANY (people);
  DELETE FROM payout_days WHERE account_id = ANY (people);
  DELETE FROM payers WHERE world = ANY (every_world);
  DELETE FROM worlds WHERE id = ANY (every_world);
  DELETE FROM users WHERE id = ANY (people);
  DELETE FROM accounts WHERE id = ANY (people);
  DELETE FROM integrations WHERE id = ANY (parts);
  DELETE FROM test_deletions WHERE merchant_id = of_merchant;
  DELETE FROM merchants WHERE id = of_merchant;
END $function$;

CREATE OR REPLACE FUNCTION public.delete_test_movement(of_worlds integer[], p postings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  m movements;
BEGIN
  UPDATE movements SET legs = (
    SELECT jsonb_agg(CASE WHEN leg ->> 'wallet' IN (p.debit_wallet, p.credit_wallet)
      THEN jsonb_set(leg, '{amount}', to_jsonb((leg ->> 'amount')::bigint - p.amount)) ELSE leg END ORDER BY place)
    FROM jsonb_array_elements(legs) WITH ORDINALITY AS every (leg, place))
  WHERE world = ANY (of_worlds) AND id = p.source RETURNING * INTO m;
  UPDATE transfers SET reversed_amount = reversed_amount - p.amount WHERE world = m.reverses_world AND id = m.reverses;
  DELETE FROM movements WHERE world = m.world AND id = m.id
    AND NOT EXISTS (SELECT FROM jsonb_array_elements(m.legs) AS leg WHERE (leg ->> 'amount')::bigint > 0);
END $function$;

CREATE OR REPLACE FUNCTION public.delete_test_record(of_worlds integer[], p postings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF p.kind = 'split' THEN
    PERFORM delete_test_share(of_worlds, p);
  ELSE
    PERFORM delete_undivided_test_record(of_worlds, p);
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.delete_test_share(of_worlds integer[], p postings)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE payments
  SET split = CASE WHEN wallet_id = p.debit_wallet THEN lessen_share(split, p.credit_wallet, 'amount', p.amount)
                   ELSE lessen_share(split, p.debit_wallet, 'taken', p.amount) END
  WHERE world = ANY (of_worlds) AND id = p.source AND split IS NOT NULL;
  DELETE FROM split_entries
  WHERE world = ANY (of_worlds) AND wallet_id IN (p.debit_wallet, p.credit_wallet) AND position = p.position
$function$;

CREATE OR REPLACE FUNCTION public.delete_test_slice(most integer, OUT rows integer, OUT gone text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '200ms'
AS $function$
DECLARE
  t test_deletions;
  p postings;
  r record;
  charged text[] := '{}';
  touched text[] := '{}';
BEGIN
  rows := 0;
  SELECT * INTO t FROM test_deletions ORDER BY began_at LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  -- An operator has approved it meanwhile: what is left stays.
  IF EXISTS (SELECT FROM merchants WHERE id = t.merchant_id AND live_approved_at IS NOT NULL) THEN
    DELETE FROM test_deletions WHERE merchant_id = t.merchant_id;
    RETURN;
  END IF;

  FOR p IN
    SELECT DISTINCT q.* FROM unnest(t.wallets) w (id) CROSS JOIN LATERAL (
      (SELECT * FROM postings WHERE debit_wallet = w.id AND kind <> 'deletion' ORDER BY position DESC LIMIT most + 1000)
      UNION ALL
      (SELECT * FROM postings WHERE credit_wallet = w.id AND kind <> 'deletion'
       ORDER BY position DESC LIMIT most + 1000)) q
    ORDER BY position DESC
  LOOP
    EXIT WHEN rows >= most AND cardinality(charged) = 0;
    IF p.kind IN ('fee', 'tax') THEN charged := charged || p.source;
    ELSIF p.kind IN ('fee_return', 'tax_return') THEN charged := array_remove(charged, p.source || ' ' || p.kind);
    ELSIF p.kind = 'refund' THEN
      charged := charged || ARRAY(
        SELECT f.id || ' ' || back.kind
        FROM refunds f
        CROSS JOIN LATERAL (
          VALUES ('fee_return', f.fee_returned), ('tax_return', f.tax_returned)) AS back (kind, amount)
        WHERE f.world = ANY (t.worlds) AND f.id = p.source AND back.amount > 0);
    ELSE charged := array_remove(charged, p.source); END IF;
    PERFORM delete_test_record(t.worlds, p);
    DELETE FROM postings WHERE debit_wallet = p.debit_wallet AND position = p.position;
    PERFORM balance_deleted_entry(p.debit_wallet, p.position, -p.amount, p.debit_balance, p.currency);
    PERFORM balance_deleted_entry(p.credit_wallet, p.position, p.amount, p.credit_balance, p.currency);
    IF p.kind IN ('transfer', 'payment') AND NOT p.debit_wallet = ANY (touched || t.wallets) THEN
      touched := touched || p.debit_wallet;
    END IF;
    rows := rows + 1;
  END LOOP;
  IF cardinality(charged) > 0 THEN RAISE EXCEPTION 'the movements of these fees are not near: %', charged[1:5]; END IF;
  IF rows > 0 THEN
    PERFORM count_spending_again(w) FROM (SELECT unnest(touched) AS w ORDER BY 1) u;
    RETURN;
  END IF;

  FOR r IN DELETE FROM refunds WHERE (world, id) IN (
    SELECT f.world, f.id FROM refunds f WHERE f.world = ANY (t.worlds) LIMIT most)
    RETURNING world, payment_id, wallet_id, id, amount, status LOOP
    IF r.status = 'pending' THEN
      PERFORM release_deleted_hold(r.wallet_id, r.id, r.amount, r.amount);
      UPDATE payments SET amount_refunding = amount_refunding - r.amount WHERE world = r.world AND id = r.payment_id;
    END IF;
    rows := rows + 1;
  END LOOP;
  IF rows > 0 THEN RETURN; END IF;
  FOR r IN SELECT i.world, i.payout_id, i.id FROM payout_items i WHERE i.world = ANY (t.worlds) LIMIT most LOOP
    PERFORM delete_test_item(r.world, r.payout_id, r.id);
    rows := rows + 1;
  END LOOP;
  IF rows > 0 THEN RETURN; END IF;
  FOR r IN DELETE FROM wallet_holds WHERE (world, id) IN (
    SELECT x.world, x.id FROM wallet_holds x WHERE x.world = ANY (t.worlds) LIMIT most)
    RETURNING wallet_id, id, amount, amount - captured - released AS open LOOP
    PERFORM release_deleted_hold(r.wallet_id, r.id, r.amount, r.open);
    rows := rows + 1;
  END LOOP;
  IF rows > 0 THEN RETURN; END IF;
  DELETE FROM payments WHERE (world, id) IN (
    SELECT x.world, x.id FROM payments x WHERE x.world = ANY (t.worlds) LIMIT most);
  GET DIAGNOSTICS rows = ROW_COUNT;
  IF rows > 0 THEN RETURN; END IF;
  DELETE FROM deliveries WHERE (world, id) IN (
    SELECT x.world, x.id FROM deliveries x WHERE x.world = ANY (t.worlds) LIMIT most);
  GET DIAGNOSTICS rows = ROW_COUNT;
  IF rows > 0 THEN RETURN; END IF;
  DELETE FROM events WHERE (world, id) IN (
    SELECT x.world, x.id FROM events x WHERE x.world = ANY (t.worlds) LIMIT most);
  GET DIAGNOSTICS rows = ROW_COUNT;
  IF rows > 0 THEN RETURN; END IF;
  DELETE FROM idempotency_keys WHERE (world, key) IN (
    SELECT x.world, x.key FROM idempotency_keys x WHERE x.world = ANY (t.worlds) LIMIT most);
  GET DIAGNOSTICS rows = ROW_COUNT;
  IF rows > 0 THEN RETURN; END IF;
  DELETE FROM holds WHERE (wallet_id, source) IN (
    SELECT x.wallet_id, x.source FROM holds x WHERE x.wallet_id = ANY (t.wallets) LIMIT most);
  GET DIAGNOSTICS rows = ROW_COUNT;
  IF rows > 0 THEN RETURN; END IF;

  DELETE FROM checkout_attempts WHERE (world, payment_id) IN (
    SELECT x.world, x.payment_id FROM checkout_attempts x WHERE x.world = ANY (t.worlds) LIMIT most);
  GET DIAGNOSTICS rows = ROW_COUNT;
  IF rows > 0 THEN RETURN; END IF;
  DELETE FROM checkout_sessions WHERE (world, id) IN (
    SELECT x.world, x.id FROM checkout_sessions x WHERE x.world = ANY (t.worlds) LIMIT most);
  GET DIAGNOSTICS rows = ROW_COUNT;
  IF rows > 0 THEN RETURN; END IF;

  PERFORM delete_test_merchant(t);
  rows := 1;
  gone := t.merchant_id;
END $function$;

CREATE OR REPLACE FUNCTION public.delete_undivided_test_record(of_worlds integer[], p postings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF p.kind = 'transfer' AND p.source LIKE 'mov\_%' THEN
    PERFORM delete_test_movement(of_worlds, p);
  ELSE
    PERFORM delete_other_test_record(of_worlds, p);
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.erase_in_approvals(erasure text, rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM check_erasure(erasure);
  UPDATE approvals a SET payload = r -> 'payload', reason = r ->> 'reason', rejection_reason = r ->> 'rejection_reason'
  FROM jsonb_array_elements(rows) r WHERE a.id = r ->> 'id';
END $function$;

CREATE OR REPLACE FUNCTION public.erase_in_audit_log(erasure text, of_act bigint, rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM check_erasure(erasure);
  IF EXISTS (
    SELECT FROM jsonb_array_elements(rows) r WHERE NOT EXISTS (
      SELECT FROM audit_log l WHERE l.seq = of_act AND l.action = 'audit.erased'
        AND l.after -> 'rows' ->> (r ->> 'seq') = r ->> 'digest'))
  THEN
    RAISE EXCEPTION 'the act % does not name these rows', of_act USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO audit_erasures (seq, act, digest)
  SELECT (r ->> 'seq')::bigint, of_act, decode(r ->> 'digest', 'hex') FROM jsonb_array_elements(rows) r
  ON CONFLICT (seq) DO UPDATE SET act = excluded.act, digest = excluded.digest;
  UPDATE audit_log l SET target = r ->> 'target', before = nullif(r -> 'before', 'null'),
    after = nullif(r -> 'after', 'null'),
    reason = r ->> 'reason', address = r ->> 'address'
  FROM jsonb_array_elements(rows) r WHERE l.seq = (r ->> 'seq')::bigint;
END $function$;

CREATE OR REPLACE FUNCTION public.erase_in_request_log(erasure text, worlds integer[], ids text[], paths text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM check_erasure(erasure);
  UPDATE request_log l SET path = n.path,
    request_body = NULL, response_body = NULL, idempotency_key = NULL, address = NULL
  FROM unnest(worlds, ids, paths) AS n (world, id, path) WHERE l.world = n.world AND l.id = n.id;
END $function$;

CREATE OR REPLACE FUNCTION public.find_old_spellings()
 RETURNS bigint
 LANGUAGE sql
AS $function$
  WITH stored AS (
    SELECT reference FROM payments UNION ALL SELECT reference FROM refunds UNION ALL SELECT reference FROM transfers
    UNION ALL SELECT reference FROM payouts UNION ALL SELECT reference FROM approvals),
  added AS (
    INSERT INTO old_spellings SELECT DISTINCT reference, one_spelling(reference) FROM stored
    WHERE reference <> one_spelling(reference) ON CONFLICT DO NOTHING RETURNING 1)
  SELECT count(*) FROM added $function$;

CREATE OR REPLACE FUNCTION public.hash_generation(hash bytea)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE WHEN length(hash) <= 32 THEN 1 ELSE get_byte(hash, 0) * 256 + get_byte(hash, 1) END
$function$;

CREATE OR REPLACE FUNCTION public.id_from(prefix text, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> 5 * i) & 31)::int + 1, 1), '' ORDER BY i DESC)
  FROM (SELECT floor(extract(epoch FROM at) * 1000)::bigint AS ms) t, generate_series(0, 9) i
$function$;

CREATE OR REPLACE FUNCTION public.is_erasing()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM person_erasures WHERE id = current_setting('rialto.erasure', true) AND done_at IS NULL);
END $function$;

CREATE OR REPLACE FUNCTION public.keep_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  texts CONSTANT text[] := '{payload,reason,rejection_reason}';
BEGIN
  IF OLD.requested_by IS NOT NULL AND NEW.requested_by IS DISTINCT FROM OLD.requested_by
     OR OLD.status <> 'pending' AND (to_jsonb(OLD) - texts <> to_jsonb(NEW) - texts OR NOT is_erasing())
  THEN
    RAISE EXCEPTION 'a decided approval stays: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  texts CONSTANT text[] := '{target,before,after,reason,address}';
BEGIN
  IF to_jsonb(OLD) - texts <> to_jsonb(NEW) - texts OR NOT EXISTS (SELECT FROM audit_erasures WHERE seq = OLD.seq) THEN
    RAISE EXCEPTION 'audit_log is append-only: UPDATE refused' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_close()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.status = 'closed' AND NEW.status = 'reviewed'
     AND to_jsonb(OLD) - '{status,reviewed_by,reviewed_at}'::text[]
       = to_jsonb(NEW) - '{status,reviewed_by,reviewed_at}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a closed day never changes' USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE OR REPLACE FUNCTION public.lessen_returned_fee()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE payments SET fee_returned = fee_returned - OLD.fee_returned, tax_returned = tax_returned - OLD.tax_returned
  WHERE world = OLD.world AND id = OLD.payment_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.lessen_share(split jsonb, of_wallet text, field text, less bigint)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT jsonb_agg(CASE WHEN share ->> 'wallet' = of_wallet
    THEN jsonb_set(share, ARRAY[field], to_jsonb((share ->> field)::bigint - less)) ELSE share END ORDER BY place)
  FROM jsonb_array_elements(split) WITH ORDINALITY AS every (share, place)
$function$;

CREATE OR REPLACE FUNCTION public.one_spelling(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT CASE WHEN typed ~ '^[!-~]+( [!-~]+)*$' THEN typed ELSE
    btrim(regexp_replace(
      normalize(regexp_replace(typed,
        '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
        '', 'g'), NFC),
      '[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+', ' ', 'g'))
  END $function$;

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

CREATE OR REPLACE FUNCTION public.refuse_posting_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM removed p WHERE p.livemode OR (p.kind <> 'deletion' AND NOT EXISTS (
      SELECT FROM test_deletions t WHERE p.debit_wallet = ANY (t.wallets) OR p.credit_wallet = ANY (t.wallets))))
  THEN
    RAISE EXCEPTION 'postings is append-only: DELETE refused' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO seal_tombstones (xid, debit_wallet, position, hash)
  SELECT coalesce(xid, '0'), debit_wallet, position,
         sha256(convert_to(concat_ws(E'\t', coalesce(xid::text, ''), position, debit_wallet, credit_wallet, amount,
           currency, livemode, debit_balance, credit_balance, kind, source), 'UTF8'))
  FROM removed WHERE xid IS DISTINCT FROM pg_current_xact_id();
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.release_deleted_hold(wallet text, cause text, whole bigint, open bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  rest CONSTANT bigint := least(open,
    coalesce((SELECT h.remaining FROM holds h WHERE h.wallet_id = wallet AND h.source = cause), 0));
BEGIN
  UPDATE balances SET held = held - rest, version = version + 1 WHERE wallet_id = wallet AND rest > 0;
  DELETE FROM holds WHERE wallet_id = wallet AND source = cause AND amount <= whole;
  IF NOT FOUND THEN
    UPDATE holds SET amount = amount - whole, remaining = remaining - rest WHERE wallet_id = wallet AND source = cause;
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.release_reserves(of_worlds integer[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  -- As the service locks wallets: a day that ends meanwhile is not counted twice.
  SELECT FROM balances WHERE wallet_id IN (SELECT wallet_id FROM split_partners WHERE world = ANY (of_worlds))
  ORDER BY wallet_id FOR UPDATE;
  UPDATE balances b SET held = b.held - s.reserved, version = b.version + 1
  FROM (SELECT wallet_id, sum(reserved) AS reserved FROM split_partners
        WHERE world = ANY (of_worlds) AND reserved > 0 GROUP BY wallet_id) s
  WHERE b.wallet_id = s.wallet_id;
  DELETE FROM reserve_days USING split_partners s WHERE partner_id = s.id AND s.world = ANY (of_worlds);
  -- If the deletion is given up, the reports of what is left have no reserve.
  UPDATE split_entries SET reserved = 0, released = 0, drawn = 0
  WHERE world = ANY (of_worlds) AND reserved + released + drawn > 0;
  UPDATE split_partners SET reserve = NULL, proposed_reserve = NULL, reserved = 0, drawn = 0
  WHERE world = ANY (of_worlds) AND (reserve IS NOT NULL OR proposed_reserve IS NOT NULL OR reserved > 0);
$function$;

CREATE OR REPLACE FUNCTION public.release_returned_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM release_deleted_hold(r.wallet, OLD.id, r.taken, r.taken)
  FROM jsonb_to_recordset(OLD.split) AS r (wallet text, taken bigint) WHERE r.taken > 0 ORDER BY r.wallet;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.remember_payers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.rotate_deliveries(keep boolean DEFAULT false)
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
  first_week timestamptz := this_week;
  partition text;
  week timestamptz;
  left_behind boolean;
  dropped int := 0;
BEGIN
  -- Another node is at it.
  IF NOT pg_try_advisory_xact_lock(hashtext('rotate_deliveries')) THEN RETURN 0; END IF;
  IF keep THEN
    -- Weeks that nobody has looked in lie between the last partition and this week's.
    SELECT least(max(to_date(right(c.relname, 8), 'YYYYMMDD')), this_week) INTO first_week
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'deliveries'::regclass AND c.relname ~ '_until_\d{8}$';
  ELSE
    FOR partition IN
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'deliveries'::regclass AND c.relname ~ '_until_\d{8}$' AND to_date(right(c.relname, 8), 'YYYYMMDD') <= this_week
    LOOP
      EXECUTE format('DROP TABLE %I', partition);
      dropped := dropped + 1;
    END LOOP;
    -- The test clock moves rows to weeks that are gone already: one more partition takes them.
    IF dropped > 0 OR to_regclass('deliveries_past') IS NULL THEN
      DROP TABLE IF EXISTS deliveries_past;
      EXECUTE format('CREATE TABLE deliveries_past PARTITION OF deliveries FOR VALUES FROM (MINVALUE) TO (%L)', this_week);
    ELSE
      SELECT EXISTS (SELECT FROM deliveries_past) INTO left_behind;
      IF left_behind THEN TRUNCATE deliveries_past; END IF;
    END IF;
  END IF;
  FOR week IN SELECT generate_series(first_week, this_week + (weeks_ahead - 1) * interval '7 days', interval '7 days') LOOP
    partition := to_char(week + interval '7 days', '"deliveries_until_"YYYYMMDD');
    CONTINUE WHEN to_regclass(partition) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I PARTITION OF deliveries FOR VALUES FROM (%L) TO (%L)', partition, week, week + interval '7 days');
  END LOOP;
  RETURN dropped;
END $function$;

CREATE OR REPLACE FUNCTION public.rotate_request_log(keep boolean DEFAULT false)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '200ms'
AS $function$
DECLARE
  today CONSTANT timestamptz := date_trunc('day', now());
  kept CONSTANT interval := '31 days';
  partition text;
  day timestamptz;
  dropped int := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('rotate_request_log')) THEN RETURN 0; END IF;
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE NOT keep AND i.inhparent = 'request_log'::regclass AND to_date(right(c.relname, 8), 'YYYYMMDD') <= today
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
    dropped := dropped + 1;
  END LOOP;
  -- A node's clock may be a little behind or ahead, and nobody may look for a week.
  FOR i IN -1..8 LOOP
    day := today + i * interval '1 day';
    partition := 'request_log' || to_char(day + kept, '"_until_"YYYYMMDD');
    CONTINUE WHEN to_regclass(partition) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I PARTITION OF request_log FOR VALUES FROM (%L) TO (%L)', partition,
                   id_from('req', day), id_from('req', day + interval '1 day'));
  END LOOP;
  RETURN dropped;
END $function$;

CREATE OR REPLACE FUNCTION public.sealed_generation(sealed bytea)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE WHEN substr(sealed, 1, 4) = '\x52444b31' THEN get_byte(sealed, 4) * 256 + get_byte(sealed, 5) ELSE 1 END
$function$;

CREATE OR REPLACE FUNCTION public.search_key(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
      SELECT btrim(regexp_replace(translate(lower(regexp_replace(normalize(public.one_spelling(typed), NFKD),
        '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u0610-\u061A\u0640\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]',
        '', 'g') COLLATE "und-x-icu"), 'đłøħŧıς', 'dlohtiσ'), '[ -/:-@\[-`{-~\u00A1-\u00BF\u2010-\u2027\u2030-\u205E]+', ' ', 'g')) $function$;

CREATE OR REPLACE FUNCTION public.search_query(texts text[])
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT string_agg(words, ' | ')::tsquery FROM unnest(texts) AS one (typed), LATERAL (
    SELECT '(' || string_agg('''' || left(word, 100) || ''':*', ' & ') || ')' AS words
    FROM unnest(string_to_array(nullif(public.search_key(typed), ''), ' ')) AS word) q $function$;

CREATE OR REPLACE FUNCTION public.search_words(typed text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT array_to_tsvector(array_agg(DISTINCT left(word, 100)))
  FROM unnest(string_to_array(nullif(public.search_key(typed), ''), ' ')) AS word $function$;

CREATE OR REPLACE FUNCTION public.slug_of(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT trim(BOTH '-' FROM regexp_replace(
    regexp_replace(lower(normalize(name, NFKD)), '[\u0300-\u036f]', '', 'g'), '[^a-z0-9]+', '-', 'g'))
$function$;

CREATE OR REPLACE FUNCTION public.test_merchant_is_idle(merchant text, since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT CASE WHEN test_merchant_is_idle_but_for_openings(merchant, since) THEN NOT EXISTS (
    SELECT FROM wallets own JOIN opening_balances o ON o.wallet_id = own.id WHERE own.owner_id = merchant)
    AND NOT EXISTS (
      SELECT FROM hold_deciders d JOIN wallet_holds h ON h.world = d.world AND h.id = d.hold_id
      WHERE (d.owner_id = merchant OR h.to_wallet IN (SELECT id FROM wallets WHERE owner_id = merchant))
        AND NOT d.livemode AND h.status = 'open')
  ELSE false END
$function$;

CREATE OR REPLACE FUNCTION public.test_merchant_is_idle_but_for_openings(merchant text, since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT CASE WHEN test_merchant_is_idle_but_for_shares(merchant, since) THEN NOT EXISTS (
    SELECT FROM wallets own JOIN postings p ON p.credit_wallet = own.id
    WHERE own.owner_id = merchant AND p.kind = 'split'
      AND p.debit_wallet NOT IN (SELECT id FROM wallets WHERE owner_id = merchant)
      -- What its own refunds took back is in its own records.
      AND NOT EXISTS (SELECT FROM integrations i JOIN worlds w ON w.integration_id = i.id
        JOIN payments y ON y.world = w.id AND y.id = p.source WHERE i.merchant_id = merchant)
  ) ELSE false END
$function$;

CREATE OR REPLACE FUNCTION public.test_merchant_is_idle_but_for_shares(merchant text, since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH i AS (SELECT id FROM integrations WHERE merchant_id = merchant),
       w AS (SELECT id, livemode FROM worlds WHERE integration_id IN (SELECT id FROM i)),
       own AS (SELECT id FROM wallets WHERE owner_id = merchant)
  SELECT CASE WHEN
    -- Nothing live, and old enough.
    EXISTS (SELECT FROM merchants m WHERE m.id = merchant AND m.live_approved_at IS NULL AND m.created_at < since)
    AND NOT EXISTS (SELECT FROM users u WHERE u.merchant_id = merchant AND u.livemode)
    AND NOT EXISTS (SELECT FROM wallets WHERE owner_id = merchant AND livemode)
    AND NOT EXISTS (SELECT FROM fees f WHERE f.merchant_id = merchant AND f.livemode)
    AND NOT EXISTS (SELECT FROM w CROSS JOIN LATERAL (
      (SELECT 1 FROM api_keys k WHERE k.world = w.id LIMIT 1)
      UNION ALL (SELECT 1 FROM events e WHERE e.world = w.id LIMIT 1)
      UNION ALL (SELECT 1 FROM payments p WHERE p.world = w.id LIMIT 1)
      UNION ALL (SELECT 1 FROM transfers t WHERE t.world = w.id LIMIT 1)
      UNION ALL (SELECT 1 FROM payouts p WHERE p.world = w.id LIMIT 1)
      UNION ALL (SELECT 1 FROM webhook_endpoints e WHERE e.world = w.id LIMIT 1)
      UNION ALL (SELECT 1 FROM idempotency_keys k WHERE k.world = w.id LIMIT 1)) live WHERE w.livemode)
    -- Its money is in suspense, for operators to decide.
    AND NOT EXISTS (SELECT FROM w JOIN parked_settlements k ON k.world = w.id WHERE k.suspense_wallet IS NOT NULL)
    -- Nobody has used it since.
    AND NOT EXISTS (SELECT FROM integrations WHERE merchant_id = merchant AND greatest(created_at, updated_at) >= since)
    AND NOT EXISTS (SELECT FROM w JOIN api_keys k ON k.world = w.id
      WHERE greatest(k.created_at, k.last_used_at) >= since)
    AND NOT EXISTS (SELECT FROM w JOIN events e ON e.world = w.id AND e.id >= id_from('evt', since))
    AND NOT EXISTS (SELECT FROM w JOIN request_log r ON r.world = w.id AND r.id >= id_from('req', since))
    AND NOT EXISTS (SELECT FROM w JOIN world_usage u ON u.world = w.id AND u.day >= since::date)
    AND NOT EXISTS (SELECT FROM users u JOIN sessions s ON s.account_id = u.id
      WHERE u.merchant_id = merchant AND greatest(s.created_at, s.last_used_at) >= since)
    AND NOT EXISTS (SELECT FROM invitations v WHERE v.integration_id IN (SELECT id FROM i) AND v.created_at >= since)
    AND NOT EXISTS (SELECT FROM memberships m WHERE m.integration_id IN (SELECT id FROM i) AND m.created_at >= since)
    -- Money that others paid into its wallets is in their records, and decisions of operators are kept for good. This
    -- reads all of its entries, so it comes last.
    THEN NOT EXISTS (SELECT FROM own JOIN postings p ON p.credit_wallet = own.id
      WHERE p.kind IN ('transfer', 'payout', 'capture') AND p.debit_wallet NOT IN (SELECT id FROM own))
      AND NOT EXISTS (SELECT FROM own JOIN approvals a ON a.payload ->> 'wallet' = own.id)
    ELSE false END
$function$;

CREATE TRIGGER api_keys_change BEFORE UPDATE OF expires_at, revoked_at ON public.api_keys FOR EACH ROW WHEN (((old.expires_at IS DISTINCT FROM new.expires_at) OR (old.revoked_at IS DISTINCT FROM new.revoked_at))) EXECUTE FUNCTION api_key_changes();
CREATE TRIGGER approvals_decided_once BEFORE UPDATE ON public.approvals FOR EACH ROW EXECUTE FUNCTION keep_approval();
CREATE TRIGGER approvals_stay BEFORE DELETE OR TRUNCATE ON public.approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_erasures_append_only BEFORE DELETE OR TRUNCATE ON public.audit_erasures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_keeps_rows BEFORE UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_row();
CREATE TRIGGER close_items_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.close_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closes_keep BEFORE UPDATE ON public.closes FOR EACH ROW EXECUTE FUNCTION keep_close();
CREATE TRIGGER closes_stay BEFORE DELETE OR TRUNCATE ON public.closes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER opening_balances_posted_once BEFORE UPDATE ON public.opening_balances FOR EACH ROW WHEN (((old."position" IS NOT NULL) OR ((to_jsonb(old.*) - 'position'::text) IS DISTINCT FROM (to_jsonb(new.*) - 'position'::text)))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER opening_balances_stay BEFORE DELETE OR TRUNCATE ON public.opening_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payments_remember_payers AFTER INSERT ON public.payments REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION remember_payers();
CREATE TRIGGER payouts_decided_once BEFORE UPDATE ON public.payouts FOR EACH ROW WHEN (((old.requested_by IS DISTINCT FROM new.requested_by) OR ((old.approval = ANY (ARRAY['approved'::text, 'rejected'::text])) AND ((old.approval IS DISTINCT FROM new.approval) OR (old.decided_by IS DISTINCT FROM new.decided_by) OR (old.decided_at IS DISTINCT FROM new.decided_at) OR ((old.rejection_reason IS DISTINCT FROM new.rejection_reason) AND (NOT is_erasing())))))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_append_only BEFORE UPDATE OR TRUNCATE ON public.postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_stay AFTER DELETE ON public.postings REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION refuse_posting_deletion();
CREATE TRIGGER postings_stay_in_one_ledger AFTER INSERT ON public.postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION postings_stay_in_one_ledger();
CREATE TRIGGER rails_announce AFTER INSERT OR UPDATE ON public.rails FOR EACH ROW EXECUTE FUNCTION announce_rails();
CREATE TRIGGER rails_keep_their_meaning BEFORE UPDATE ON public.rails FOR EACH ROW WHEN ((((((((old.id IS DISTINCT FROM new.id) OR (old.slug IS DISTINCT FROM new.slug)) OR (old.provider IS DISTINCT FROM new.provider)) OR (old.country IS DISTINCT FROM new.country)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.livemode IS DISTINCT FROM new.livemode)) OR (old.merchant IS DISTINCT FROM new.merchant) OR (old.removed_at IS NOT NULL))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rails_stay BEFORE DELETE OR TRUNCATE ON public.rails FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refunds_lessen_returned_fee AFTER DELETE ON public.refunds FOR EACH ROW WHEN (((old.fee_returned > 0) OR (old.tax_returned > 0))) EXECUTE FUNCTION lessen_returned_fee();
CREATE TRIGGER refunds_release_shares AFTER DELETE ON public.refunds FOR EACH ROW WHEN (((old.split IS NOT NULL) AND (old.status = 'pending'::text))) EXECUTE FUNCTION release_returned_shares();
CREATE TRIGGER safeguarding_days_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.safeguarding_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER safeguarding_seals_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.safeguarding_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seal_tombstones_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.seal_tombstones FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER signed_documents_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.signed_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT USAGE ON close_reopened_number_seq TO rialto_service;
GRANT USAGE ON database_losses_id_seq TO rialto_service;
GRANT USAGE ON split_entries_id_seq TO rialto_service;
GRANT USAGE ON worlds_id_seq TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON deliveries TO rialto_service;
GRANT INSERT, SELECT ON request_log TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON accounts TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON alert_addresses TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON alert_cursors TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON alerts TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON api_keys TO rialto_service;
GRANT INSERT, SELECT ON approvals TO rialto_service;
GRANT SELECT ON audit_erasures TO rialto_service;
GRANT INSERT, SELECT ON audit_log TO rialto_service;
GRANT SELECT, UPDATE ON audit_walk TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON balances TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON branches TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON bulk_results TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON bulks TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON case_comments TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON cases TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON challenges TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON checkout_attempts TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON checkout_sessions TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON checkout_unexpected TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON clock_advances TO rialto_service;
GRANT INSERT, SELECT ON close_items TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON close_reopened TO rialto_service;
GRANT INSERT, SELECT ON closes TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON customer_notes TO rialto_service;
GRANT INSERT, SELECT ON data_key_seals TO rialto_service;
GRANT INSERT, SELECT ON data_keys TO rialto_service;
GRANT INSERT, SELECT ON database_losses TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON database_marks TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON deliveries_open TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON developers TO rialto_service;
GRANT INSERT, SELECT ON document_keys TO rialto_service;
GRANT SELECT ON document_reseals TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON endpoint_hours TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON events TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON export_parts TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON export_schedules TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON exports TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON fees TO rialto_service;
GRANT INSERT, SELECT ON hold_deciders TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON holds TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON idempotency_keys TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON integrations TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON invitations TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON known_networks TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON kyc_documents TO rialto_service;
GRANT INSERT, SELECT, UPDATE ON kyc_submissions TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON ledger_accounts TO rialto_service;
GRANT SELECT ON ledger_checks TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON limits TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON matching_rules TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON memberships TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON merchant_logos TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON merchants TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON messages TO rialto_service;
GRANT SELECT ON migrations TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON movements TO rialto_service;
GRANT SELECT ON old_spellings TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON open_items TO rialto_service;
GRANT INSERT, SELECT ON opening_balances TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON operators TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON parked_settlements TO rialto_service;
GRANT DELETE, INSERT, SELECT ON payers TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON payment_links TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON payments TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON payout_beneficiaries TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON payout_days TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON payout_items TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON payout_schedules TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON payouts TO rialto_service;
GRANT INSERT, SELECT, UPDATE ON person_erasures TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON person_export_parts TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON person_keys TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON person_requests TO rialto_service;
GRANT INSERT, SELECT ON postings TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON rail_callbacks TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON rail_calls TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON rail_entries TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON rail_floats TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON rail_incoming TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON rail_memory TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON rail_payout_days TO rialto_service;
GRANT INSERT, SELECT, UPDATE ON rails TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON receipt_cursors TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON receipt_stops TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON receipts TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON reconciled_rails TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON recovery_codes TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON refunds TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON registration_invitations TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON replays TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON reserve_days TO rialto_service;
GRANT INSERT, SELECT ON safeguarding_days TO rialto_service;
GRANT INSERT, SELECT ON safeguarding_seals TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON sales TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON sandbox_answers TO rialto_service;
GRANT SELECT ON seal_tombstones TO rialto_service;
GRANT SELECT, UPDATE ON seal_witness TO rialto_service;
GRANT INSERT, SELECT ON seals TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON sessions TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON shifts TO rialto_service;
GRANT INSERT, SELECT ON signed_documents TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON signing_keys TO rialto_service;
GRANT INSERT, SELECT ON split_entries TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON split_partners TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON statement_chunks TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON statement_files TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON statement_layouts TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON statement_lines TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON statement_updates TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON statements TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON tenant_load TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON tenant_throttles TO rialto_service;
GRANT SELECT ON test_deletions TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON throttles TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON transfers TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON users TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON wallet_holds TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON wallets TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_endpoints TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON world_usage TO rialto_service;
GRANT DELETE, INSERT, SELECT ON world_writes TO rialto_service;
GRANT DELETE, INSERT, SELECT, UPDATE ON worlds TO rialto_service;
