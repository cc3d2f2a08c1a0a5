-- The tax on fees. It is posted beside the fee, from the wallet that pays both to the system wallet `tax`. Its rate is
-- `tax_basis_points` of each tier in `fees.schedules` and `payments.fee_rate`; where it is missing, there is no tax.
ALTER TABLE payments ADD COLUMN tax bigint NOT NULL DEFAULT 0;
ALTER TABLE payments ADD CONSTRAINT payments_tax_check CHECK (tax >= 0 AND fee + tax <= amount) NOT VALID;
-- As before, with the tax: a payer who bears the fee gives the price, the fee and its tax.
ALTER TABLE payments DROP CONSTRAINT payments_price;
ALTER TABLE payments ADD CONSTRAINT payments_price CHECK (
  price IS NULL OR price >= 0 AND price = amount - fee - tax AND amount_refunded + amount_refunding <= price
    AND captured IS NULL AND split IS NULL) NOT VALID;
ALTER TABLE payout_items ADD COLUMN tax bigint NOT NULL DEFAULT 0;
ALTER TABLE payout_items ADD CONSTRAINT payout_items_tax_check CHECK (tax >= 0) NOT VALID;
-- The taxes taken so far.
ALTER TABLE payouts ADD COLUMN tax bigint NOT NULL DEFAULT 0;
ALTER TABLE payouts ADD CONSTRAINT payouts_tax_check CHECK (tax >= 0) NOT VALID;

ALTER TABLE postings DROP CONSTRAINT postings_kind_check;
ALTER TABLE postings ADD CONSTRAINT postings_kind_check CHECK (kind IN ('transfer', 'payment', 'fee', 'refund',
  'funding', 'adjustment', 'payout', 'deletion', 'provider_fee', 'float', 'suspense', 'reversal', 'return',
  'capture', 'split', 'tax')) NOT VALID;

-- As before. A payment that loses its newest capture loses the tax of it too.
CREATE OR REPLACE FUNCTION delete_other_test_record(of_worlds integer[], p postings)
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

-- As before, with the tax of the item.
CREATE OR REPLACE FUNCTION delete_test_item(of_world integer, of_payout text, item text)
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

-- As before. A tax goes with its fee and the movement that they belong to.
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
