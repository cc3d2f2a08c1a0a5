import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { becomes } from '../../service/test/support/harness.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.stop());

test('offline, a new filter shows no rows of the last one', async () => {
  const { page, close } = await shop.open();
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('Reference').fill('order-1002');
  await page.locator('main').getByRole('alert').waitFor();
  await becomes(() => page.locator('[data-row]').count(), 0);

  await page.context().setOffline(false);
  await page.getByRole('cell', { name: 'order-1002' }).waitFor();
  // The previous rows may stay, dimmed, while the answer is on its way.
  await page.getByRole('cell', { name: 'order-1001' }).waitFor({ state: 'detached' });
  await becomes(() => page.locator('[data-row]').count(), 1);
  await close();
});

test('a dialog whose file does not load reports no connection, then that the page must be reloaded', async () => {
  const { page, close } = await shop.open();
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  await page.route('**/dashboard**', (route) => route.abort());
  await page.keyboard.press('/');
  await page.getByText('No connection.').waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.unroute('**/dashboard**');
  await page.getByText('No connection.').waitFor({ state: 'detached' });
  // Chromium does not request a failed file again.
  await page.keyboard.press('/');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByText('order-1001').waitFor();
  await page.keyboard.press('/');
  await page.getByRole('dialog').waitFor();
  await close();
});

/** Like a phone whose owner returns from another app: the page refetches its data. */
const comeBack = (page: Page) => page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
/** Data counts as fresh for five seconds. */
const STALE_MS = 5_500;

test('typed text survives a short outage, and a band says that the page may be out of date', async () => {
  const { page, close } = await shop.open();
  await page.goto(shop.at('/payouts/new'));
  const file = {
    name: 'salaries.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('recipient,amount\n+221770000150,?\n'),
  };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('textbox', { name: 'Amount' }).fill('3000');
  await setTimeout(STALE_MS);
  await page.route('**/api/v1/**', (route) => route.abort());
  await comeBack(page);
  await page.getByText('This page may be out of date.').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Amount' }).inputValue(), '3000');
  await page.unroute('**/api/v1/**');
  await page.getByText('This page may be out of date.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Pay 1' }).click();
  await page.getByRole('dialog').getByText('1 payment').waitFor();
  await close();
});

test('a dialog on a record keeps its text while the record cannot be refetched', async () => {
  const { page, close } = await shop.open();
  await page.goto(shop.at(`/payments/${shop.payment}`));
  await page.getByRole('button', { name: 'Refund' }).click();
  const amount = page.getByRole('dialog').getByLabel('Amount');
  await amount.fill('777');
  await setTimeout(STALE_MS);
  await page.route('**/api/v1/payments/**', (route) => route.fulfill({ status: 503, body: '' }));
  await comeBack(page);
  await page.getByText('This page may be out of date.').waitFor();
  assert.equal(await amount.inputValue(), '777');
  await close();
});
