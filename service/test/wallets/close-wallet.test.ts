import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { transaction } from '../../src/db/transaction.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { closeWallet } from '../../src/operators/close-wallet.ts';
import { openPayment, refusal, takenPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { makePayments } from '../support/operations.ts';
import { openPayout } from '../support/payout-flows.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

const close = (wallet: string) =>
  transaction(service.db, (tx) => closeWallet(tx, { wallet, by: { actor: { type: 'admin', id: 'test' } } }));
const why = async (wallet: string) => {
  const result = await close(wallet);
  assert.ok(result instanceof Refusal);
  return result.message;
};
const send = (shop: TestMerchant, from: string, to: string) =>
  shop.call('POST', '/wallets/transfer', { from, to, amount: 1, currency: 'XOF' });

it('a wallet is closed for good once it is empty, and reads as closed everywhere', async () => {
  const shop = await service.merchant();
  const wallet = await shop.wallet('XOF', 1n);
  const full: string = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
  assert.match(await why(wallet), /holds 1 XOF/);
  assert.equal((await send(shop, wallet, full)).status, 201);
  const emptied = new Date().toISOString();
  await setTimeout(1);
  assert.ok(!((await close(wallet)) instanceof Refusal));
  const { body } = await shop.call('GET', `/wallets/${wallet}`);
  assert.deepEqual([body.status, body.default], ['closed', false]);
  assert.ok(body.updated_at > emptied, 'the time it was closed, not of its last movement');
  for (const [from, to] of [
    [wallet, full],
    [full, wallet],
  ] as const)
    assert.deepEqual(refusal(await send(shop, from, to)), [409, 'wallet_closed']);
  assert.deepEqual(refusal(await shop.call('POST', `/test/wallets/${wallet}/freeze`, { reason: 'kyc' })), [
    409,
    'wallet_closed',
  ]);
  const entries = await shop.call('GET', `/wallets/${wallet}/entries`);
  assert.equal(entries.body.data.length, 2, 'its statement remains');
  assert.equal(await why(wallet), new Refusal('wallet_closed').message);
  const acts = await service.db.pool.query(`SELECT action FROM audit_log WHERE target = $1`, [wallet]);
  assert.deepEqual(acts.rows, [{ action: 'wallet.closed' }]);
});

it('a wallet is not closed while a payment into it is open; the next payment opens another', async () => {
  const shop = await service.merchant();
  const waiting = await openPayment(shop);
  assert.match(await why(waiting.wallet), /into this wallet are still open .1./);
  await shop.call('POST', `/payments/${waiting.id}/cancel`);
  assert.ok(!((await close(waiting.wallet)) instanceof Refusal));
  const next = await takenPayment(shop, { customer: '+221770001234' });
  assert.notEqual(next.wallet, waiting.wallet);
  assert.equal((await shop.call('GET', `/wallets/${next.wallet}`)).body.default, true);
});

it('closing a wallet waits for a payment that is being created, and counts it', async () => {
  const shop = await service.merchant();
  const wallet = await shop.wallet('XOF');
  const caller = {
    kind: 'key',
    id: 'test',
    owner: { type: 'merchant', id: shop.merchantId },
    livemode: false,
  } as const;
  const { rows } = await service.db.pool.query(
    `SELECT w.id FROM worlds w JOIN integrations i ON i.id = w.integration_id WHERE i.merchant_id = $1 AND NOT w.livemode`,
    [shop.merchantId],
  );
  const made = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const making = transaction(service.db, async (tx) => {
    const command = {
      caller: { ...caller, world: rows[0].id, scopes: new Set<never>(), person: null },
      input: { wallet, amount: 100, currency: 'XOF', customer: '+221770000021' },
      requestId: newId('req'),
      idempotency: null,
    };
    const [payment] = await makePayments(tx, [command]);
    assert.equal(typeof payment, 'string');
    made.resolve();
    await commit.promise;
  });
  await made.promise;
  const closing = why(wallet);
  assert.equal(await Promise.race([closing, setTimeout(300, 'waits')]), 'waits');
  commit.resolve();
  await making;
  assert.match(await closing, /into this wallet are still open .1./);
});

it('a refusal to close states the reserved money too', async () => {
  const shop = await service.merchant();
  const wallet = await shop.wallet('XOF', 100n);
  // An unknown outcome: the money stays reserved.
  await openPayout(shop, [{ recipient: '+221770000008', amount: 60 }], { wallet });
  assert.match(await why(wallet), /holds 100 XOF, of which 60 is reserved/);
});

it('a system wallet and an unknown wallet cannot be closed', async () => {
  const shop = await service.merchant();
  await takenPayment(shop, { customer: '+221770001234' });
  const { rows } = await service.db.pool.query(`SELECT id FROM wallets WHERE owner_type = 'system' LIMIT 1`);
  for (const id of [rows[0].id, `wal_${'0'.repeat(26)}`]) assert.equal(await why(id), new Refusal('not_found').message);
});
