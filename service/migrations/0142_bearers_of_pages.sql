-- The party that bears the fees of a checkout session's payments. Sessions of a payment link and sales of a till take
-- it from their link. A payer who bears them sees the total of each rail on the page, before the payment begins.
ALTER TABLE checkout_sessions ADD COLUMN fee_bearer text NOT NULL DEFAULT 'merchant';
ALTER TABLE checkout_sessions ADD CONSTRAINT checkout_sessions_bearer CHECK (
  fee_bearer IN ('merchant', 'payer') AND (fee_bearer = 'merchant' OR capture = 'automatic')) NOT VALID;
ALTER TABLE payment_links ADD COLUMN fee_bearer text NOT NULL DEFAULT 'merchant';
ALTER TABLE payment_links ADD CONSTRAINT payment_links_bearer CHECK (
  fee_bearer IN ('merchant', 'payer')) NOT VALID;
