import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Route } from '../../../contract/src/route.ts';
import { allRoutes, bodyOf, type Ids, nameOf, pathOf, prefixOf } from '../support/contract.ts';
import { bothWorlds, errorOf, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { submitted } from '../support/kyc-flows.ts';
import type { TestPerson } from '../support/person.ts';
import { askToPay, payerWith, tillOf } from '../support/wallet-payments.ts';

let service: TestService;
let shop: TestMerchant;
/** Records of a customer, of the same phone in the other mode, and of another merchant's person. */
const records: Record<'theirs' | 'live', Ids> = { theirs: {}, live: {} };
let sellers: Ids;
let customer: TestPerson;
let seller: TestPerson;

before(async () => {
  service = await startTestService(bothWorlds);
  shop = await service.merchant();
  records.theirs = await recordsOf(await payerWith(service, 5_000n), false);
  customer = await payerWith(service, 5_000n);
  // The same phone: its records in live mode are not visible here.
  records.live = await recordsOf(
    await payerWith(service, 5_000n, { livemode: true, identifier: customer.identifier }),
    true,
  );
  const other = await service.merchant();
  sellers = await recordsOfSeller(await service.person('merchant', { merchantId: other.merchantId }));
  seller = await service.person('merchant', { merchantId: shop.merchantId });
});
after(() => service.stop());

/** One record of every kind that a customer has. */
async function recordsOf(person: TestPerson, livemode: boolean): Promise<Ids> {
  const till = await tillOf(service, shop, livemode);
  const wal = (await person.call('GET', '/wallets/me')).body.id;
  const to = (await person.call('POST', '/wallets', { currency: 'USD' })).body.id;
  const second = await payerWith(service, 0n, { livemode });
  const transfer = { to: second.wallet, amount: 5, currency: 'XOF' };
  const trf = (await person.call('POST', '/wallets/transfer', transfer)).body.id;
  const pay = (await askToPay(till, person, { amount: 10 })).id;
  const { id: kyc, documents } = await submitted(person);
  assert.ok(wal && to && trf && pay && kyc && documents[0]);
  return { wal, trf, pay, kyc, doc: documents[0], ses: person.session };
}

async function recordsOfSeller(person: TestPerson): Promise<Ids> {
  const open = async () => (await person.call('POST', '/wallets', { currency: 'XOF' })).body.id;
  const [wal, to] = [await open(), await open()];
  await service.db.pool.query('UPDATE balances SET posted = 100 WHERE wallet_id = $1', [wal]);
  const trf = (await person.call('POST', '/wallets/transfer', { from: wal, to, amount: 5, currency: 'XOF' })).body.id;
  return { wal, trf, ses: person.session };
}

/** The routes that a person may call as themselves, for one record. */
const routesOf = (kind: 'customer' | 'merchant', ids: Ids) =>
  allRoutes.filter(
    (route) =>
      route.auth !== 'none' &&
      route.auth.includes(kind) &&
      route.integration !== 'required' &&
      prefixOf(route)! in { ...ids },
  );

const send = (person: TestPerson, route: Route, ids: Ids = {}): Promise<Reply> => {
  const body = bodyOf(route);
  return service.request(route.method, pathOf(route, ids), { key: person.token, ...(body ? { body } : {}) });
};

const tables = {
  wal: 'SELECT (w, b)::text AS one FROM wallets w JOIN balances b ON b.wallet_id = w.id WHERE w.id = $1',
  trf: 'SELECT t::text AS one FROM transfers t WHERE id = $1',
  pay: 'SELECT p.status, p.version FROM payments p WHERE id = $1',
  kyc: 'SELECT k::text AS one FROM kyc_submissions k WHERE id = $1',
  doc: 'SELECT d::text AS one FROM kyc_documents d WHERE id = $1',
  ses: 'SELECT s::text AS one FROM sessions s WHERE id = $1',
};
const snapshot = async (prefix: keyof typeof tables, id: string) =>
  (await service.db.pool.query(tables[prefix], [id])).rows;

async function isHidden(person: TestPerson, route: Route, ids: Ids): Promise<void> {
  const prefix = prefixOf(route) as keyof typeof tables;
  const before = await snapshot(prefix, ids[prefix]!);
  assert.equal(before.length, 1);
  const answer = await send(person, route, ids);
  assert.deepEqual(refusal(answer), [404, 'not_found'], answer.text);
  // The same message as for an unknown id; the requested id is part of it.
  assert.deepEqual(errorOf(answer), errorOf(await send(person, route)));
  assert.deepEqual(await snapshot(prefix, ids[prefix]!), before);
}

/** The kinds of records that a customer has; the ids do not matter. */
const known = { wal: '', trf: '', pay: '', kyc: '', doc: '', ses: '' } satisfies Ids;

for (const whose of ['theirs', 'live'] as const) {
  const title = { theirs: 'of another customer', live: 'of the same phone in the other mode' }[whose];
  describe(`for a customer, a record ${title}`, () => {
    for (const route of routesOf('customer', known))
      it(`is 404 at ${nameOf(route)}`, () => isHidden(customer, route, records[whose]));
  });
}

describe("for a merchant's person as themselves, a record of another merchant", () => {
  for (const route of routesOf('merchant', { wal: '', trf: '', ses: '' }))
    it(`is 404 at ${nameOf(route)}`, () => isHidden(seller, route, sellers));
});

it("control: the caller's own records are found", async () => {
  const owner = await payerWith(service, 5_000n);
  const mine = await recordsOf(owner, false);
  // A route that ends the session comes last.
  const routes = routesOf('customer', known).sort(
    (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
  );
  for (const route of routes) assert.notEqual((await send(owner, route, mine)).status, 404, nameOf(route));
});
