-- Payments that are captured later. The money is held on the payer's wallet, or on the clearing wallet of the sandbox,
-- as a row of `wallet_holds` with the payment's id.
ALTER TABLE payments
  -- When what is not captured goes back. Only a payment with manual capture has these columns.
  ADD COLUMN capture_before timestamptz,
  -- The amount that the customer was asked for. At the end, `amount` becomes what was captured.
  ADD COLUMN authorized bigint,
  ADD COLUMN captured bigint,
  -- The fee that was in force when it was created. Each capture pays its part of it.
  ADD COLUMN fee_rate jsonb;

ALTER TABLE payments DROP CONSTRAINT payments_status_check;
ALTER TABLE payments ADD CONSTRAINT payments_status_check CHECK (status IN ('pending', 'requires_action', 'processing',
  'requires_capture', 'succeeded', 'failed')) NOT VALID;
ALTER TABLE payments ADD CONSTRAINT payments_manual_capture CHECK (
  num_nulls(capture_before, authorized, captured, fee_rate) IN (0, 4)
  AND (status <> 'requires_capture' OR captured IS NOT NULL)
  AND (captured IS NULL OR captured >= 0 AND captured <= authorized
       AND CASE status WHEN 'succeeded' THEN captured = amount WHEN 'requires_capture' THEN amount = authorized
                       ELSE captured = 0 END)) NOT VALID;

-- Sessions whose payments are captured later.
ALTER TABLE checkout_sessions ADD COLUMN capture text NOT NULL DEFAULT 'automatic';
ALTER TABLE checkout_sessions ADD CONSTRAINT checkout_sessions_capture_check
  CHECK (capture IN ('automatic', 'manual')) NOT VALID;

-- As before. A payment loses its newest capture first, as if it had been smaller. With the last one it goes.
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
        amount = amount - p.amount, amount_refunding = 0, fee = fee - coalesce((h.captures -> -1 ->> 'fee')::bigint, 0)
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
