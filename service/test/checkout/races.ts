import assert from 'node:assert/strict';
import type { Checkout } from '../../src/checkout/open.ts';
import type { AttemptInput, AttemptResult } from '../../src/checkout/page.ts';
import { phone } from '../support/flows.ts';
import { type TestMerchant, type TestService, until } from '../support/harness.ts';
import { attemptOf, openingOf, reasonOf, tokenOf } from './support.ts';

/** Races at one time. */
const AT_ONCE = 20;

export type Race = {
  readonly service: TestService;
  readonly shop: TestMerchant;
  readonly checkout: Checkout;
};

/** A phone whose customer approves by themselves, and one whose customer declines (docs/testing.md). */
const approving = phone('1234');

async function session(shop: TestMerchant) {
  const { body } = await shop.call('POST', '/checkout/sessions', { amount: 100, currency: 'XOF' });
  return { id: body.id as string, token: tokenOf(body) };
}

/** Two phones and a form that is sent twice. */
async function twoPhones({ shop, checkout }: Race): Promise<void> {
  const { token } = await session(shop);
  const one = attemptOf(token, { phone: approving });
  const other = attemptOf(token, { phone: phone('1235') });
  const results = await Promise.all([one, other, one].map((attempt) => begin(checkout, attempt)));
  assert.deepEqual(results.map(reasonOf).sort(), ['in_progress', 'in_progress', 'started']);
}

/** The expiry against an attempt: the attempt begins, or the session has expired. */
async function expiryAgainstAttempt({ shop, checkout }: Race): Promise<void> {
  const { id, token } = await session(shop);
  const [attempt, ended] = await Promise.all([
    begin(checkout, attemptOf(token, { phone: approving })),
    shop.call('POST', `/checkout/sessions/${id}/expire`),
  ]);
  assert.equal(ended.status, 200, ended.text);
  if (attempt.outcome === 'refused') assert.deepEqual([attempt.reason, ended.body.status], ['expired', 'expired']);
}

/** The expiry against the approval of an unfinished payment. */
async function expiryAgainstApproval({ shop, checkout }: Race): Promise<void> {
  const { id, token } = await session(shop);
  const attempt = await begin(checkout, attemptOf(token));
  assert.ok(attempt.outcome === 'started');
  await until(async () => (await shop.call('GET', `/payments/${attempt.payment}`)).body.status === 'requires_action');
  const [approved, ended] = await Promise.all([
    shop.call('POST', `/test/payments/${attempt.payment}/approve`),
    shop.call('POST', `/checkout/sessions/${id}/expire`),
  ]);
  assert.equal(approved.status, 200, approved.text);
  if (ended.status === 200) assert.notEqual(ended.body.status, 'expired');
  else assert.equal(ended.body.error.code, 'checkout_session_completed');
}

/** Three payers for a stock of one. */
async function stockOfOne({ shop, checkout }: Race): Promise<void> {
  const { body } = await shop.call('POST', '/links', { amount: 100, currency: 'XOF', stock: 1 });
  const tokens = await Promise.all(
    [0, 1, 2].map(async () => {
      const opened = await checkout.open(openingOf(tokenOf(body)));
      assert.ok(opened.outcome === 'opened');
      return opened.token;
    }),
  );
  const results = await Promise.all(tokens.map((token) => begin(checkout, attemptOf(token, { phone: approving }))));
  assert.deepEqual(results.map(reasonOf).sort(), ['sold_out', 'sold_out', 'started']);
}

/** A payer whose page says that the service is busy sends the form again. */
async function begin(checkout: Checkout, attempt: AttemptInput): Promise<AttemptResult> {
  for (;;) {
    const result = await checkout.start(attempt);
    if (reasonOf(result) !== 'busy') return result;
  }
}

const kinds = [twoPhones, expiryAgainstAttempt, stockOfOne, expiryAgainstApproval];

/** Runs races, then compares sessions and links with the ledger. */
export async function runRaces(race: Race, count: number): Promise<void> {
  let next = 0;
  const run = async () => {
    while (next < count) await kinds[next++ % kinds.length]!(race);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  await until(async () => {
    const [row] = await ask<{ open: number }>(race, unfinished);
    return row!.open === 0;
  });
  await checkByLedger(race);
}

const ask = <Row>({ service, shop }: Race, text: string): Promise<Row[]> =>
  service.db.query<Row>({ name: `races_${text.length}`, text }, [shop.world]);

const unfinished = `
  SELECT (SELECT count(*) FROM payments WHERE world = $1 AND due_at IS NOT NULL)::int
       + (SELECT count(*) FROM checkout_sessions WHERE world = $1 AND paying)::int AS open`;

/** At most one success each, by the postings; and the session says what the ledger says. */
export async function checkByLedger(race: Race): Promise<void> {
  const wrong = await ask(
    race,
    `
    SELECT s.id, s.status, count(l.source)::int AS paid FROM checkout_sessions s
    LEFT JOIN payments p ON p.world = s.world AND p.checkout_session = s.id
    LEFT JOIN postings l ON l.source = p.id AND l.kind = 'payment'
    WHERE s.world = $1 GROUP BY s.world, s.id, s.status
    HAVING count(l.source) <> CASE s.status WHEN 'completed' THEN 1 ELSE 0 END`,
  );
  assert.deepEqual(wrong, []);
  const oversold = await ask(
    race,
    `
    SELECT k.id, k.sold, k.reserved, count(p.id)::int AS paid FROM payment_links k
    LEFT JOIN checkout_attempts a ON a.world = k.world AND a.link_id = k.id
    LEFT JOIN payments p ON p.world = a.world AND p.id = a.payment_id AND p.status = 'succeeded'
    WHERE k.world = $1 GROUP BY k.world, k.id, k.sold, k.reserved, k.stock
    HAVING count(p.id) <> k.sold OR k.reserved <> 0 OR count(p.id) > coalesce(k.stock, count(p.id))`,
  );
  assert.deepEqual(oversold, []);
  const several = await ask(
    race,
    `
    SELECT data FROM (
      SELECT payload::jsonb -> 'data' -> 'object' ->> 'id' AS data, count(*) FROM events
      WHERE world = $1 AND type IN ('checkout.completed', 'checkout.expired') GROUP BY 1 HAVING count(*) > 1) x`,
  );
  assert.deepEqual(several, []);
}
