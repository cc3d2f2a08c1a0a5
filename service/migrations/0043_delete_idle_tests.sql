-- Deletes merchants that exist in test only and were idle for long. It runs with its owner's rights, since the service may not
-- delete a posting, and in slices, so that no transaction is long. Every slice leaves books that `ledger check` finds right: the
-- deleted entries of a wallet that stays are replaced by one balancing posting for each run of them, against a system wallet
-- `deleted:<wallet>` of its own. No balance of a wallet that stays changes, so no busy row is locked.

ALTER TABLE postings DROP CONSTRAINT postings_kind_check,
  ADD CONSTRAINT postings_kind_check CHECK (
    kind IN ('transfer', 'payment', 'fee', 'refund', 'funding', 'adjustment', 'payout', 'deletion')) NOT VALID,
  ADD CONSTRAINT postings_deletion_in_test CHECK (kind <> 'deletion' OR NOT livemode) NOT VALID;

-- A merchant whose deletion has begun. The service reads it and cannot write it.
CREATE TABLE test_deletions (
  merchant_id text COLLATE "C" PRIMARY KEY REFERENCES merchants,
  -- Of its integrations in test and of its people there.
  worlds      int[] NOT NULL,
  wallets     text[] NOT NULL,
  began_at    timestamptz NOT NULL DEFAULT now()
);

-- A posting still never changes, for anybody. It is deleted only in test, with a merchant whose deletion has begun.
DROP TRIGGER postings_append_only ON postings;
CREATE TRIGGER postings_append_only BEFORE UPDATE OR TRUNCATE ON postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE FUNCTION refuse_posting_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM removed p WHERE p.livemode OR (p.kind <> 'deletion' AND NOT EXISTS (
      SELECT FROM test_deletions t WHERE p.debit_wallet = ANY (t.wallets) OR p.credit_wallet = ANY (t.wallets))))
  THEN
    RAISE EXCEPTION 'postings is append-only: DELETE refused' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER postings_stay AFTER DELETE ON postings
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION refuse_posting_deletion();

-- Whether a merchant has anything live, or in test anything younger than this, or that somebody else's records need.
CREATE FUNCTION test_merchant_is_idle(merchant text, since timestamptz) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
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
    AND NOT EXISTS (SELECT FROM w JOIN api_keys k ON k.world = w.id WHERE greatest(k.created_at, k.last_used_at) >= since)
    AND NOT EXISTS (SELECT FROM w JOIN events e ON e.world = w.id AND e.id >= id_from('evt', since))
    AND NOT EXISTS (SELECT FROM w JOIN request_log r ON r.world = w.id AND r.id >= id_from('req', since))
    AND NOT EXISTS (SELECT FROM w JOIN world_usage u ON u.world = w.id AND u.day >= since::date)
    AND NOT EXISTS (SELECT FROM users u JOIN sessions s ON s.account_id = u.id
      WHERE u.merchant_id = merchant AND greatest(s.created_at, s.last_used_at) >= since)
    AND NOT EXISTS (SELECT FROM invitations v WHERE v.integration_id IN (SELECT id FROM i) AND v.created_at >= since)
    AND NOT EXISTS (SELECT FROM memberships m WHERE m.integration_id IN (SELECT id FROM i) AND m.created_at >= since)
    -- What others paid into its wallets is their record, and what operators decided is kept for good. This reads all of its entries,
    -- so it comes last.
    THEN NOT EXISTS (SELECT FROM own JOIN postings p ON p.credit_wallet = own.id
      WHERE p.kind IN ('transfer', 'payout') AND p.debit_wallet NOT IN (SELECT id FROM own))
      AND NOT EXISTS (SELECT FROM own JOIN approvals a ON a.payload ->> 'wallet' = own.id)
    ELSE false END
$$;

