-- Exports and erasures of a person's data. Two operators decide: `admin people …` opens the approval in no name,
-- the first operator takes it on, and the second approves it.
ALTER TABLE approvals
  ALTER COLUMN requested_by DROP NOT NULL,
  DROP CONSTRAINT approvals_check,
  DROP CONSTRAINT approvals_kind_check,
  ADD CONSTRAINT approvals_mode CHECK (
    (livemode IS NULL) = (kind IN ('operator', 'person_export', 'person_erasure'))) NOT VALID,
  ADD CONSTRAINT approvals_kind_check CHECK (kind IN (
    'cash_in', 'adjustment', 'operator', 'fee', 'limit', 'unfreeze', 'rail', 'float', 'suspense', 'reconciliation',
    'settlement', 'person_export', 'person_erasure')) NOT VALID,
  ADD CONSTRAINT approvals_name_requester CHECK (
    requested_by IS NOT NULL OR (kind IN ('person_export', 'person_erasure') AND status <> 'approved')) NOT VALID;

-- Whether this transaction belongs to an erasure that is not over.
CREATE FUNCTION is_erasing() RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN EXISTS (SELECT FROM person_erasures WHERE id = current_setting('rialto.erasure', true) AND done_at IS NULL);
END $$;

-- A request is taken on once. A decision is final; only an erasure replaces a person in its texts.
CREATE FUNCTION keep_approval() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
  texts CONSTANT text[] := '{payload,reason,rejection_reason}';
BEGIN
  IF OLD.requested_by IS NOT NULL AND NEW.requested_by IS DISTINCT FROM OLD.requested_by
     OR OLD.status <> 'pending' AND (to_jsonb(OLD) - texts <> to_jsonb(NEW) - texts OR NOT is_erasing())
  THEN
    RAISE EXCEPTION 'a decided approval stays: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER approvals_decided_once ON approvals;
CREATE TRIGGER approvals_decided_once BEFORE UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION keep_approval();
DROP TRIGGER payouts_decided_once ON payouts;
CREATE TRIGGER payouts_decided_once BEFORE UPDATE ON payouts
  FOR EACH ROW WHEN (OLD.requested_by IS DISTINCT FROM NEW.requested_by
    OR (OLD.approval IN ('approved', 'rejected') AND (
    OLD.approval IS DISTINCT FROM NEW.approval OR OLD.decided_by IS DISTINCT FROM NEW.decided_by
    OR OLD.decided_at IS DISTINCT FROM NEW.decided_at
    OR (OLD.rejection_reason IS DISTINCT FROM NEW.rejection_reason AND NOT is_erasing()))))
  EXECUTE FUNCTION refuse_change();

