import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from './harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('a transfer moves money at once, and both statements say so', async () => {
  const shop = await service.merchant();
  const from = await shop.wallet('XOF', 1_000n);
  const to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;

  const transfer = await shop.call('POST', '/wallets/transfer', {
    from,
    to,
    amount: 400,
    currency: 'XOF',
    reference: 'one',
  });
  assert.equal(transfer.status, 201);
  assert.equal((await shop.call('GET', `/transfers/${transfer.body.id}`)).text, transfer.text);

  const entries = (await shop.call('GET', `/wallets/${from}/entries`)).body.data;
  assert.deepEqual(
    entries.map((entry: any) => [entry.kind, entry.direction, entry.amount, entry.balance_after]),
    [
      ['transfer', 'debit', 400, 600],
      ['funding', 'credit', 1000, 1000],
    ],
  );
  assert.equal((await shop.call('GET', `/wallets/${to}`)).body.balance.available, 400);
});
