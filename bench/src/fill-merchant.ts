import { createAccount } from '../../service/src/accounts/create-account.ts';
import { createPasswords } from '../../service/src/accounts/passwords.ts';
import { openDatabase } from '../../service/src/db/database.ts';
import { transaction } from '../../service/src/db/transaction.ts';
import { createIntegration } from '../../service/src/integrations/create-integration.ts';
import { selectWorld, type WorldRow } from '../../service/src/integrations/store.ts';
import { newId } from '../../service/src/kernel/new-id.ts';
import { createMerchant } from '../../service/src/merchants/create-merchant.ts';
import { insertWallets } from '../../service/src/wallets/store.ts';
import { query } from './world.ts';

/** A merchant with the data of a busy shop on every page. */
export type BusyMerchant = {
  readonly integration: string;
  readonly wallet: string;
  readonly endpoint: string;
  readonly phone: string;
  readonly password: string;
};

const DAYS = 60;
const PHONE = '+221770099999';
const PASSWORD = 'a long enough password';

/**
 * Creates a merchant with `count` payments over sixty days, and everything that follows from them: an event for each
 * change, postings with running balances, refunds, transfers, payouts, deliveries, and requests of the last thirty
 * days. Set-based SQL writes the same rows that the service would write one by one, so `ledger check` passes.
 */
export async function fillMerchant(url: string, count: number): Promise<BusyMerchant> {
  const db = openDatabase(url, { max: 1 });
  try {
    const merchant = await createMerchant(db, 'busy shop');
    const integration = await createIntegration(db, { merchantId: merchant, name: 'busy shop' });
    const [row] = await db.query<WorldRow>(selectWorld, ['busy-shop', false]);
    const password = await createPasswords({ memoryMib: 19, passes: 2 }).hash(PASSWORD);
    const [wallet, savings, kenyan, clearing] = Array.from({ length: 4 }, () => newId('wal')) as [
      string,
      string,
      string,
      string,
    ];
    const own = { ownerType: 'merchant', ownerId: merchant, livemode: false, metadata: {} } as const;
    const rail = { ...own, ownerType: 'system', ownerId: 'clearing:sandbox' } as const;
    await transaction(db, async (tx) => {
      await insertWallets(tx, [
        { ...own, id: wallet, currency: 'XOF', label: null, isDefault: true },
        { ...own, id: savings, currency: 'XOF', label: 'Savings', isDefault: false },
        { ...own, id: kenyan, currency: 'KES', label: null, isDefault: true },
        { ...rail, id: clearing, currency: 'XOF', label: null, isDefault: true },
      ]);
      const user = newId('usr');
      const text = `INSERT INTO users (id, livemode, phone, type, merchant_id) VALUES ($1, false, $2, 'merchant', $3)`;
      await tx.query({ name: 'bench_person', text }, [user, PHONE, merchant]);
      const login = { id: user, type: 'merchant', livemode: false, identifier: PHONE, passwordLong: true } as const;
      await createAccount(tx, { ...login, password });
    });
    const endpoint = newId('wbk');
    // The sandbox's clearing wallet may have existed before.
    const statements = fill({ world: row!.world, count, wallet, savings, kenyan, endpoint });
    await query(url, statements.join(';\n'));
    for (const table of [
      'payments',
      'payers',
      'refunds',
      'transfers',
      'payouts',
      'events',
      'deliveries',
      'postings',
      'request_log',
    ])
      await query(url, `VACUUM ANALYZE ${table}`);
    await query(url, 'CHECKPOINT');
    return { integration, wallet, endpoint, phone: PHONE, password: PASSWORD };
  } finally {
    await db.close();
  }
}

type Names = { world: number; count: number; wallet: string; savings: string; kenyan: string; endpoint: string };

