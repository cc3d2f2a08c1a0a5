-- Holds as records: who holds which money, until when, and what became of it. The reserved money itself is in `holds`,
-- under the record's id.
CREATE TABLE wallet_holds (
  world       int NOT NULL REFERENCES worlds,
  id          text COLLATE "C" NOT NULL,
  status      text NOT NULL CHECK (status IN ('open', 'captured', 'released', 'expired')),
  wallet_id   text COLLATE "C" NOT NULL REFERENCES wallets,
  to_wallet   text COLLATE "C",
  amount      bigint NOT NULL CHECK (amount > 0),
  captured    bigint NOT NULL DEFAULT 0 CHECK (captured >= 0),
  released    bigint NOT NULL DEFAULT 0 CHECK (released >= 0),
  currency    text NOT NULL,
  -- [{to, amount, at}], oldest first.
  captures    jsonb NOT NULL DEFAULT '[]',
  reference   text COLLATE "C",
  description text,
  metadata    jsonb NOT NULL DEFAULT '{}',
  request     jsonb NOT NULL DEFAULT '{}',
  expires_at  timestamptz NOT NULL,
  warned      boolean NOT NULL DEFAULT false,
  -- When its warning or its end is due; null when it has ended.
  due_at      timestamptz,
  ended_at    timestamptz,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  version     int NOT NULL DEFAULT 1,
  PRIMARY KEY (world, id),
  CHECK (captured + released <= amount),
  CHECK ((status = 'open') = (captured + released < amount)),
  CHECK ((status = 'open') = (due_at IS NOT NULL)),
  CHECK ((status = 'open') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX wallet_holds_reference ON wallet_holds (world, reference) WHERE reference IS NOT NULL;
CREATE INDEX wallet_holds_due ON wallet_holds (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX wallet_holds_open ON wallet_holds (world, id) WHERE status = 'open';
CREATE INDEX wallet_holds_wallet ON wallet_holds (wallet_id, id);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON wallet_holds TO rialto_service;
  END IF;
END $$;

-- A capture pays held money.
ALTER TABLE postings DROP CONSTRAINT postings_kind_check;
ALTER TABLE postings ADD CONSTRAINT postings_kind_check CHECK (kind IN ('transfer', 'payment', 'fee', 'refund',
  'funding', 'adjustment', 'payout', 'deletion', 'provider_fee', 'float', 'suspense', 'reversal', 'return',
  'capture')) NOT VALID;

-- As before, with the captures of holds.
CREATE OR REPLACE FUNCTION delete_test_record(of_worlds integer[], p postings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  r record;
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

-- As before, with holds.
CREATE OR REPLACE FUNCTION delete_test_slice(most integer, OUT rows integer, OUT gone text)
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
    IF p.kind = 'fee' THEN charged := charged || p.source; ELSE charged := array_remove(charged, p.source); END IF;
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

-- As before. A capture that others paid into its wallets is their record.
CREATE OR REPLACE FUNCTION test_merchant_is_idle(merchant text, since timestamp with time zone)
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
