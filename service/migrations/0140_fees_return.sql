-- Fees that return with refunds. The rule is `on_refund` of each tier in `fees.schedules`: "returned", or missing where
-- fees are kept. A payment keeps the rule of its creation. A refund that succeeds brings the fee and the tax that have
-- returned to their proportion of everything refunded so far, rounded down.
ALTER TABLE payments
  ADD COLUMN fee_on_refund text NOT NULL DEFAULT 'kept',
  ADD COLUMN fee_returned bigint NOT NULL DEFAULT 0,
  ADD COLUMN tax_returned bigint NOT NULL DEFAULT 0;
ALTER TABLE payments ADD CONSTRAINT payments_fee_on_refund CHECK (
  CASE fee_on_refund WHEN 'kept' THEN fee_returned = 0 AND tax_returned = 0
    WHEN 'returned' THEN price IS NULL AND fee_returned BETWEEN 0 AND fee AND tax_returned BETWEEN 0 AND tax
    ELSE false END) NOT VALID;
ALTER TABLE refunds
  ADD COLUMN fee_returned bigint NOT NULL DEFAULT 0,
  ADD COLUMN tax_returned bigint NOT NULL DEFAULT 0;
ALTER TABLE refunds ADD CONSTRAINT refunds_fee_returned CHECK (
  fee_returned >= 0 AND tax_returned >= 0 AND (status = 'succeeded' OR fee_returned = 0 AND tax_returned = 0)
) NOT VALID;

ALTER TABLE postings DROP CONSTRAINT postings_kind_check;
ALTER TABLE postings ADD CONSTRAINT postings_kind_check CHECK (kind IN ('transfer', 'payment', 'fee', 'refund',
  'funding', 'adjustment', 'payout', 'deletion', 'provider_fee', 'float', 'suspense', 'reversal', 'return',
  'capture', 'split', 'tax', 'opening', 'fee_return', 'tax_return')) NOT VALID;

-- A deleted refund takes the fee that it returned with it. Only deletions of tests delete refunds.
CREATE FUNCTION lessen_returned_fee()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE payments SET fee_returned = fee_returned - OLD.fee_returned, tax_returned = tax_returned - OLD.tax_returned
  WHERE world = OLD.world AND id = OLD.payment_id;
  RETURN NULL;
END $function$;
REVOKE EXECUTE ON FUNCTION lessen_returned_fee() FROM PUBLIC;
CREATE TRIGGER refunds_lessen_returned_fee AFTER DELETE ON refunds
  FOR EACH ROW WHEN (OLD.fee_returned > 0 OR OLD.tax_returned > 0) EXECUTE FUNCTION lessen_returned_fee();

-- As before. A refund goes with the fee and the tax that it returned, which were posted just before it.
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