/** `n` numbers the payments, oldest first. `t` is the beginning of all ids of that time, after the prefix. */
function fill({ world, count, wallet, savings, kenyan, endpoint }: Names): string[] {
  const step = Math.floor((DAYS * 86_400e6) / count);
  const id = (prefix: string) => `'${prefix}' || t || '7000' || lpad(n::text, 12, '0')`;
  const at = (seconds: number) => `at + interval '${seconds} s'`;
  const recent = `n > ${count / 2} AND n % 5 IN (1, 3)`;
  return [
    `CREATE TEMP TABLE filling AS
     SELECT n, at, id_from('', at) AS t, 1000 + n * 7919 % 49000 AS amount, '+22177' || lpad((n % 50000)::text, 7, '0') AS customer,
            CASE WHEN n % 25000 = 7 THEN 'KES' ELSE 'XOF' END AS currency,
            CASE WHEN n % 20000 = 9 THEN 'requires_action' WHEN n % 8 = 0 OR n % 25000 = 7 THEN 'failed' ELSE 'succeeded' END AS status,
            n % 5 = 0 AND n % 8 <> 0 AS refunded
     FROM (SELECT n, date_trunc('milliseconds', now() - interval '1 minute') - (${count} - n) * interval '${step} us' AS at
           FROM generate_series(1, ${count}::bigint) n) s`,
    `INSERT INTO payments (world, id, amount, currency, customer, status, next_action, failure, amount_refunded, fee, wallet_id,
                           rail, rail_reference, reference, metadata, created_at, updated_at, expires_at, succeeded_at,
                           failed_at, version, due_at, asked)
     SELECT ${world}, ${id('pay')}, amount, currency, customer, status,
            CASE status WHEN 'requires_action' THEN jsonb_build_object('type', 'prompt', 'expires_at', ${at(86_400)},
              'instructions', 'Approve the payment on your phone.', 'redirect_url', NULL) END,
            CASE status WHEN 'failed' THEN jsonb_build_object('code', (ARRAY['insufficient_funds', 'customer_declined',
              'approval_expired'])[1 + n % 3], 'message', 'It was not paid.', 'rail_code', NULL) END,
            CASE WHEN refunded THEN 500 ELSE 0 END, 0, CASE currency WHEN 'KES' THEN '${kenyan}' ELSE '${wallet}' END,
            'sandbox', 'sbx_' || n, 'order-' || n, jsonb_build_object('order', 'order-' || n), at, ${at(2)}, ${at(86_400)},
            CASE status WHEN 'succeeded' THEN ${at(2)} END, CASE status WHEN 'failed' THEN ${at(2)} END, 3,
            CASE status WHEN 'requires_action' THEN now() + interval '1 day' END, 2
     FROM filling`,
    `INSERT INTO refunds (world, id, payment_id, amount, currency, status, reason, wallet_id, rail, created_at, updated_at,
                          succeeded_at, version, customer)
     SELECT ${world}, ${id('rfd')}, ${id('pay')}, 500, currency, 'succeeded', 'requested_by_customer', '${wallet}', 'sandbox',
            at, ${at(3)}, ${at(3)}, 2, customer
     FROM filling WHERE refunded`,
    `INSERT INTO transfers (world, id, from_wallet, to_wallet, amount, currency, reference, created_at)
     SELECT ${world}, ${id('trf')}, '${wallet}', '${savings}', 1, 'XOF', 'saved-' || n, ${at(4)} FROM filling WHERE n % 5 = 2`,
    `INSERT INTO payouts (world, id, status, wallet_id, currency, count, amount, succeeded_count, succeeded_amount, reference,
                          created_at, updated_at, completed_at, version)
     SELECT ${world}, ${id('pout')}, 'completed', '${wallet}', 'XOF', 1, 100, 1, 100, 'wages-' || n, at, ${at(5)}, ${at(5)}, 2
     FROM filling WHERE n % 500 = 3`,
    `INSERT INTO payout_items (world, payout_id, id, recipient, amount, fee, status, rail, updated_at, version)
     SELECT ${world}, ${id('pout')}, ${id('pit')}, customer, 100, 0, 'succeeded', 'sandbox', ${at(5)}, 2
     FROM filling WHERE n % 500 = 3`,
    ...fillLedger(wallet, savings, id),
    ...fillEvents(world, id),
    ...fillDeliveries(world, endpoint, id, recent),
    ...fillRequests(world, id, recent),
    'DROP TABLE filling',
  ];
}

