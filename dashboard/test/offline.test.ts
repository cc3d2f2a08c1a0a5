import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes } from '../../service/test/support/harness.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.stop());

test('offline, an unvisited page says so inside the shell, and appears when the network is back', async () => {
  const { page, close } = await shop.open();
  const main = page.locator('main');
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  await page.context().setOffline(true);
  await page.getByText('No connection.').waitFor();
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await main.getByRole('alert').getByText('The service cannot be reached').waitFor();
  // A second time, to check that the shell stays.
  await main.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Refunds' }).click();
  await main.getByRole('alert').waitFor();
  await page.keyboard.press('?');
  await becomes(() => page.getByRole('navigation', { name: 'Navigation' }).count(), 1);

  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Refunds' }).waitFor();
  await page.getByText('No connection.').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await close();
});

test('a transfer sent offline fails and is not sent later', async () => {
  const { page, close } = await shop.open();
  await page.goto(shop.at('/transfers'));
  await page.getByRole('button', { name: 'Make a transfer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'To' }).fill(shop.wallet);
  await dialog.getByLabel('From wallet').click();
  await page.getByRole('option', { name: 'Savings' }).click();
  await dialog.getByLabel('Amount').fill('111');
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Send F CFA 111' }).click();
  await dialog.getByRole('alert').getByText('The service cannot be reached').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.context().setOffline(false);
  await page.getByText('No connection.').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Payments' }).click();
  await page.getByText('order-1001').waitFor();
  const { body } = await shop.merchant.call('GET', '/transfers');
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [shop.transfer],
  );
  await close();
});
