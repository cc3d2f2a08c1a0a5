import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import currencyCodes from 'currency-codes';
import { startTestService, type TestService } from '../../service/test/support/harness.ts';
import { money } from '../src/print.ts';
import { sitDown } from './terminal.ts';

/** Every currency, including those that Intl writes with fewer decimals or none. */
const CURRENCIES = currencyCodes.codes().join(',');

describe('amounts on the command line', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService({ CURRENCIES });
  });
  after(() => service.stop());

  it("have the decimals of the service's minor unit in every currency", async () => {
    const shop = await service.merchant();
    const { data } = (await shop.call('GET', '/currencies')).body;
    assert.ok(data.length > 170);
    const written = data.map(({ code, exponent }: { code: string; exponent: number }) => [
      money(10 ** exponent, code),
      `${(1).toFixed(exponent)} ${code}`,
    ]);
    for (const [is, should] of written) assert.equal(is, should);
  });

  it('are not a hundred times too large', async () => {
    const shop = await service.merchant();
    await shop.wallet('MGA', 1_234_567n);
    const desk = sitDown({ RIALTO_BASE_URL: service.base, RIALTO_API_KEY: shop.key });
    assert.match((await desk.run('wallets', 'list')).output, / 12 345\.67 MGA /);
  });
});
