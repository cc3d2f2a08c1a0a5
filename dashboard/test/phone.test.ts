import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { until } from '../../service/test/support/harness.ts';
import { type Office, openOffice } from './office.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
let office: Office;
before(async () => {
  shop = await openShop();
  office = await openOffice(shop);
});
after(() => shop.stop());

/** A cheap phone: 640 pixels high, minus the browser's own bars. */
const viewport = { width: 360, height: 520 };
const isOneLine = (name: Locator) => until(async () => ((await name.boundingBox())?.height ?? Infinity) < 30);

test('the menu reaches its last page on a small screen', async () => {
  const { page, close } = await shop.open({ viewport });
  await page.goto(shop.at('/payments'));
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await close();
});

test('an event name does not break into syllables', async () => {
  const { page, close } = await shop.open({ viewport });
  await page.goto(shop.at(`/webhooks/${shop.endpoint}`));
  const name = page.getByRole('row').getByText('payment.failed').first();
  await name.waitFor();
  await isOneLine(name);
  await close();
});

test('the longest event name fits', async () => {
  const { page, close } = await shop.open({ viewport });
  await page.goto(shop.at('/events'));
  const name = page.getByRole('row').getByText('payment.succeeded').first();
  await name.waitFor();
  await isOneLine(name);
  await close();
});

test('an operator sees every limit in full, and the mode of a fee', async () => {
  const { page, close } = await office.open(office.admin, { viewport });
  await page.goto('/dashboard/operator/limits');
  for (const name of ['Per transaction', 'Per day', 'Per month', 'Balance'])
    await page.getByRole('columnheader', { name }).waitFor();
  await page.goto('/dashboard/operator/fees');
  await page.getByRole('columnheader', { name: 'Mode' }).waitFor();
  await page.goto(`/dashboard/operator/merchants/${shop.merchant.merchantId}`);
  await page.getByRole('columnheader', { name: 'Pending invitations' }).waitFor();
  await page.goto('/dashboard/operator');
  await page.getByRole('heading', { name: 'Health' }).waitFor();
  await close();
});

test('records without a page are shown in full: why an item failed, and a key’s rights', async () => {
  const { page, close } = await shop.open({ viewport });
  await page.goto(shop.at(`/payouts/${shop.payout}`));
  await page.getByRole('columnheader', { name: 'Why it failed' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Fatou Sow' }).getByText('Failed', { exact: true }).waitFor();
  await page.goto(shop.at('/keys'));
  await page.getByRole('columnheader', { name: 'Rights' }).waitFor();
  // Control: a payment's page shows the columns that its row leaves out.
  await page.goto(shop.at('/payments'));
  await page.getByRole('columnheader', { name: 'Amount' }).waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'Reference' }).count(), 0);
  await close();
});
