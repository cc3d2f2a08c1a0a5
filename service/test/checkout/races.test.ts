import { after, before, it } from 'node:test';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { runRaces } from './races.ts';
import { checkoutOf, unlimited } from './support.ts';

const RACES = Number(process.env.CHECKOUT_RACES ?? 200);

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
});
after(() => service.stop());

it(`${RACES} races of phones, forms, expiries and the last unit have at most one success each`, async () => {
  await runRaces({ service, shop, checkout: checkoutOf(service, unlimited) }, RACES);
});
