import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Tx, transaction } from '../../src/db/transaction.ts';
import { findHold } from '../../src/holds/store.ts';
import { newId } from '../../src/kernel/new-id.ts';
import type { Refusal } from '../../src/kernel/refusal.ts';
import { cancelPayments } from '../../src/payments/cancel.ts';
import { findShownPayment } from '../../src/payments/store.ts';
import { findPayout } from '../../src/payouts/store.ts';
import { findShownRefund } from '../../src/refunds/store.ts';
import { pollPaymentsNow } from '../../src/test-helpers/payments.ts';
import { findTransfer } from '../../src/transfers/store.ts';
import { addressOf, bodyOf, type Ids, keyRoutes, makeRecords, nameOf, pathOf, prefixOf } from '../support/contract.ts';
import { balance, bothWorlds, errorOf, refusal, tomorrow } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { makePayments, makeRefunds } from '../support/operations.ts';
import { command, makeCaller } from '../support/world.ts';

let service: TestService;
let caller: TestMerchant;
let other: TestMerchant;
const records: Record<'theirs' | 'live' | 'nobody', Ids> = { theirs: {}, live: {}, nobody: {} };

before(async () => {
  service = await startTestService(bothWorlds);
  [caller, other] = [await service.merchant(), await service.merchant()];
  records.theirs = await makeRecords(service, other);
  records.live = await makeLiveRecords();
});
after(() => service.stop());