type IdOf = (prefix: string) => string;

/** An event for each change of a record. The events of a record differ in their number `n`, and so in their ids. */
function fillEvents(world: number, id: IdOf): string[] {
  const event = (prefix: string, type: string, object: string, from: string, seconds: number) => `
    INSERT INTO events (world, id, type, payload, created_at)
    SELECT ${world}, e, type, format('{"id":"%s","object":"event","type":"%s","api_version":"v1","created_at":"%s",'
      '"livemode":false,"metadata":{},"data":{"object":{"id":"%s","object":"${object}","livemode":false,"created_at":"%s",'
      '"metadata":{"order":"order-%s"},"amount":%s,"currency":"%s","status":"%s","customer":"%s"}},'
      '"request":{"id":"%s","idempotency_key":null}}', e, type, made, subject, made, n, amount, currency, status, customer, request), at + interval '${seconds} s'
    FROM (SELECT *, ${id(prefix)} AS e, ${type} AS type, ${id('req')} AS request,
                 to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS made FROM (${from}) s) f`;
  const payments = `SELECT n, at, t, ${id('pay')} AS subject, amount, currency, status, customer FROM filling`;
  return [
    event('evt', `'payment.' || status`, 'payment', `${payments} WHERE status <> 'requires_action'`, 2),
    ...['created', 'succeeded'].map((what, i) =>
      event(
        `evt`,
        `'refund.${what}'`,
        'refund',
        `SELECT n + ${(i + 1) * 1e9} AS n, at, t, ${id('rfd')} AS subject, 500 AS amount, currency, 'succeeded' AS status, customer FROM filling WHERE refunded`,
        3,
      ),
    ),
    event(
      'evt',
      `'transfer.succeeded'`,
      'transfer',
      `SELECT n + 3000000000 AS n, at, t, ${id('trf')} AS subject, 1 AS amount, currency, 'succeeded' AS status, customer FROM filling WHERE n % 5 = 2`,
      4,
    ),
    event(
      'evt',
      `'payout.completed'`,
      'payout',
      `SELECT n + 4000000000 AS n, at, t, ${id('pout')} AS subject, 100 AS amount, currency, 'completed' AS status, customer FROM filling WHERE n % 500 = 3`,
      5,
    ),
  ];
}

/** Every movement once, in chronological order, with the balances of its two wallets after it. */
function fillLedger(wallet: string, savings: string, id: IdOf): string[] {
  const clearing = `(SELECT id FROM wallets WHERE owner_id = 'clearing:sandbox' AND currency = 'XOF' AND NOT livemode)`;
  const move = (kind: string, prefix: string, seconds: number, own: string, other: string, where: string) => `
    SELECT (extract(epoch FROM at) * 1000000)::bigint + ${seconds * 1e6} AS position, '${kind}' AS kind, ${id(prefix)} AS source,
           ${own} AS own, ${other} AS other FROM filling WHERE ${where}`;
  const before = (one: string) => `(SELECT posted FROM balances WHERE wallet_id = ${one})`;
  const sum = (of: string) => `sum(${of}) OVER (ORDER BY position)`;
  return [
    `CREATE TEMP TABLE moves AS ${[
      move('payment', 'pay', 2, 'amount', `'clearing'`, `status = 'succeeded'`),
      move('refund', 'rfd', 3, '-500', `'clearing'`, 'refunded'),
      move('transfer', 'trf', 4, '-1', `'savings'`, 'n % 5 = 2'),
      move('payout', 'pit', 5, '-100', `'clearing'`, 'n % 500 = 3'),
    ].join(' UNION ALL ')}`,
    `INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance, credit_balance, kind, source)
     SELECT position, CASE WHEN own > 0 THEN theirs ELSE '${wallet}' END, CASE WHEN own > 0 THEN '${wallet}' ELSE theirs END,
            abs(own), 'XOF', false, CASE WHEN own > 0 THEN others ELSE mine END, CASE WHEN own > 0 THEN mine ELSE others END, kind, source
     FROM (
       SELECT *, ${sum('own')} AS mine,
              CASE other WHEN 'savings' THEN '${savings}' ELSE ${clearing} END AS theirs,
              CASE other WHEN 'savings' THEN ${sum(`CASE other WHEN 'savings' THEN -own ELSE 0 END`)}
                         ELSE ${sum(`CASE other WHEN 'clearing' THEN -own ELSE 0 END`)} + ${before(clearing)} END AS others
       FROM moves) s ORDER BY position`,
    ...[
      [`'${wallet}'`, 'own', 'true'],
      [`'${savings}'`, '-own', `other = 'savings'`],
      [clearing, '-own', `other = 'clearing'`],
    ].map(
      ([one, change, where]) => `
      UPDATE balances SET posted = posted + s.sum, position = greatest(balances.position, s.last)
      FROM (SELECT sum(${change}) AS sum, max(position) AS last FROM moves WHERE ${where}) s WHERE wallet_id = ${one}`,
    ),
    'DROP TABLE moves',
  ];
}

