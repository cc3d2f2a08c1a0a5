import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { accountCodeOf } from '../../src/core/account-code.ts';
import { createIncomingWorker } from '../../src/incoming/worker.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { settlePayments } from '../../src/payments/settle.ts';
import { settleLate } from '../../src/payments/settle-late.ts';
import { findPayment, type PaymentRow } from '../../src/payments/store.ts';
import type { Incoming, Rails } from '../../src/rails/rail.ts';
import { balance } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import { listingRail, openAtRail, report, rowOf, slug } from '../support/unasked-money.ts';

/** Serves requests and has no workers: each test runs the worker's rounds itself. */
let service: TestService;
let shop: TestMerchant;
let wallet: string;
const { rails, listed } = listingRail();
const errors: unknown[] = [];
const HOUR = 3_600_000;

before(async () => {
  service = await startTestService({ ROLE: 'api' });
  shop = await service.merchant();
  wallet = await shop.wallet('KES', 0n);
});
after(async () => {
  assert.deepEqual(errors, []);
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

const query = <Row>(text: string, ...values: unknown[]) => service.db.query<Row>({ name: text, text }, values);
/** A round of a new worker, which has read no list yet. */
const round = (unknownMs = HOUR, from = rails) =>
  createIncomingWorker({
    db: service.db,
    rails: from,
    unknownMs,
    onError: (error) => errors.push(error),
    onCase: () => {},
  })();

let receipts = 0;
const moneyOf = (more: Partial<Incoming> = {}): Incoming => ({
  receipt: `NLJ${++receipts}`,
  amount: 700n,
  currency: 'KES',
  at: new Date(),
  payer: null,
  accountText: null,
  ...more,
});
async function arrive(money: Incoming): Promise<Incoming> {
  await report(service, money);
  listed.push(rowOf(money));
  return money;
}
const statusOf = async (id: string) => (await shop.call('GET', `/payments/${id}`)).body;
const total = async () => (await balance(shop, wallet))[0];
const suspense = async () => {
  const text = `
    SELECT coalesce(sum(b.posted), 0)::int AS sum FROM wallets w JOIN balances b ON b.wallet_id = w.id
    WHERE w.owner_id = 'suspense:' || $1`;
  return (await query<{ sum: number }>(text, slug))[0]!.sum;
};
const casesOf = (record: string) =>
  query<{ id: string; kind: string; status: string; resolution: string | null; amount: bigint }>(
    'SELECT id, kind, status, resolution, amount FROM cases WHERE record = $1 ORDER BY id',
    record,
  );
const succeed = async (id: string, receipt: string) => {
  const job = (await service.db.find<PaymentRow>(findPayment, { world: shop.world, id }))!;
  const answer = { state: 'succeeded', railReference: receipt } as const;
  await settlePayments(service.db, [{ job, answer }], (error) => errors.push(error));
};

describe('money with the receipt of a payment', () => {
  it('is not credited twice, whether its confirmation or the payment is first', async () => {
    const had = await total();
    const first = await openAtRail(service, shop, '+254708374149', 700);
    await succeed(first, 'STK1');
    await arrive(moneyOf({ receipt: 'STK1', payer: '254708374149', accountText: accountCodeOf(first) }));
    await round();
    const second = await openAtRail(service, shop, '+254708374149', 700);
    await arrive(moneyOf({ receipt: 'STK2', accountText: accountCodeOf(second).toLowerCase() }));
    await round();
    assert.deepEqual([(await statusOf(second)).status, (await statusOf(second)).rail_reference], ['succeeded', 'STK2']);
    await succeed(second, 'STK2');
    assert.equal(await total(), had + 1_400);
    assert.equal(await suspense(), 0);
  });

  it('needs no list, because the payment has moved it; the receipt of another rail says nothing', async () => {
    const id = await openAtRail(service, shop, '+254708374152', 710);
    await succeed(id, 'STK3');
    const had = await total();
    await report(service, moneyOf({ receipt: 'STK3', amount: 710n }));
    const statusAfterRound = async () => {
      await round();
      return (await query<{ status: string }>(`SELECT status FROM rail_incoming WHERE receipt = 'STK3'`))[0]?.status;
    };
    await query(`UPDATE payments SET rail = 'mpesa-tz' WHERE id = $1`, id);
    assert.equal(await statusAfterRound(), 'new');
    await query('UPDATE payments SET rail = $2 WHERE id = $1', id, slug);
    assert.equal(await statusAfterRound(), 'posted');
    assert.equal(await total(), had);
  });

  it('leaves suspense when the payment becomes known later', async () => {
    const had = await total();
    const id = await openAtRail(service, shop, '+254708374150', 900);
    const money = await arrive(moneyOf({ amount: 900n, accountText: 'rent' }));
    await round();
    assert.deepEqual([await suspense(), (await statusOf(id)).status], [900, 'pending']);
    await succeed(id, money.receipt);
    await round();
    assert.deepEqual([await suspense(), await total()], [0, had + 900]);
    const [one] = await casesOf(money.receipt);
    assert.deepEqual([one!.status, one!.resolution?.includes(id)], ['closed', true]);
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('is in suspense once if the payment had failed and its late success has the same receipt', async () => {
    const id = await openAtRail(service, shop, '+254708374151', 800);
    const failure = { code: 'approval_expired', message: 'late', rail_code: '1037' } as const;
    const job = (await service.db.find<PaymentRow>(findPayment, { world: shop.world, id }))!;
    await settlePayments(service.db, [{ job, answer: { state: 'failed', failure } }], (error) => errors.push(error));
    const money = await arrive(moneyOf({ amount: 800n }));
    await settleLate(service.db, { world: shop.world, id }, { state: 'succeeded', railReference: money.receipt });
    await round();
    assert.equal(await suspense(), 800);
    assert.deepEqual(await casesOf(money.receipt), []);
    assert.deepEqual(
      (await casesOf(id)).map(({ kind, status }) => [kind, status]),
      [['late_success', 'open']],
    );
    assert.deepEqual(await checkLedger(service.db), []);
  });
});

describe('money that matches an open payment', () => {
  it('by a hashed phone pays it, and the hash is not stored as a phone', async () => {
    const id = await openAtRail(service, shop, '+254708374160', 650);
    const payer = createHash('sha256').update('254708374160').digest('hex');
    await arrive(moneyOf({ amount: 650n, payer }));
    await round();
    assert.equal((await statusOf(id)).status, 'succeeded');
    assert.equal((await query('SELECT FROM users WHERE phone LIKE $1', `%${payer.slice(0, 8)}%`)).length, 0);
  });

  it('is posted once, however often it is reported and by however many nodes', async () => {
    const had = await total();
    const id = await openAtRail(service, shop, '+254708374161', 410);
    const matched = await arrive(moneyOf({ amount: 410n, accountText: accountCodeOf(id) }));
    const unmatched = await arrive(moneyOf({ amount: 415n }));
    const before = await suspense();
    await report(service, matched);
    await Promise.all([round(), round(), round()]);
    await report(service, unmatched);
    await round();
    assert.deepEqual([await total(), (await suspense()) - before], [had + 410, 415]);
    assert.equal((await casesOf(unmatched.receipt)).length, 1);
  });
});

describe("money that the provider's list does not show", () => {
  it('is not posted, and becomes a case after the time limit', async () => {
    const before = await suspense();
    const forged = moneyOf({ amount: 5_000n, at: new Date(Date.now() - 2 * HOUR) });
    const other = moneyOf({ amount: 300n });
    await report(service, forged);
    await report(service, other);
    listed.push(rowOf(other, { amount: 30n }));
    await round();
    assert.equal(await suspense(), before);
    assert.deepEqual(
      (await casesOf(forged.receipt)).map(({ kind, amount }) => [kind, amount]),
      [['unknown_too_long', 5_000n]],
    );
    assert.deepEqual(await casesOf(other.receipt), []);

    // Control: with a row in the list it is posted.
    listed.push(rowOf(forged));
    await round();
    assert.equal(await suspense(), before + 5_000);
  });
});

describe("money that is older than the provider's list", () => {
  it('does not keep newer money from being confirmed, and becomes a case', async () => {
    const rail = rails.get(slug)!;
    const recent: Rails = {
      ...rails,
      get: () => ({
        ...rail,
        statement: async (from, to, cursor) => {
          if (Date.now() - from.getTime() > 48 * HOUR) throw new Error('The list has the last 48 hours.');
          return rail.statement!(from, to, cursor);
        },
      }),
    };
    const old = moneyOf({ amount: 5_100n, at: new Date(Date.now() - 72 * HOUR) });
    await report(service, old);
    const [before, money] = [await suspense(), await arrive(moneyOf({ amount: 310n }))];
    await round(HOUR, recent);
    assert.deepEqual(
      errors.splice(0).map((error) => (error as Error).message),
      ['The list has the last 48 hours.'],
    );
    assert.equal(await suspense(), before + 310);
    assert.deepEqual(
      (await casesOf(money.receipt)).map(({ kind }) => kind),
      ['unmatched_money'],
    );
    assert.deepEqual(
      (await casesOf(old.receipt)).map(({ kind }) => kind),
      ['unknown_too_long'],
    );
    await query(`DELETE FROM rail_incoming WHERE receipt = $1`, old.receipt);
  });
});

describe('money in suspense', () => {
  it('goes to a wallet when two operators assign it, once', async () => {
    const [maker, checker] = [await makeOperator(service, 'finance'), await makeOperator(service, 'admin')];
    const money = await arrive(moneyOf({ amount: 1_250n, payer: '254700000001', accountText: 'shop' }));
    await round();
    const [had, held] = [await total(), await suspense()];
    const [{ id } = { id: '' }] = await casesOf(money.receipt);
    const path = `/operator/cases/${id}`;
    const found = (await maker.call('GET', path)).body;
    assert.deepEqual([found.suspended, found.actions], [1_250, ['comment', 'assign', 'assign_money', 'return_money']]);
    assert.equal(
      (await maker.call('POST', `${path}/close`, { resolution: 'done' })).body.error.code,
      'case_holds_money',
    );

    const usd = await shop.wallet('USD');
    const wrong = await maker.call('POST', `${path}/assign_money`, { wallet: usd, reason: 'as agreed' });
    assert.deepEqual([wrong.status, wrong.body.error.code], [422, 'currency_mismatch']);
    const asked = await maker.call('POST', `${path}/assign_money`, { wallet, reason: 'as agreed' });
    assert.deepEqual([asked.status, asked.body.kind, asked.body.payload.wallet], [202, 'suspense', wallet], asked.text);
    const again = await maker.call('POST', `${path}/return_money`, { provider_reference: 'R1', reason: 'no' });
    assert.equal(again.body.error.code, 'reference_already_used');
    const approve = (who: typeof maker) => who.call('POST', `/operator/approvals/${asked.body.id}/approve`);
    assert.equal((await approve(maker)).status, 403);
    assert.equal(await total(), had);
    const answers = await Promise.all([approve(checker), approve(checker)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    assert.deepEqual([await total(), await suspense()], [had + 1_250, held - 1_250]);
    const closed = (await maker.call('GET', path)).body;
    assert.deepEqual([closed.status, closed.closed_by, closed.suspended], ['closed', checker.id, 0]);
    assert.ok(closed.history.some(({ what }: { what: string }) => what === 'case.money_assigned'));
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('goes back to the rail when two operators book its return', async () => {
    const [maker, checker] = [await makeOperator(service, 'finance'), await makeOperator(service, 'finance')];
    const money = await arrive(moneyOf({ amount: 333n }));
    await round();
    const held = await suspense();
    const [{ id } = { id: '' }] = await casesOf(money.receipt);
    const body = { provider_reference: 'NLK2AB', reason: 'nobody knows the payer' };
    const asked = await maker.call('POST', `/operator/cases/${id}/return_money`, body);
    assert.equal((await checker.call('POST', `/operator/approvals/${asked.body.id}/approve`)).status, 200);
    assert.equal(await suspense(), held - 333);
    const closed = (await maker.call('GET', `/operator/cases/${id}`)).body;
    assert.deepEqual([closed.status, closed.resolution], ['closed', 'Returned to the payer: NLK2AB.']);
  });
});
