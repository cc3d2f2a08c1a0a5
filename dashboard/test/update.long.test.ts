import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.stop());

/** Simulates a new build: the files that the page names are missing until it is reloaded. */
async function update(page: Page): Promise<void> {
  let isOld = true;
  await page.route('**/dashboard/**', (route) => {
    if (route.request().resourceType() === 'document') isOld = false;
    const isGone = isOld && route.request().url().includes('/assets/');
    return isGone ? route.fulfill({ status: 404, contentType: 'text/plain', body: 'No such file' }) : route.continue();
  });
}

test('a page of an older build opens pages of the new one', async () => {
  const { page, close } = await shop.open();
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  await update(page);
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('link', { name: 'Refunds' }).click();
  await page.getByRole('heading', { name: 'Refunds' }).waitFor();
  await close();
});

test('a page of an older build says so if a part is missing, and does not reload by itself', async () => {
  const { page, close } = await shop.open();
  await page.goto(shop.at(`/wallets/${shop.wallet}`));
  const pdf = page.getByRole('button', { name: 'Download PDF' });
  await pdf.waitFor();
  await update(page);
  await page.keyboard.press('/');
  await page.getByRole('status').getByText('A part of this page did not load. There may be a newer version.').waitFor();
  await pdf.click();
  await page.getByRole('alert').getByText('A part of this page did not load. There may be a newer version.').waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Reload the page' }).click();
  await pdf.waitFor();
  await page.keyboard.press('/');
  await page.getByRole('dialog').waitFor();
  await close();
});
