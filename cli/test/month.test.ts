import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startTestService, type TestMerchant, type TestService } from '../../service/test/support/harness.ts';
import { memberOf } from '../../service/test/support/members.ts';
import { type Desk, sitDown } from './terminal.ts';

describe('closing a month on the command line', () => {
  let service: TestService;
  let shop: TestMerchant;
  let desk: Desk;
  let wallet: string;
  const moved: { id: string; created_at: string }[] = [];

  before(async () => {
    service = await startTestService({ PAYOUT_APPROVAL_ABOVE: 'USD:1000' });
    shop = await service.merchant();
    wallet = await shop.wallet('USD', 1_000_000n);
    const { id: to } = (await shop.call('POST', '/wallets', { currency: 'USD' })).body;
    for (const reference of ['december', 'january', 'february']) {
      await setTimeout(5);
      moved.push((await shop.call('POST', '/wallets/transfer', { to, amount: 5, currency: 'USD', reference })).body);
    }
    desk = sitDown({ RIALTO_BASE_URL: service.base, RIALTO_API_KEY: shop.key });
  });
  after(() => service.stop());

  const references = async (...args: string[]) =>
    (await desk.json('transfers', 'list', ...args)).data.map(({ reference }: { reference: string }) => reference);

  it('includes its first instant and excludes that of the next month', async () => {
    const [, first, next] = moved.map(({ created_at }) => created_at);
    assert.deepEqual(await references('--since', first!, '--until', next!), ['january']);
    assert.deepEqual(await references('--until', first!), ['december']);
    assert.deepEqual(await references('--since', next!, '--all'), ['february']);
    const { data } = await desk.json('wallets', 'entries', wallet, '--since', first!, '--until', next!);
    assert.deepEqual(
      data.map(({ source }: { source: string }) => source),
      [moved[1]!.id],
    );
    const { output } = await desk.run('wallets', 'entries', wallet, '--csv', '--since', first!);
    assert.deepEqual(
      output
        .trim()
        .split(/\s+/)
        .slice(1)
        .map((line) => line.split(',')[3]),
      [moved[1]!.id, moved[2]!.id],
    );
    const wrong = await desk.run('payments', 'list', '--since', '2026-01-01');
    assert.equal(wrong.code, 1);
    assert.match(wrong.output, /must be an RFC 3339 time such as/);
  });

  it('shows the transfer of a statement entry, with its reference for matching', async () => {
    assert.match(
      (await desk.run('transfers', 'get', moved[0]!.id)).output,
      /amount +0\.05 USD\n.*reference +december/s,
    );
    assert.match((await desk.run('transfers', 'list')).output, /0\.05 USD +wal_\w+ +wal_\w+ +february +20/);
  });

  it('shows the money reserved for a waiting payout in the usual format', async () => {
    const owner = await memberOf(service, shop, 'owner');
    const items = [{ recipient: '+221770001234', amount: 1_001, reference: 'emp-1' }];
    const { body } = await owner.call('POST', '/payouts', { currency: 'USD', reference: 'salaries', items });
    assert.match((await desk.run('payouts', 'get', body.id)).output, /approval\.reserved +10\.01 USD/);
    assert.match((await desk.run('payouts', 'list')).output, /10\.01 USD +salaries +20/);
    assert.match((await desk.run('payouts', 'items', body.id)).output, /10\.01 USD +emp-1/);
  });
});
