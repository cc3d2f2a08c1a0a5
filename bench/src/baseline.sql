-- Writes the service's rows for one transfer in its own transaction. Rows that do not depend on a balance come first,
-- so that the two wallets are locked for the shortest time.
CREATE FUNCTION bench_transfer(
  p_world int, p_id text, p_event text, p_from text, p_to text, p_amount bigint, p_currency text,
  p_key text, p_fingerprint bytea, p_body text, p_payload text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  wallets int;
  place bigint;
  from_posted bigint;
  to_posted bigint;
BEGIN
  INSERT INTO idempotency_keys (world, key, fingerprint, status, body)
  VALUES (p_world, p_key, p_fingerprint, 201, p_body) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN (SELECT body FROM idempotency_keys WHERE world = p_world AND key = p_key);
  END IF;
  INSERT INTO transfers (world, id, from_wallet, to_wallet, amount, currency, created_at)
  VALUES (p_world, p_id, p_from, p_to, p_amount, p_currency, now());
  INSERT INTO events (world, id, type, payload, created_at)
  VALUES (p_world, p_event, 'transfer.succeeded', p_payload, now());
  INSERT INTO deliveries (world, id, endpoint_id, event_id, event_type, next_attempt_at, created_at, updated_at)
  SELECT world, 'dlv' || substr(p_event, 4), id, p_event, 'transfer.succeeded', now(), now(), now()
  FROM webhook_endpoints WHERE world = p_world AND status = 'enabled' AND deleted_at IS NULL;

  SELECT count(*), greatest(max(position) + 1, (extract(epoch FROM now()) * 1000000)::bigint),
         max(posted) FILTER (WHERE wallet_id = p_from), max(posted) FILTER (WHERE wallet_id = p_to)
  INTO wallets, place, from_posted, to_posted
  FROM (SELECT b.wallet_id, b.position, b.posted
        FROM balances b JOIN wallets w ON w.id = b.wallet_id
        WHERE b.wallet_id IN (p_from, p_to) AND w.currency = p_currency AND NOT b.frozen AND NOT b.closed
        ORDER BY b.wallet_id FOR UPDATE OF b) locked;
  IF wallets <> 2 THEN
    RAISE EXCEPTION 'a wallet is unknown, frozen, closed or in another currency';
  END IF;
  UPDATE balances
  SET posted = posted + CASE WHEN wallet_id = p_from THEN -p_amount ELSE p_amount END, position = place, version = version + 1
  WHERE wallet_id IN (p_from, p_to);
  INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode,
                        debit_balance, credit_balance, kind, source)
  VALUES (place, p_from, p_to, p_amount, p_currency, false, from_posted - p_amount, to_posted + p_amount, 'transfer', p_id);
  RETURN p_body;
END $$;
