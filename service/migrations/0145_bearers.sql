-- Rails that refund only whole payments return all that the payer gave, also a fee that the payer bears. Elsewhere
-- refunds return the price at most, as before.
ALTER TABLE payments DROP CONSTRAINT payments_price;
ALTER TABLE payments ADD CONSTRAINT payments_price CHECK (
  price IS NULL OR price >= 0 AND price = amount - fee - tax
    AND (amount_refunded + amount_refunding <= price OR amount_refunded + amount_refunding = amount)
    AND captured IS NULL AND split IS NULL) NOT VALID;
-- The fee that a payer bears may return to the merchant who refunds all of the payment, and only as a whole.
ALTER TABLE payments DROP CONSTRAINT payments_fee_on_refund;
ALTER TABLE payments ADD CONSTRAINT payments_fee_on_refund CHECK (
  CASE fee_on_refund WHEN 'kept' THEN fee_returned = 0 AND tax_returned = 0
    WHEN 'returned' THEN fee_returned BETWEEN 0 AND fee AND tax_returned BETWEEN 0 AND tax
      AND (price IS NULL OR (fee_returned, tax_returned) IN ((0, 0), (fee, tax)))
    ELSE false END) NOT VALID;

-- The party that bears the fees of payments, checkout sessions and payment links that do not name one.
ALTER TABLE merchants ADD COLUMN fee_bearer text NOT NULL DEFAULT 'merchant';
ALTER TABLE merchants ADD CONSTRAINT merchants_fee_bearer CHECK (fee_bearer IN ('merchant', 'payer')) NOT VALID;
