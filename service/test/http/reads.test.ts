import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/db/database.ts';
import { createFind, findEach } from '../../src/db/find.ts';
import { readEvent } from '../../src/events/read.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { readPayment } from '../../src/payments/read.ts';
import { readPayout } from '../../src/payouts/read.ts';
import { readRefund } from '../../src/refunds/read.ts';
import { readTransfer } from '../../src/transfers/read.ts';
import { readWallet } from '../../src/wallets/read.ts';
import { makeRecords } from '../support/contract.ts';
import { openPayment, phone } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';

let service: TestService;
let node: TestService;
let shop: TestMerchant;
let other: TestMerchant;
before(async () => {
  service = await startTestService();
  node = await startTestService({}, { url: service.url });
  shop = await service.merchant();
  other = await service.merchant();
});
after(async () => {
  await node.stop();
  await service.stop();
});

const callerOf = ({ world, merchantId }: TestMerchant): Caller => ({
  kind: 'key',
  id: 'key_test',
  world,
  livemode: false,
  owner: { type: 'merchant', id: merchantId },
  scopes: new Set(),
  person: null,
});

/** The service's database, with a count of the statements for batched reads. */
function counting(): { db: Database; statements: () => number } {
  let statements = 0;
  const find = createFind((statement, values) => {
    statements++;
    return service.db.query(statement, values);
  });
  return { db: { ...service.db, find }, statements: () => statements };
}

type ReadOne = (db: Database, caller: Caller, query: { id: string }) => Promise<string>;

const noReceipt = () => null;

/** Concurrent reads of a record of `shop`: each answer is its id, or the refusal's code. */
async function readTogether(read: ReadOne, id: string, merchants: readonly TestMerchant[]) {
  const { db, statements } = counting();
  const answers = await Promise.all(
    merchants.map((merchant) =>
      read(db, callerOf(merchant), { id }).then(
        (body) => JSON.parse(body).id as string,
        (error) => (error instanceof Refusal ? error.code : Promise.reject(error)),
      ),
    ),
  );
  assert.equal(statements(), 1, 'one statement for all of them');
  return answers;
}

describe('a stranger whose read is in the owner’s statement', () => {
  it('gets a 404 for a record of any kind, and the owner finds it', async () => {
    const ids = await makeRecords(service, shop);
    const kinds: [ReadOne, string][] = [
      [(from, caller, query) => readPayment(from, caller, query, noReceipt), ids.pay],
      [(from, caller, query) => readRefund(from, caller, query, noReceipt), ids.rfd],
      [readTransfer, ids.trf],
      [readPayout, ids.pout],
      [readEvent, ids.evt],
      [readWallet, ids.wal],
    ];
    for (const [read, id] of kinds) {
      assert.deepEqual(await readTogether(read, id, [shop, other, shop]), [id, 'not_found', id], id);
      assert.deepEqual(await readTogether(read, id, [other, shop, other]), ['not_found', id, 'not_found'], id);
    }
  });

  it('would get it from a statement without the tenant check (control)', async () => {
    const { id } = await openPayment(shop, { customer: phone('0008') });
    const careless = findEach('test_careless', 'SELECT p.id FROM payments p WHERE p.id = n.id');
    const read: ReadOne = async (db, caller) =>
      JSON.stringify(await db.find<{ id: string }>(careless, { world: caller.world, id }));
    assert.deepEqual(await readTogether(read, id, [shop, other]), [id, id]);
  });

  it('gets their own list, at the same path and time', async () => {
    const { id } = await openPayment(shop, { customer: phone('0008') });
    const lists = await Promise.all(
      [shop, other, shop, other].map(async (merchant) => (await merchant.call('GET', '/payments?limit=1')).body.data),
    );
    assert.deepEqual(
      lists.map((data) => data[0]?.id),
      [id, undefined, id, undefined],
    );
  });
});

/** Reads a balance continuously on both nodes while transfers arrive. @returns the largest lag of any answer */
async function watch(read: (base: TestService, wallet: string) => Promise<number>): Promise<number> {
  await shop.wallet('XOF', 10_000n);
  const wallet = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
  let written = 0;
  let behind = 0;
  let over = false;
  const reader = async (base: TestService) => {
    while (!over) {
      // So that they come at all moments of another read.
      await sleep(Math.random() * 3);
      const before = written;
      behind = Math.max(behind, before - (await read(base, wallet)));
    }
  };
  const readers = [service, node].flatMap((base) => Array.from({ length: 4 }, () => reader(base)));
  for (let i = 0; i < 30; i++) {
    const transfer = { to: wallet, amount: 1, currency: 'XOF' };
    const { status } = await shop.call('POST', '/wallets/transfer', transfer);
    assert.equal(status, 201);
    written++;
  }
  over = true;
  await Promise.all(readers);
  return behind;
}

describe('a client that reads after a change was acknowledged', () => {
  const call = async (base: TestService, path: string) => {
    const { status, body } = await base.request('GET', `/api/v1${path}`, { key: shop.key });
    assert.equal(status, 200);
    return body;
  };
  const balance = async (base: TestService, wallet: string): Promise<number> =>
    (await call(base, `/wallets/${wallet}`)).balance.total;

  it('sees it, on either node, in a record', async () => {
    assert.equal(await watch(balance), 0);
  });

  it('sees it, on either node, in a list', async () => {
    const top = async (base: TestService, wallet: string) =>
      (await call(base, `/wallets/${wallet}/entries?limit=1`)).data[0]?.balance_after ?? 0;
    assert.equal(await watch(top), 0);
  });

  it('would not, if answers were cached for 20 ms (control)', async () => {
    const kept = new Map<TestService, Promise<number>>();
    const keeping = (base: TestService, wallet: string) => {
      const answer = kept.get(base) ?? balance(base, wallet);
      if (!kept.has(base)) answer.then(() => setTimeout(() => kept.delete(base), 20));
      kept.set(base, answer);
      return answer;
    };
    assert.ok((await watch(keeping)) > 0);
  });
});