-- Begins the deletion of a merchant, if it is still idle: nobody gets in from then on. Never within 30 days of its last use.
CREATE FUNCTION begin_test_deletion(merchant text, idle_days int) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
BEGIN
  PERFORM FROM merchants WHERE id = merchant FOR UPDATE;
  IF NOT test_merchant_is_idle(merchant, now() - make_interval(days => greatest(idle_days, 30))) THEN RETURN false; END IF;
  INSERT INTO test_deletions (merchant_id, worlds, wallets)
  SELECT merchant,
         ARRAY (SELECT w.id FROM worlds w JOIN integrations i ON i.id = w.integration_id WHERE i.merchant_id = merchant AND NOT w.livemode
                UNION SELECT w.id FROM worlds w JOIN users u ON u.id = w.account_id WHERE u.merchant_id = merchant),
         ARRAY (SELECT id FROM wallets WHERE owner_id = merchant)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM pg_notify('rialto_keys', k.id) FROM api_keys k JOIN test_deletions t ON k.world = ANY (t.worlds) WHERE t.merchant_id = merchant;
  DELETE FROM api_keys k USING test_deletions t WHERE t.merchant_id = merchant AND k.world = ANY (t.worlds);
  UPDATE accounts a SET suspended_at = coalesce(suspended_at, now()), suspended_reason = coalesce(suspended_reason, 'idle')
  FROM users u WHERE u.id = a.id AND u.merchant_id = merchant;
  PERFORM pg_notify('rialto_sessions', u.id) FROM users u WHERE u.merchant_id = merchant;
  DELETE FROM sessions s USING users u WHERE u.merchant_id = merchant AND s.account_id = u.id;
  UPDATE webhook_endpoints e SET status = 'disabled', deleted_at = coalesce(deleted_at, now())
  FROM test_deletions t WHERE t.merchant_id = merchant AND e.world = ANY (t.worlds);
  RETURN true;
END $$;

-- Takes an entry out of the statement of a wallet, whose later entries are looked at already. A run of such entries becomes one
-- balancing posting, at the place of its last.
CREATE FUNCTION balance_deleted_entry(wallet text, at_position bigint, change bigint, after bigint, money text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  other text;
  next record;
  total bigint := change;
  place bigint := at_position;
  rest bigint := after;
BEGIN
  SELECT id INTO other FROM wallets WHERE owner_id = 'deleted:' || wallet AND NOT livemode AND currency = money AND is_default;
  IF NOT FOUND THEN
    other := 'wal_' || substr(id_from('wal', clock_timestamp()), 5) || substr(translate(md5(wallet), 'ilou', 'vwxy'), 1, 16);
    INSERT INTO wallets (id, livemode, owner_type, owner_id, currency, is_default)
    VALUES (other, false, 'system', 'deleted:' || wallet, money, true);
    INSERT INTO balances (wallet_id, position, overdraft) VALUES (other, at_position, true);
  END IF;
  SELECT * INTO next FROM (
    (SELECT position, kind, amount, credit_balance AS after FROM postings
     WHERE credit_wallet = wallet AND position > at_position ORDER BY position LIMIT 1)
    UNION ALL
    (SELECT position, kind, -amount, debit_balance FROM postings
     WHERE debit_wallet = wallet AND position > at_position ORDER BY position LIMIT 1)) n ORDER BY position LIMIT 1;
  IF next.kind = 'deletion' THEN
    DELETE FROM postings WHERE position = next.position AND debit_wallet = CASE WHEN next.amount > 0 THEN other ELSE wallet END;
    total := total + next.amount;
    place := next.position;
    rest := next.after;
  END IF;
  IF total > 0 THEN
    INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance, credit_balance, kind, source)
    VALUES (place, other, wallet, total, money, false, 0, rest, 'deletion', 'del_' || substr(other, 5));
  ELSIF total < 0 THEN
    INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance, credit_balance, kind, source)
    VALUES (place, wallet, other, -total, money, false, rest, 0, 'deletion', 'del_' || substr(other, 5));
  END IF;
  UPDATE balances SET posted = posted - change, position = greatest(position, place), version = version + 1 WHERE wallet_id = other;
END $$;

-- Gives back what remains reserved for a record that is deleted while it is open.
CREATE FUNCTION release_deleted_hold(wallet text, cause text, whole bigint, open bigint) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE balances SET held = held - open, version = version + 1 WHERE wallet_id = wallet AND open > 0;
  DELETE FROM holds WHERE wallet_id = wallet AND source = cause AND amount <= whole;
  IF NOT FOUND THEN
    UPDATE holds SET amount = amount - whole, remaining = remaining - open WHERE wallet_id = wallet AND source = cause;
  END IF;
END $$;

-- Deletes an item, with its payout where it is the last one.
CREATE FUNCTION delete_test_item(of_world int, of_payout text, item text) RETURNS void
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
  UPDATE payouts SET count = count - 1, amount = amount - i.amount,
    succeeded_count = succeeded_count - (i.status = 'succeeded')::int,
    succeeded_amount = succeeded_amount - CASE WHEN i.status = 'succeeded' THEN i.amount ELSE 0 END,
    failed_count = failed_count - (i.status = 'failed')::int,
    failed_amount = failed_amount - CASE WHEN i.status = 'failed' THEN i.amount ELSE 0 END,
    fee = fee - CASE WHEN i.status = 'succeeded' THEN i.fee ELSE 0 END,
    status = CASE WHEN is_open AND succeeded_count + failed_count - (i.status IN ('succeeded', 'failed'))::int = count - 1
      THEN 'completed' ELSE status END,
    completed_at = CASE WHEN is_open AND succeeded_count + failed_count - (i.status IN ('succeeded', 'failed'))::int = count - 1
      THEN now() ELSE completed_at END,
    due_at = CASE WHEN is_open AND succeeded_count + failed_count - (i.status IN ('succeeded', 'failed'))::int = count - 1
      THEN NULL ELSE due_at END
  WHERE world = of_world AND id = of_payout;
