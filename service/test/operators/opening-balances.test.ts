import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { checkLedger } from '../../src/ledger/check.ts';
import { balance, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { fileOf, importOf, type Opening } from '../support/openings.ts';
import { actsOn, makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';

let service: TestService;
let shop: TestMerchant;
let maker: TestPerson;
let checker: TestPerson;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  [maker, checker] = [await makeOperator(service, 'finance'), await makeOperator(service, 'finance')];
});
after(() => service.stop());

const run = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;
async function asOwner(act: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: service.url });
  await client.connect();
  await act(client).finally(() => client.end());
}
const approve = (who: TestPerson, id: string) => who.call('POST', `/operator/approvals/${id}/approve`);
const open = async (currency: string): Promise<string> => (await shop.call('POST', '/wallets', { currency })).body.id;
let references = 0;
const row = (wallet: string, amount: number, currency = 'XOF'): Opening => ({
  ...{ wallet, amount, currency },
  reference: `old-${++references}`,
});
const refuse = async (rows: readonly Opening[], more: Parameters<typeof importOf>[2] = {}) => {
  const answer = await importOf(maker, rows, more);
  return [
    answer.status,
    answer.body.error?.code,
    answer.body.error?.details?.map((one: any) => [one.param, one.reason, one.code]),
  ];
};