/** One endpoint and a delivery for each event of these payments. One in a thousand is a dead letter. */
function fillDeliveries(world: number, endpoint: string, id: IdOf, where: string): string[] {
  return [
    `INSERT INTO webhook_endpoints (world, id, url, events, secret) VALUES (${world}, '${endpoint}', 'http://127.0.0.1:9/', '{payment.succeeded,payment.failed}', '')`,
    `INSERT INTO deliveries (world, id, endpoint_id, event_id, event_type, status, attempts_made, kept_until, created_at, updated_at, version, attempts)
     SELECT ${world}, ${id('dlv')}, '${endpoint}', ${id('evt')}, 'payment.' || status,
            CASE WHEN n % 1000 = 1 THEN 'dead' ELSE 'succeeded' END, 1, at + interval '30 days', at, at, 2,
            ARRAY[json_build_object('number', 1, 'at', at, 'request_headers', json_build_object('content-type', 'application/json',
              'service-signature', 't=1790000000,v1=' || repeat('0', 64), 'service-event-id', ${id('evt')}),
              'response_status', CASE WHEN n % 1000 = 1 THEN 500 ELSE 200 END, 'response_headers', json_build_object('content-type', 'text/plain'),
              'response_body', 'ok', 'error', NULL, 'duration_ms', 12)]
     FROM filling WHERE ${where}`,
  ];
}

/** The log has a partition for each day, created when the day begins. Partitions of past days are created here. */
function fillRequests(world: number, id: IdOf, where: string): string[] {
  return [
    `DO $$ DECLARE day timestamptz; partition text; BEGIN
       SET LOCAL timezone = 'UTC';
       FOR i IN 1..30 LOOP
         day := date_trunc('day', now()) - i * interval '1 day';
         partition := 'request_log' || to_char(day + interval '31 days', '"_until_"YYYYMMDD');
         CONTINUE WHEN to_regclass(partition) IS NOT NULL;
         EXECUTE format('CREATE TABLE %I PARTITION OF request_log FOR VALUES FROM (%L) TO (%L)', partition,
                        id_from('req', day), id_from('req', day + interval '1 day'));
       END LOOP;
     END $$`,
    `INSERT INTO request_log (world, id, at, method, path, status, duration_ms, error_code, key_id, idempotency_key, address, request_body, response_body)
     SELECT ${world}, ${id('req')}, at, 'POST', '/api/v1/payments', CASE WHEN n % 50 = 1 THEN 400 ELSE 201 END, 4,
            CASE WHEN n % 50 = 1 THEN 'validation_failed' END, 'key_' || lpad('1', 26, '0'), 'shop-' || n, '127.0.0.1',
            format('{"amount":%s,"currency":"%s","customer":"%s"}', amount, currency, customer), repeat('{"id":"pay"}', 40)
     FROM filling WHERE ${where} AND at > now() - interval '29 days'`,
  ];
}
