-- Payments whose fee the payer bears. `amount` is still the money that moves: the payer gives the price and the fee.
ALTER TABLE payments
  -- The amount without the fee. Null: the merchant bears the fee.
  ADD COLUMN price bigint;
ALTER TABLE payments ADD CONSTRAINT payments_price CHECK (
  price IS NULL OR price >= 0 AND price = amount - fee AND amount_refunded + amount_refunding <= price
    AND captured IS NULL AND split IS NULL) NOT VALID;
