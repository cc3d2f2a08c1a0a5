-- Every change of a share of a payment, for the reports of split partners. `position` is that of its posting in the
-- wallet's statement; a change without a posting has its time, in microseconds since 1970.
CREATE TABLE split_entries (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  world      int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  wallet_id  text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  position   bigint NOT NULL,
  -- The share: posted, and the part of it that paid a debt; or kept in the wallet of the payment.
  posted     bigint NOT NULL CHECK (posted >= 0),
  debt_paid  bigint NOT NULL CHECK (debt_paid BETWEEN 0 AND posted),
  kept       bigint NOT NULL CHECK (kept >= 0),
  -- The part that was taken back: out of the wallet, as its debt, or borne by the wallet of the payment.
  taken      bigint NOT NULL CHECK (taken >= 0),
  owed       bigint NOT NULL CHECK (owed >= 0),
  borne      bigint NOT NULL CHECK (borne >= 0)
);
CREATE INDEX split_entries_wallet ON split_entries (world, wallet_id, position);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT ON split_entries TO rialto_service;
  END IF;
END $$;

-- The shares from before. Debts and what was borne have no posting: they have the time of their refund or reversal.
CREATE TEMP TABLE shares_before ON COMMIT DROP AS
SELECT p.world, p.id AS payment_id, p.wallet_id AS payer, p.succeeded_at, p.reversed_at, s.*
FROM payments p CROSS JOIN LATERAL jsonb_to_recordset(p.split)
  AS s (wallet text, status text, amount bigint, debt_paid bigint, taken bigint, owed bigint, borne bigint)
WHERE p.split IS NOT NULL AND p.status = 'succeeded' AND s.status <> 'pending';

INSERT INTO split_entries (world, wallet_id, payment_id, position, posted, debt_paid, kept, taken, owed, borne)
SELECT s.world, s.wallet, s.payment_id, coalesce(g.position, (extract(epoch FROM s.succeeded_at) * 1000000)::bigint),
       CASE s.status WHEN 'posted' THEN s.amount ELSE 0 END, s.debt_paid,
       CASE s.status WHEN 'kept' THEN s.amount ELSE 0 END, 0, 0, 0
FROM shares_before s
LEFT JOIN postings g ON g.credit_wallet = s.wallet AND g.debit_wallet = s.payer AND g.source = s.payment_id
  AND g.kind = 'split'
WHERE s.amount > 0
UNION ALL
SELECT s.world, s.wallet, s.payment_id, g.position, 0, 0, 0, g.amount, 0, 0
FROM shares_before s
JOIN postings g ON g.debit_wallet = s.wallet AND g.credit_wallet = s.payer AND g.source = s.payment_id
  AND g.kind = 'split'
UNION ALL
SELECT r.world, s.wallet, r.payment_id, (extract(epoch FROM r.succeeded_at) * 1000000)::bigint, 0, 0, 0, 0, s.owed,
       s.borne
FROM refunds r CROSS JOIN LATERAL jsonb_to_recordset(r.split) AS s (wallet text, owed bigint, borne bigint)
WHERE r.split IS NOT NULL AND r.status = 'succeeded' AND s.owed + s.borne > 0;

-- The rest is a reversal's.
INSERT INTO split_entries (world, wallet_id, payment_id, position, posted, debt_paid, kept, taken, owed, borne)
SELECT s.world, s.wallet, s.payment_id,
       (extract(epoch FROM coalesce(s.reversed_at, s.succeeded_at)) * 1000000)::bigint, 0, 0, 0, 0,
       s.owed - coalesce(e.owed, 0), s.borne - coalesce(e.borne, 0)
FROM shares_before s
LEFT JOIN (
  SELECT world, wallet_id, payment_id, sum(owed) AS owed, sum(borne) AS borne FROM split_entries GROUP BY 1, 2, 3
) e ON e.world = s.world AND e.wallet_id = s.wallet AND e.payment_id = s.payment_id
WHERE s.owed + s.borne > coalesce(e.owed + e.borne, 0);

-- As before. The entry of a deleted posting goes with it; entries without a posting go with their world.
CREATE OR REPLACE FUNCTION delete_test_share(of_worlds integer[], p postings)
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