END $$;

-- Deletes the record that a posting is of. A fee goes before the movement that it was charged for, in the same slice.
CREATE FUNCTION delete_test_record(of_worlds int[], p postings) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  r record;
BEGIN
  IF p.kind = 'transfer' THEN
    DELETE FROM transfers WHERE world = ANY (of_worlds) AND id = p.source;
  ELSIF p.kind = 'refund' THEN
    DELETE FROM refunds WHERE world = ANY (of_worlds) AND id = p.source RETURNING world, payment_id, amount INTO r;
    UPDATE payments SET amount_refunded = amount_refunded - r.amount WHERE world = r.world AND id = r.payment_id;
  ELSIF p.kind = 'payment' THEN
    FOR r IN DELETE FROM refunds WHERE payment_id = p.source AND world = ANY (of_worlds) RETURNING wallet_id, id, amount, status LOOP
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
  END IF;
END $$;

-- What a customer spent of late, where entries of it are gone.
CREATE FUNCTION count_spending_again(wallet text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM balances WHERE wallet_id = wallet FOR UPDATE;
  UPDATE balances SET (spent_on, spent_day, spent_month) = (
    SELECT max(last), sum(amount) FILTER (WHERE day = last),
           sum(amount) FILTER (WHERE to_char(day, 'YYYY-MM') = to_char(last, 'YYYY-MM'))
    FROM (SELECT amount, day, max(day) OVER () AS last
          FROM (SELECT amount, DATE 'epoch' + (position / 86400000000)::int AS day FROM postings
                WHERE debit_wallet = wallet AND kind IN ('transfer', 'payment')) p) s)
  WHERE wallet_id = wallet AND tier IS NOT NULL;
END $$;

-- Deletes about so many rows of a merchant whose deletion has begun. Answers how many, and the merchant that is gone now.
CREATE FUNCTION delete_test_slice(most int, OUT rows int, OUT gone text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
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
      (SELECT * FROM postings WHERE credit_wallet = w.id AND kind <> 'deletion' ORDER BY position DESC LIMIT most + 1000)) q
    ORDER BY position DESC
  LOOP
    EXIT WHEN rows >= most AND cardinality(charged) = 0;
    IF p.kind = 'fee' THEN charged := charged || p.source; ELSE charged := array_remove(charged, p.source); END IF;
    PERFORM delete_test_record(t.worlds, p);
    DELETE FROM postings WHERE debit_wallet = p.debit_wallet AND position = p.position;
    PERFORM balance_deleted_entry(p.debit_wallet, p.position, -p.amount, p.debit_balance, p.currency);
    PERFORM balance_deleted_entry(p.credit_wallet, p.position, p.amount, p.credit_balance, p.currency);
    IF p.kind IN ('transfer', 'payment') AND NOT p.debit_wallet = ANY (touched || t.wallets) THEN touched := touched || p.debit_wallet; END IF;
    rows := rows + 1;
  END LOOP;
  IF cardinality(charged) > 0 THEN RAISE EXCEPTION 'the movements of these fees are not near: %', charged[1:5]; END IF;
  IF rows > 0 THEN
    PERFORM count_spending_again(w) FROM (SELECT unnest(touched) AS w ORDER BY 1) u;
    RETURN;
  END IF;

  FOR r IN DELETE FROM refunds WHERE (world, id) IN (
    SELECT f.world, f.id FROM refunds f WHERE f.world = ANY (t.worlds) LIMIT most) RETURNING world, payment_id, wallet_id, id, amount, status LOOP
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
  DELETE FROM payments WHERE (world, id) IN (SELECT x.world, x.id FROM payments x WHERE x.world = ANY (t.worlds) LIMIT most);
  GET DIAGNOSTICS rows = ROW_COUNT;
  IF rows > 0 THEN RETURN; END IF;
  DELETE FROM deliveries WHERE (world, id) IN (SELECT x.world, x.id FROM deliveries x WHERE x.world = ANY (t.worlds) LIMIT most);
  GET DIAGNOSTICS rows = ROW_COUNT;
  IF rows > 0 THEN RETURN; END IF;
  DELETE FROM events WHERE (world, id) IN (SELECT x.world, x.id FROM events x WHERE x.world = ANY (t.worlds) LIMIT most);
  GET DIAGNOSTICS rows = ROW_COUNT;
  IF rows > 0 THEN RETURN; END IF;
  DELETE FROM idempotency_keys WHERE (world, key) IN (SELECT x.world, x.key FROM idempotency_keys x WHERE x.world = ANY (t.worlds) LIMIT most);
  GET DIAGNOSTICS rows = ROW_COUNT;
  IF rows > 0 THEN RETURN; END IF;
  DELETE FROM holds WHERE (wallet_id, source) IN (SELECT x.wallet_id, x.source FROM holds x WHERE x.wallet_id = ANY (t.wallets) LIMIT most);
  GET DIAGNOSTICS rows = ROW_COUNT;
  IF rows > 0 THEN RETURN; END IF;

  PERFORM delete_test_merchant(t);
  rows := 1;
  gone := t.merchant_id;
END $$;

-- The end: of each wallet there is a balancing posting left at most, and nothing live has come meanwhile.
CREATE FUNCTION delete_test_merchant(t test_deletions) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  of_merchant CONSTANT text := t.merchant_id;
  people CONSTANT text[] := ARRAY (SELECT id FROM users WHERE merchant_id = of_merchant);
  parts CONSTANT text[] := ARRAY (SELECT id FROM integrations WHERE merchant_id = of_merchant);
  every_world CONSTANT int[] := t.worlds || ARRAY (SELECT id FROM worlds WHERE integration_id = ANY (parts));
  own CONSTANT text[] := ARRAY (SELECT w.id FROM wallets w WHERE w.owner_id = of_merchant AND NOT w.livemode);
  others CONSTANT text[] := ARRAY (SELECT w.id FROM unnest(own) o (id) JOIN wallets w ON w.owner_id = 'deleted:' || o.id AND NOT w.livemode);
BEGIN
  IF EXISTS (SELECT FROM events WHERE world = ANY (every_world)) OR EXISTS (SELECT FROM transfers WHERE world = ANY (every_world))
    OR EXISTS (SELECT FROM idempotency_keys WHERE world = ANY (every_world)) OR EXISTS (SELECT FROM wallets WHERE owner_id = of_merchant AND livemode)
    OR EXISTS (SELECT FROM balances WHERE wallet_id = ANY (own) AND held <> 0)
  THEN
    RAISE EXCEPTION 'the merchant % has records that came while it was deleted', of_merchant;
  END IF;
  DELETE FROM postings WHERE kind = 'deletion' AND (debit_wallet = ANY (own) OR credit_wallet = ANY (own));
  DELETE FROM balances WHERE wallet_id = ANY (own || others);
  DELETE FROM wallets WHERE id = ANY (own || others);
  DELETE FROM replays WHERE world = ANY (t.worlds);
  DELETE FROM webhook_endpoints WHERE world = ANY (t.worlds);
  DELETE FROM world_usage WHERE world = ANY (t.worlds);
  DELETE FROM invitations WHERE integration_id = ANY (parts);
  DELETE FROM memberships WHERE integration_id = ANY (parts);
  DELETE FROM fees WHERE merchant_id = of_merchant;
  DELETE FROM challenges WHERE account_id = ANY (people);
  DELETE FROM recovery_codes WHERE account_id = ANY (people);
  DELETE FROM sessions WHERE account_id = ANY (people);
  -- Made by 0049, which has run when this is called.
  DELETE FROM payout_days WHERE account_id = ANY (people);
  DELETE FROM worlds WHERE id = ANY (every_world);
  DELETE FROM users WHERE id = ANY (people);
  DELETE FROM accounts WHERE id = ANY (people);
  DELETE FROM integrations WHERE id = ANY (parts);
  DELETE FROM test_deletions WHERE merchant_id = of_merchant;
  DELETE FROM merchants WHERE id = of_merchant;
END $$;

REVOKE EXECUTE ON FUNCTION begin_test_deletion(text, int),
  balance_deleted_entry(text, bigint, bigint, bigint, text), release_deleted_hold(text, text, bigint, bigint),
  delete_test_item(int, text, text), delete_test_record(int[], postings), count_spending_again(text),
  delete_test_slice(int), delete_test_merchant(test_deletions) FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT ON test_deletions TO rialto_service;
    GRANT EXECUTE ON FUNCTION begin_test_deletion(text, int), delete_test_slice(int) TO rialto_service;
  END IF;
END $$;