-- The work that an approval starts.
CREATE TABLE person_requests (
  approval_id   text COLLATE "C" PRIMARY KEY REFERENCES approvals,
  kind          text NOT NULL CHECK (kind IN ('export', 'erasure')),
  status        text NOT NULL DEFAULT 'asked' CHECK (status IN ('asked', 'waiting', 'completed', 'failed')),
  -- Whom it concerns, sealed. Null once it is over.
  subject       bytea,
  pseudonym     text COLLATE "C" NOT NULL,
  due_at        timestamptz,
  failures      int NOT NULL DEFAULT 0,
  error         text,
  rows          bigint NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL DEFAULT now(),
  completed_at  timestamptz,
  -- Until then an export's file waits for its download.
  expires_at    timestamptz,
  downloaded_by text COLLATE "C" REFERENCES operators,
  downloaded_at timestamptz,
  CHECK ((due_at IS NOT NULL) = (status = 'waiting'))
);
CREATE INDEX person_requests_due ON person_requests (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE person_export_parts (
  document    text COLLATE "C" PRIMARY KEY,
  approval_id text COLLATE "C" NOT NULL REFERENCES person_requests,
  number      int NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX person_export_parts_of ON person_export_parts (approval_id, number);

-- The journal of erasures. Each node keeps a copy outside the database, from which a restored backup is erased again.
CREATE TABLE person_erasures (
  id         text COLLATE "C" PRIMARY KEY,
  entry      jsonb NOT NULL,
  erased_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  done_at    timestamptz,
  -- Until it is done: whom it concerns, sealed. What it has replaced could not be found again after a crash.
  subject    bytea,
  -- What the law makes us keep, until then, sealed under the key of the person.
  kept_until timestamptz,
  kept       bytea,
  CHECK ((kept IS NULL) OR (kept_until IS NOT NULL))
);
CREATE INDEX person_erasures_kept ON person_erasures (kept_until) WHERE kept IS NOT NULL;

-- Destroying a row ends what is sealed under its key, in every copy of the sealed bytes.
CREATE TABLE person_keys (
  erasure_id text COLLATE "C" PRIMARY KEY REFERENCES person_erasures,
  key        bytea NOT NULL
);

-- Rows of the audit log without their person. The act `audit.erased` in the chain holds the digest of what is left, so
-- that the chain still proves that nothing else changed.
CREATE TABLE audit_erasures (
  seq    bigint PRIMARY KEY,
  -- The row of the act.
  act    bigint NOT NULL,
  digest bytea NOT NULL
);
CREATE TRIGGER audit_erasures_append_only BEFORE DELETE OR TRUNCATE ON audit_erasures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION keep_audit_row() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
  texts CONSTANT text[] := '{target,before,after,reason,address}';
BEGIN
  IF to_jsonb(OLD) - texts <> to_jsonb(NEW) - texts OR NOT EXISTS (SELECT FROM audit_erasures WHERE seq = OLD.seq) THEN
    RAISE EXCEPTION 'audit_log is append-only: UPDATE refused' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER audit_log_append_only ON audit_log;
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_keeps_rows BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_row();

-- The service may not change these tables. In an erasure that two operators approved it may take a person out of them.
CREATE FUNCTION check_erasure(erasure text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  -- In a restored backup the approval may be missing: then the owner of the tables applies the journal.
  PERFORM FROM person_erasures e WHERE e.id = erasure AND (
    EXISTS (SELECT FROM approvals a WHERE a.id = e.id AND a.kind = 'person_erasure' AND a.status = 'approved')
    OR pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = 'approvals'::regclass), 'MEMBER'));
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nobody approved the erasure %', erasure USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM set_config('rialto.erasure', erasure, true);
END $$;

-- `rows`: {seq, digest (hex), target, before, after, reason, address}. The act is a row of the chain with the digests.
CREATE FUNCTION erase_in_audit_log(erasure text, of_act bigint, rows jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
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
END $$;

-- Bodies, keys and addresses go; the path is given without the person.
CREATE FUNCTION erase_in_request_log(erasure text, worlds int[], ids text[], paths text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM check_erasure(erasure);
  UPDATE request_log l SET path = n.path,
    request_body = NULL, response_body = NULL, idempotency_key = NULL, address = NULL
  FROM unnest(worlds, ids, paths) AS n (world, id, path) WHERE l.world = n.world AND l.id = n.id;
END $$;

CREATE FUNCTION erase_in_approvals(erasure text, rows jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM check_erasure(erasure);
  UPDATE approvals a SET payload = r -> 'payload', reason = r ->> 'reason', rejection_reason = r ->> 'rejection_reason'
  FROM jsonb_array_elements(rows) r WHERE a.id = r ->> 'id';
END $$;

REVOKE EXECUTE ON FUNCTION erase_in_audit_log(text, bigint, jsonb), erase_in_request_log(text, int[], text[], text[]),
  erase_in_approvals(text, jsonb) FROM PUBLIC;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT UPDATE (requested_by) ON approvals TO rialto_service;
    GRANT SELECT, INSERT, UPDATE, DELETE ON person_requests, person_export_parts, person_keys TO rialto_service;
    GRANT SELECT, INSERT, UPDATE ON person_erasures TO rialto_service;
    GRANT SELECT ON audit_erasures TO rialto_service;
    GRANT EXECUTE ON FUNCTION erase_in_audit_log(text, bigint, jsonb),
      erase_in_request_log(text, int[], text[], text[]), erase_in_approvals(text, jsonb) TO rialto_service;
  END IF;
END $$;