describe('opening balances', () => {
  it('are posted when the second operator approves, all in one transaction', async () => {
    const { phone } = await service.customer('+50937004321', ['XOF']);
    const [one, other] = [await open('XOF'), await open('KES')];
    const rows = [row(one, 700), row(phone, 250), row(other, 30, 'KES'), row(one, 5)];
    const asked = await importOf(maker, rows);
    assert.equal(asked.status, 202, asked.text);
    const { id, payload, reference, status } = asked.body;
    const sha256 = createHash('sha256').update(fileOf(rows)).digest('hex');
    assert.deepEqual([payload.sha256, reference, payload.count, status], [sha256, sha256, 4, 'pending']);
    assert.deepEqual(payload.totals, [
      { currency: 'XOF', count: 3, amount: 955 },
      { currency: 'KES', count: 1, amount: 30 },
    ]);
    assert.deepEqual(await balance(shop, one), [0, 0]);
    assert.deepEqual(refusal(await approve(maker, id)), [403, 'forbidden_account_type']);

    const approved = await approve(checker, id);
    assert.equal(approved.status, 200, approved.text);
    assert.deepEqual(
      [await balance(shop, one), await balance(shop, other)],
      [
        [705, 0],
        [30, 0],
      ],
    );
    const { data } = (await shop.call('GET', `/wallets/${one}/entries`)).body;
    assert.deepEqual(
      data.map((entry: any) => [entry.kind, entry.source, entry.direction, entry.amount]),
      [
        ['opening', id, 'credit', 5],
        ['opening', id, 'credit', 700],
      ],
    );
    const [system] = await run(`SELECT b.posted FROM wallets w JOIN balances b ON b.wallet_id = w.id
                                WHERE w.owner_id = 'opening' AND w.currency = 'XOF' AND NOT w.livemode`);
    assert.equal(system.posted, -955n);
    const acts = (await actsOn(service, id)).map(({ action, actor }) => [action, actor.id]);
    assert.deepEqual(acts, [
      ['opening.requested', maker.id],
      ['opening.imported', checker.id],
      ['opening.approved', checker.id],
    ]);
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('show their rows to the second operator, the first ones or all of them as CSV', async () => {
    const { phone } = await service.customer('+50937004323', ['XOF']);
    const wallet = await open('XOF');
    const rows = [row(wallet, 700), row(phone, 250), { ...row(wallet, 5), reference: '=1+1' }];
    const { id } = (await importOf(maker, rows)).body;
    const read = (query: string, who = checker) => who.call('GET', `/operator/opening_balances/${id}/rows${query}`);
    const { body } = await read('?limit=2');
    assert.deepEqual([body.object, body.approval, body.count, body.has_more], ['opening_rows', id, 3, true]);
    const [first, second] = body.rows;
    assert.deepEqual(first, { line: 2, wallet, amount: 700, currency: 'XOF', reference: rows[0]!.reference });
    assert.match(second.wallet, /^wal_/, 'the wallet of the phone');
    assert.equal((await read('')).body.has_more, false);
    const csv = await read('?format=csv');
    assert.match(csv.headers.get('content-type')!, /^text\/csv/);
    const lines = csv.text.split('\r\n');
    assert.deepEqual(
      [lines[0], lines[1], lines[3], lines.length],
      [
        'line,wallet,amount,currency,reference',
        `2,${wallet},700,XOF,${rows[0]!.reference}`,
        `4,${wallet},5,XOF,'=1+1`,
        5,
      ],
    );
    const slip = { wallet, amount: 5, reason: 'Bank transfer' };
    const other = (await maker.call('POST', '/operator/cash_ins', slip)).body;
    assert.deepEqual(refusal(await checker.call('GET', `/operator/opening_balances/${other.id}/rows`)), [
      404,
      'not_found',
    ]);
    const support = await service.person('operator', { role: 'support' });
    assert.equal((await read('', support)).status, 403);
  });

  it('must tie to the control totals and the number of rows', async () => {
    const wallet = await open('XOF');
    const rows = [row(wallet, 100), row(wallet, 50)];
    const answer = await importOf(maker, rows, { totals: 'XOF:151', count: 3 });
    assert.deepEqual(
      answer.body.error.details.map(({ param, reason, values }: any) => [param, reason, values]),
      [
        ['count', 'count_differs', { expected: 3, found: 2, difference: -1 }],
        ['totals', 'total_differs', { currency: 'XOF', expected: 151, found: 150, difference: -1 }],
      ],
    );
    const reasons = async (totals: string) =>
      (await importOf(maker, rows, { totals })).body.error.details.map((one: any) => one.reason);
    assert.deepEqual(await reasons('USD:150'), ['total_differs', 'total_missing']);
    assert.deepEqual(await reasons('XOF:150,XOF:150'), ['total_twice']);
    assert.deepEqual(await reasons('XOF:150,USD:1'), ['total_differs']);
    assert.deepEqual(await reasons('XOF 150'), ['wrong_pattern']);
  });

  it('name the lines of rows that are not valid, or cannot be posted', async () => {
    const [good, frozen, closed] = [await open('XOF'), await open('XOF'), await open('USD')];
    const { reference } = row(good, 1);
    const bad = [
      { wallet: good, amount: 0, currency: 'XOF', reference },
      { wallet: 'nobody', amount: 1, currency: 'QQQ', reference },
    ];
    const invalid = await importOf(maker, bad, { totals: 'XOF:1' });
    assert.equal(invalid.status, 400);
    assert.deepEqual(
      invalid.body.error.details.map(({ param, reason, values }: any) => [param, reason, values?.line]),
      [
        ['items[0].amount', 'too_small', 2],
        ['items[1].wallet', 'not_recipient', 3],
        ['items[1].currency', 'not_allowed', 3],
        ['items[1].reference', 'reference_used_by', 3],
      ],
    );
    await shop.call('POST', `/test/wallets/${frozen}/freeze`, { reason: 'fraud' });
    await run(`INSERT INTO limits (tier, currency, livemode, balance) VALUES (0, 'USD', false, 100)
               ON CONFLICT (tier, currency, livemode) DO UPDATE SET balance = 100`);
    await run(`UPDATE balances SET closed = true WHERE wallet_id = $1`, closed);
    const { phone } = await service.customer('+50937004322', ['USD']);
    assert.deepEqual(
      await refuse([
        row(good, 1),
        row(frozen, 1),
        row(closed, 1, 'USD'),
        row(good, 1, 'KES'),
        row('+50937009999', 1),
        row(phone, 101, 'USD'),
      ]),
      [
        422,
        'bulk_item_failed',
        [
          ['items[1].wallet', 'not_valid', 'wallet_frozen'],
          ['items[2].wallet', 'not_valid', 'wallet_closed'],
          ['items[3].currency', 'not_valid', 'currency_mismatch'],
          ['items[4].wallet', 'not_valid', 'recipient_not_found'],
          ['items[5].wallet', 'not_valid', 'limit_exceeded'],
        ],
      ],
    );
    await run(`UPDATE balances SET closed = false WHERE wallet_id = $1`, closed);
  });

  it('wait if a row cannot be posted any more, and change nothing', async () => {
    const [one, other] = [await open('XOF'), await open('XOF')];
    const { id } = (await importOf(maker, [row(one, 10), row(other, 10)])).body;
    await shop.call('POST', `/test/wallets/${other}/freeze`, { reason: 'kyc' });
    assert.deepEqual(refusal(await approve(checker, id)), [422, 'bulk_item_failed']);
    assert.deepEqual(await balance(shop, one), [0, 0]);
    assert.equal((await checker.call('GET', `/operator/approvals/${id}`)).body.status, 'pending');
    await run(`UPDATE balances SET frozen = false WHERE wallet_id = $1`, other);
    await run(`UPDATE wallets SET frozen_reason = NULL, frozen_at = NULL WHERE id = $1`, other);
    assert.equal((await approve(checker, id)).status, 200);
    assert.deepEqual(
      [await balance(shop, one), await balance(shop, other)],
      [
        [10, 0],
        [10, 0],
      ],
    );
  });

  it('post a reference once, also of two imports in other currencies that are approved at once', async () => {
    const [one, other] = [await open('XOF'), await open('KES')];
    for (let round = 0; round < 5; round++) {
      const first = row(one, 10);
      const second = { ...row(other, 20, 'KES'), reference: first.reference };
      const asked = [await importOf(maker, [first]), await importOf(maker, [second])];
      const answers = await Promise.all(asked.map(({ body }) => approve(checker, body.id)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422], answers[1]!.text);
    }
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('use each reference once for ever, and each file once', async () => {
    const wallet = await open('XOF');
    const first = row(wallet, 40);
    const { id } = (await importOf(maker, [first])).body;
    assert.deepEqual(refusal(await importOf(maker, [first])), [409, 'reference_already_used'], 'the file waits');
    // Another file with the reference may wait too, but only one of the two is imported.
    const second = (await importOf(maker, [first, row(wallet, 2)])).body;
    assert.equal((await approve(checker, id)).status, 200);
    assert.deepEqual(refusal(await approve(checker, second.id)), [422, 'bulk_item_failed']);
    const [status, code, details] = await refuse([row(wallet, 1), first]);
    assert.deepEqual(
      [status, code, details],
      [422, 'bulk_item_failed', [['items[1].reference', 'not_valid', 'reference_already_used']]],
    );
    assert.deepEqual(await balance(shop, wallet), [40, 0]);
    const rejected = (await importOf(maker, [row(wallet, 7)])).body;
    await checker.call('POST', `/operator/approvals/${rejected.id}/reject`, { reason: 'not so' });
    const again = await run(`SELECT reference FROM opening_balances WHERE approval_id = $1`, rejected.id);
    const freed = await importOf(maker, [{ wallet, amount: 7, currency: 'XOF', reference: again[0].reference }]);
    assert.equal(freed.status, 202, freed.text);
  });

  it('are posted all or not at all when the connection breaks in the middle', async () => {
    const [one, other] = [await open('XOF'), await open('XOF')];
    const { id } = (await importOf(maker, [row(one, 10), row(other, 20)])).body;
    let answer: Promise<Reply> | undefined;
    await asOwner(async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM opening_balances WHERE approval_id = $1 FOR UPDATE', [id]);
      let isAnswered = false;
      answer = approve(checker, id).finally(() => {
        isAnswered = true;
      });
      let killed = 0;
      await until(async () => {
        // Only the last write, of the positions, waits: balances and postings are written before it.
        const { rows } = await client.query(`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`);
        killed += rows.length;
        return isAnswered;
      });
      assert.ok(killed > 0, 'it was in the middle');
      await client.query('COMMIT');
    });
    assert.notEqual((await answer!).status, 200);
    assert.deepEqual(
      [await balance(shop, one), await balance(shop, other)],
      [
        [0, 0],
        [0, 0],
      ],
    );
    assert.deepEqual(await run(`SELECT FROM postings WHERE source = $1`, id), []);
    assert.equal((await checker.call('GET', `/operator/approvals/${id}`)).body.status, 'pending');
    assert.equal((await approve(checker, id)).status, 200);
    assert.deepEqual(
      [await balance(shop, one), await balance(shop, other)],
      [
        [10, 0],
        [20, 0],
      ],
    );
  });

  it('are posted only as the requested digest has them, and stay as they are', async () => {
    const wallet = await open('XOF');
    const { id } = (await importOf(maker, [row(wallet, 10), row(wallet, 20)])).body;
    const change = `UPDATE opening_balances SET amount = amount + 1 WHERE approval_id = $1 AND line = 2`;
    await assert.rejects(run(change, id), { code: '42501' });
    await asOwner(async (client) => {
      await assert.rejects(client.query(change, [id]), { code: '42501' });
      await client.query('ALTER TABLE opening_balances DISABLE TRIGGER USER');
      await client.query(change, [id]);
      await client.query('ALTER TABLE opening_balances ENABLE TRIGGER USER');
    });
    assert.deepEqual(refusal(await approve(checker, id)), [409, 'opening_changed']);
    assert.deepEqual(await balance(shop, wallet), [0, 0]);
    await assert.rejects(run('DELETE FROM opening_balances WHERE approval_id = $1', id), { code: '42501' });
    await asOwner(async (client) => {
      await client.query('ALTER TABLE opening_balances DISABLE TRIGGER USER');
      await client.query(change.replace('+', '-'), [id]);
      await client.query('ALTER TABLE opening_balances ENABLE TRIGGER USER');
    });
    assert.equal((await approve(checker, id)).status, 200);
    assert.deepEqual(await checkLedger(service.db), []);
  });
});
