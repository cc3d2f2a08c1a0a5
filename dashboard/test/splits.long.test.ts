import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { payment, refundWith, waitingPayment } from '../../service/test/support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../../service/test/support/harness.ts';
import { violations } from './axe.ts';
import { closeBrowser, keepSession, openPage } from './browser.ts';

/** The directory for pictures, for people who look at them. */
const pictures = process.env.RIALTO_PICTURES;

let service: TestService;
let shop: TestMerchant;
let seller: TestMerchant;
let paid: string;
let partner: string;
const tokens = new Map<TestMerchant, string>();
before(async () => {
  service = await startTestService();
  [shop, seller] = [await service.merchant('Marché Sandaga'), await service.merchant('Awa Tissus')];
  await shop.wallet('XOF', 100_000n);
  const wallet = await seller.wallet('XOF');
  for (const one of [shop, seller])
    tokens.set(one, (await service.person('merchant', { merchantId: one.merchantId })).token);
  partner = (await shop.call('POST', '/split_partners', { wallet })).body.id;
});
after(async () => {
  await closeBrowser();
  await service.stop();
});

async function open(who: TestMerchant, width: number) {
  const opened = await openPage(service.base, { viewport: { width, height: 900 } });
  await keepSession(opened.page.context(), new URL(service.base).hostname, { 'rialto-access': tokens.get(who)! });
  const at = (path: string) => `/dashboard/${who.integrationId}/test${path}`;
  const look = async (name: string) => {
    assert.deepEqual(await violations(opened.page), [], name);
    if (pictures)
      await opened.page.screenshot({ path: join(pictures, `t-split-${name}-${width}.png`), fullPage: true });
  };
  return { ...opened, at, look };
}

test('a seller accepts shares, the marketplace sees shares and their report', async () => {
  const { page, at, look, complaints, close } = await open(seller, 1440);
  await page.goto(at('/split-partners?as=owner'));
  await page.getByText('Marché Sandaga').click();
  await page.getByRole('button', { name: 'Accept shares' }).click();
  await page.getByRole('button', { name: 'Stop accepting' }).waitFor();
  await look('accepted');
  assert.deepEqual(complaints, []);
  await close();

  await agreeOnReserve();
  const { wallet } = (await shop.call('GET', `/split_partners/${partner}`)).body;
  const own = (await shop.call('POST', '/wallets', { currency: 'XOF', label: 'Platform' })).body.id;
  const frozen = (await shop.call('POST', '/wallets', { currency: 'XOF', label: 'Delivery' })).body.id;
  const split = [
    { wallet, basis_points: 8_000, reference: 'order-7' },
    { wallet: own, amount: 1_000 },
    { wallet: frozen, amount: 500 },
  ];
  const { id } = await waitingPayment(shop, { amount: 20_000, split });
  await shop.call('POST', `/test/wallets/${frozen}/freeze`, { reason: 'fraud' });
  await shop.call('POST', `/test/payments/${id}/approve`);
  await payment(shop, id, 'succeeded');
  const refund = (await shop.call('POST', '/refunds', { payment: id, amount: 5_000 })).body;
  await refundWith(shop, refund.id, 'succeeded');
  paid = id;
  for (const width of [1440, 360]) {
    const market = await open(shop, width);
    await market.page.goto(market.at(`/payments/${paid}`));
    await market.page
      .getByText(/taken back/)
      .first()
      .waitFor();
    await market.look('payment');
    await market.page.goto(market.at('/split-partners'));
    await market.page.locator('tbody').getByText('Accepted').first().waitFor();
    await market.look('partners');
    await market.page.goto(market.at(`/split-partners/${partner}`));
    await market.page.getByText('Total').first().waitFor();
    await market.look('partner');
    assert.deepEqual(market.complaints, []);
    await market.close();
  }
});

/** The marketplace proposes a reserve, and the seller accepts it. */
async function agreeOnReserve(): Promise<void> {
  const market = await open(shop, 360);
  await market.page.goto(market.at(`/split-partners/${partner}`));
  await market.page.getByRole('button', { name: 'Change the reserve' }).click();
  await market.page.getByLabel('Part of each share (%)').fill('12.5');
  const dialog = market.page.getByRole('dialog');
  assert.ok(await dialog.getByRole('button', { name: 'Change the reserve' }).isDisabled(), 'a part needs days');
  await market.page.getByLabel('Days').fill('30');
  await market.look('reserve-dialog');
  await dialog.getByRole('button', { name: 'Change the reserve' }).click();
  await market.page.getByText('12.5% of each share, for 30 days').waitFor();
  assert.deepEqual(market.complaints, []);
  await market.close();
  const { page, at, look, complaints, close } = await open(seller, 1440);
  await page.goto(at(`/split-partners/${partner}`));
  await page.getByRole('button', { name: 'Accept the reserve' }).click();
  await page.getByText(/Marché Sandaga proposes that this part/).waitFor();
  await look('reserve-accept');
  await page.getByRole('dialog').getByRole('button', { name: 'Accept the reserve' }).click();
  await page.getByText('Proposed reserve').waitFor({ state: 'detached' });
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { body } = await seller.call('GET', `/split_partners/${partner}`);
  assert.deepEqual(body.reserve, { basis_points: 1_250, days: 30 });
  assert.deepEqual(complaints, []);
  await close();
}
