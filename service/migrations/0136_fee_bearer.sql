-- Payments whose fee the payer bears. `amount` is still the money that moves: the payer gives the price and the fee.
ALTER TABLE payments
  -- The amount without the fee. Null: the merchant bears the fee.
  ADD COLUMN price bigint;
ALTER TABLE payments ADD CONSTRAINT payments_price CHECK (
  price IS NULL OR price >= 0 AND price = amount - fee AND amount_refunded + amount_refunding <= price
    AND captured IS NULL AND split IS NULL) NOT VALID;

-- Payouts whose receivers bear the fees. The amounts of items are still the money that moves: the amount asked for,
-- less the fee.
ALTER TABLE payouts
  -- The total that was asked for. Null: the merchant bears the fees, on top of the amounts.
  ADD COLUMN asked bigint;
ALTER TABLE payouts ADD CONSTRAINT payouts_asked CHECK (asked IS NULL OR asked >= amount) NOT VALID;
-- What is sent may be less than the fee. `ledger check` compares the other fees with their amounts.
ALTER TABLE payout_items DROP CONSTRAINT payout_items_check;
ALTER TABLE payout_items ADD CONSTRAINT payout_items_fee CHECK (fee >= 0) NOT VALID;

-- As before. The amount of the item leaves the total asked for, too.
CREATE OR REPLACE FUNCTION delete_test_item(of_world int, of_payout text, item text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  i payout_items;
  p payouts;
  is_open boolean;
BEGIN
  SELECT * INTO p FROM payouts WHERE world = of_world AND id = of_payout FOR UPDATE;
  DELETE FROM payout_items WHERE world = of_world AND payout_id = of_payout AND id = item RETURNING * INTO i;
  is_open := p.status IN ('pending', 'processing');
  IF is_open THEN
    PERFORM release_deleted_hold(p.wallet_id, p.id, i.amount + i.fee,
      CASE WHEN i.status IN ('pending', 'processing') THEN i.amount + i.fee ELSE 0 END);
  END IF;
  IF p.count = 1 THEN
    DELETE FROM payouts WHERE world = of_world AND id = of_payout;
    RETURN;
  END IF;
  UPDATE payouts SET count = count - 1, amount = amount - i.amount, asked = asked - i.amount - i.fee,
    succeeded_count = succeeded_count - (i.status = 'succeeded')::int,
    succeeded_amount = succeeded_amount - CASE WHEN i.status = 'succeeded' THEN i.amount ELSE 0 END,
    failed_count = failed_count - (i.status = 'failed')::int,
    failed_amount = failed_amount - CASE WHEN i.status = 'failed' THEN i.amount ELSE 0 END,
    fee = fee - CASE WHEN i.status = 'succeeded' THEN i.fee ELSE 0 END,
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
END $$;