/** The caller's own merchant in live mode: its records belong to the other world too. */
async function makeLiveRecords(): Promise<Ids> {
  const { key } = await caller.newKey({ livemode: true });
  const live = async (method: string, path: string, body?: object) =>
    (await service.request(method, `/api/v1${path}`, { key, ...(body ? { body } : {}) })).body;
  const wbk = (await live('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })).id;
  const [wal, to] = [
    (await live('POST', '/wallets', { currency: 'XOF' })).id,
    (await live('POST', '/wallets', { currency: 'XOF' })).id,
  ];
  await fundLive(wal);
  const trf = (await live('POST', '/wallets/transfer', { from: wal, to, amount: 1, currency: 'XOF' })).id;
  const held = { wallet: wal, to, amount: 1, currency: 'XOF', expires_at: tomorrow() };
  const hld = (await live('POST', '/holds', held)).id;
  const leg = (wallet: string) => [{ wallet, amount: 1, currency: 'XOF' }];
  const mov = (await live('POST', '/movements', { debits: leg(wal), credits: leg(to) })).id;
  const seller = (await other.newKey({ livemode: true })).key;
  const theirs = await service.request('POST', '/api/v1/wallets', { key: seller, body: { currency: 'XOF' } });
  const spp = (await live('POST', '/split_partners', { wallet: theirs.body.id })).id;
  const [evt] = (await live('GET', '/events')).data;
  const [dlv] = await until(async () => (await live('GET', `/webhooks/${wbk}/deliveries`)).data);
  const rpl = (await live('POST', `/webhooks/${wbk}/replay`, { since: evt.created_at })).id;
  const usr = newId('usr');
  await write(`INSERT INTO users (id, livemode, phone) VALUES ($1, true, '+50937009999')`, usr);
  // No rail takes live payments yet: the records are written as a rail would leave them.
  const [pay, rfd] = [newId('pay'), newId('rfd')];
  const copy = (table: string) => `
    INSERT INTO ${table} SELECT (jsonb_populate_record(one, $1::jsonb || jsonb_build_object('world',
      (SELECT live.id FROM worlds live JOIN worlds test USING (integration_id) WHERE test.id = ${caller.world} AND live.livemode)))).*
    FROM ${table} one WHERE id = $2`;
  const items = [{ recipient: to, amount: 1 }];
  const pout = (await live('POST', '/payouts', { currency: 'XOF', wallet: wal, items })).id;
  await until(async () => (await live('GET', `/payouts/${pout}`)).status === 'completed');
  const { pay: payment, rfd: refund } = records.theirs as { pay: string; rfd: string };
  await write(copy('payments'), { id: pay, wallet_id: wal }, payment);
  await write(copy('refunds'), { id: rfd, wallet_id: wal, payment_id: pay }, refund);
  assert.equal((await live('GET', `/payments/${pay}`)).id, pay);
  assert.equal((await live('GET', `/refunds/${rfd}`)).id, rfd);
  const file = { resource: 'payments', format: 'csv' };
  const exp = (await live('POST', '/exports', file)).id;
  const exs = (await live('POST', '/export_schedules', { ...file, interval: 'daily' })).id;
  const plan = { name: 'Plan', currency: 'XOF', interval: 'once', first_date: '2036-01-28', time: '09:00' };
  const sch = (await live('POST', '/schedules', { ...plan, wallet: wal, items })).id;
  const ben = (await live('POST', '/beneficiaries', { items: [{ recipient: to, name: 'Awa' }] })).data[0].id;
  const br = (await live('POST', '/branches', { name: 'Live shop' })).id;
  const cus = (await live('GET', `/customers?payment=${pay}`)).data[0].id;
  const note = (await live('POST', `/customers/${cus}/notes`, { text: 'Pays on time.' })).id;
  return {
    cus,
    note,
    wbk,
    wal,
    trf,
    hld,
    mov,
    spp,
    evt: evt.id,
    dlv: dlv.id,
    rpl,
    usr,
    pay,
    rfd,
    pout,
    exp,
    exs,
    sch,
    ben,
    br,
  };
}

const write = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;

async function fundLive(wallet: string): Promise<void> {
  await write(`UPDATE balances SET posted = 100 WHERE wallet_id = $1`, wallet);
}

const withId = keyRoutes.filter((route) => prefixOf(route));

for (const whose of ['theirs', 'live', 'nobody'] as const) {
  const title = { theirs: 'of another merchant', live: 'of the other mode', nobody: 'that does not exist' }[whose];
  describe(`an id ${title}`, () => {
    for (const route of withId) {
      // Customers belong to no merchant: every key of their mode may set their KYC status in the sandbox.
      if (whose === 'theirs' && prefixOf(route) === 'usr') continue;
      it(`is 404 at ${nameOf(route)}, with nothing disclosed and nothing done`, async () => {
        const id = records[whose][prefixOf(route)!];
        const before = id && (await snapshot(id));
        const body = bodyOf(route);
        const answer = await service.request(route.method, addressOf(route, records[whose]), {
          key: caller.key,
          ...(body ? { body } : {}),
        });
        assert.deepEqual(refusal(answer), [404, 'not_found']);
        if (!id) return;
        // The same message as for an unknown id; the requested id is part of it.
        const unknown = await service.request(route.method, addressOf(route), {
          key: caller.key,
          ...(body ? { body } : {}),
        });
        assert.deepEqual(errorOf(answer), errorOf(unknown));
        assert.deepEqual(await snapshot(id), before);
      });
    }

    it('is 404 in a body too', async () => {
      const { wal = 'wal_01kf0q1xc7fy4th6v9p0rs2d8m', pay = 'pay_01kf0r7d3vejta5x9h1nbq4c8g' } = records[whose];
      const mine = await caller.wallet('XOF', 100n);
      const bodies: [path: string, body: object][] = [
        ['/payments', { amount: 1, currency: 'XOF', customer: '+50937001234', wallet: wal }],
        ['/refunds', { payment: pay, amount: 1 }],
        ['/payouts', { wallet: wal, currency: 'XOF', items: [{ recipient: mine, amount: 1 }] }],
        ['/wallets/transfer', { from: wal, to: mine, amount: 1, currency: 'XOF' }],
      ];
      for (const [path, body] of bodies)
        assert.deepEqual(refusal(await caller.call('POST', path, body)), [404, 'not_found'], path);
      const before = await balance(caller, mine);
      if (whose !== 'theirs') {
        const to = await caller.call('POST', '/wallets/transfer', { from: mine, to: wal, amount: 1, currency: 'XOF' });
        assert.deepEqual(refusal(to), [422, 'recipient_not_found']);
      }
      assert.deepEqual(await balance(caller, mine), before);
    });
  });
}

for (const [prefix, path, statement] of [
  ['pay', '/payments', findShownPayment],
  ['rfd', '/refunds', findShownRefund],
  ['trf', '/transfers', findTransfer],
  ['hld', '/holds', findHold],
  ['pout', '/payouts', findPayout],
] as const) {
  it(`control: ${path}/{id} of another merchant, and of the other mode, is found without the world check`, async () => {
    const { name, text } = statement;
    const statuses = async () => {
      const answers = [records.theirs, records.live].map((ids) => caller.call('GET', `${path}/${ids[prefix]}`));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    Object.assign(statement, { name: `${name}_control`, text: text.replace(/\w+\.world = n\.world AND/g, '') });
    try {
      assert.notEqual(statement.text, text);
      assert.deepEqual(await statuses(), [200, 200]);
    } finally {
      Object.assign(statement, { name, text });
    }
    assert.deepEqual(await statuses(), [404, 404]);
  });
}

it('another merchant’s payment is 404 in one batch with its owner’s own request too', async () => {
  const owner = await makeCaller(service.db);
  const stranger = await makeCaller(service.db);
  const create = [command(owner, { amount: 10, currency: 'XOF', customer: '+50937000007' })];
  const [made] = await transaction(service.db, (tx) => makePayments(tx, create));
  const { id } = JSON.parse(made as string);
  const operations: ((tx: Tx) => Promise<(string | Refusal)[]>)[] = [
    (tx) =>
      makeRefunds(
        tx,
        [owner, stranger].map((caller) => command(caller, { payment: id })),
      ),
    (tx) =>
      pollPaymentsNow(
        tx,
        [owner, stranger].map((caller) => command(caller, { id })),
      ),
    (tx) =>
      cancelPayments(
        tx,
        [owner, stranger].map((caller) => command(caller, { id, withdrawn: true })),
      ),
  ];
  for (const operation of operations) {
    const [own, theirs] = await transaction(service.db, operation);
    assert.notEqual((own as Refusal).code, 'not_found');
    assert.equal((theirs as Refusal).code, 'not_found');
  }
});

it('no list shows anything of another merchant or of the other mode', async () => {
  const fresh = await service.merchant();
  // Among the lists, only the currencies belong to everybody.
  const lists = keyRoutes.filter(
    (one) => (one.query as any)?.properties.limit && !prefixOf(one) && one.id !== 'listCurrencies',
  );
  assert.ok(lists.length > 4, `${lists.length}`);
  for (const route of lists) {
    const answer = await service.request('GET', pathOf(route), { key: fresh.key });
    assert.deepEqual(answer.body.data, [], nameOf(route));
    const foreign = Object.values({ ...records.theirs, ...records.live });
    const mine = await service.request('GET', `${pathOf(route)}?limit=100`, { key: caller.key });
    for (const id of foreign) assert.ok(!mine.text.includes(id), `${nameOf(route)} shows ${id}`);
  }
});

const tables = {
  pout: 'payouts',
  pay: 'payments',
  rfd: 'refunds',
  trf: 'transfers',
  hld: 'wallet_holds',
  mov: 'movements',
  spp: 'split_partners',
  wbk: 'webhook_endpoints',
  dlv: 'deliveries',
  evt: 'events',
  rpl: 'replays',
  exp: 'exports',
  exs: 'export_schedules',
  sch: 'payout_schedules',
  ben: 'payout_beneficiaries',
  br: 'branches',
  cus: 'payers',
  note: 'customer_notes',
  cs: 'checkout_sessions',
  lnk: 'payment_links',
  rct: 'receipts',
  shf: 'shifts',
  sale: 'sales',
};

/** The row without the fields that workers change by themselves. */
async function snapshot(id: string): Promise<unknown> {
  const prefix = id.split('_')[0] as keyof typeof tables;
  if (prefix === ('wal' as string)) {
    return write(
      `SELECT w::text AS wallet, b::text AS balance FROM wallets w JOIN balances b ON b.wallet_id = w.id WHERE w.id = $1`,
      id,
    );
  }
  if (prefix === ('usr' as string)) return write('SELECT u::text AS one FROM users u WHERE id = $1', id);
  const ignored = [
    ...['due_at', 'asked', 'status', 'next_attempt_at', 'attempts_made', 'leased_until', 'lane', 'failing_since'],
    ...['cursor', 'resent_count', 'succeeded_count', 'succeeded_amount', 'completed_at', 'updated_at', 'version'],
    ...['attempts', 'rows', 'bytes', 'parts', 'claims', 'failures', 'expires_at', 'progress'],
  ];
  return write(
    `SELECT (to_jsonb(one) - $2::text[])::text AS one FROM ${tables[prefix]} one WHERE id = $1`,
    id,
    ignored,
  );
}
