import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openDatabase } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import { lockWallets } from '../../src/ledger/store.ts';
import { loadPayments } from '../../src/payments/create.ts';
import { createTransfers, loadTransfers } from '../../src/transfers/create.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { makePayments } from '../support/operations.ts';
import { command, makeCaller, perform } from '../support/world.ts';

/** The lookups of a request that its key alone decides. */
let database: TestDatabase;
before(async () => {
  database = await cloneDatabase();
});
after(() => database.drop());

const payment = (currency: string) => ({ amount: 100, currency, customer: '+221770000001' });

it('a key that was used before creates no wallet without a balance row', async () => {
  const db = openDatabase(database.url, { max: 1 });
  const caller = await makeCaller(db);
  const pay = perform(db, makePayments, { load: loadPayments });
  assert.equal((await pay(command(caller, payment('XOF'), 'one'))).status, 201);
  // In a currency without a wallet yet: the lookups are half done when the key decides.
  const reused = await pay(command(caller, payment('HTG'), 'one'));
  assert.equal(reused.refusal?.code, 'idempotency_key_reused');
  const bare = await db.query({
    name: 'bare_wallets',
    text: 'SELECT id FROM wallets w WHERE NOT EXISTS (SELECT FROM balances b WHERE b.wallet_id = w.id)',
  });
  assert.deepEqual(bare, []);
  assert.equal((await pay(command(caller, payment('HTG'), 'two'))).status, 201);
  await db.close();
});

it('a replay waits for no wallet lock', async () => {
  const db = openDatabase(database.url, { max: 2 });
  const [caller, other] = [await makeCaller(db), await makeCaller(db)];
  const pay = perform(db, makePayments, { load: loadPayments });
  const { wallet } = JSON.parse((await pay(command(other, payment('XOF'), 'opens'))).body);
  const move = perform(db, createTransfers, { load: loadTransfers });
  const input = { amount: 1, currency: 'XOF', to: wallet as string };
  const first = await move(command(caller, input, 'key'));
  assert.equal(first.status, 402);
  let release = () => {};
  const held = transaction(db, async (tx) => {
    await lockWallets(tx, [wallet]);
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  try {
    const replay = await move(command(caller, input, 'key'));
    assert.deepEqual([replay.status, replay.replayed, replay.body], [402, true, first.body]);
  } finally {
    release();
    await held;
  }
  await db.close();
});
