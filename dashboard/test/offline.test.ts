import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.stop());

test('without a network a page not yet visited says so inside the shell, and comes when the network does', async () => {
  const { page, close } = await shop.open();
  const main = page.locator('main');
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  await page.context().setOffline(true);
  await page.getByText('No connection.').waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await main.getByRole('alert').getByText('The service cannot be reached').waitFor();
  // Again, and the shell is still there.
  await main.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Refunds' }).click();
  await main.getByRole('alert').waitFor();
  await page.keyboard.press('?');
  assert.equal(await page.getByRole('navigation', { name: 'Navigation' }).count(), 1);

  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Refunds' }).waitFor();
  await page.getByText('No connection.').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await close();
});

test('without a network a new filter leaves no rows of another', async () => {
  const { page, close } = await shop.open();
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('Reference').fill('order-1002');
  await page.locator('main').getByRole('alert').waitFor();
  assert.equal(await page.locator('[data-row]').count(), 0);

  await page.context().setOffline(false);
  await page.getByRole('cell', { name: 'order-1002' }).waitFor();
  // The rows of before may stand there, dimmed, for as long as the answer is on its way.
  await page.getByRole('cell', { name: 'order-1001' }).waitFor({ state: 'detached' });
  assert.equal(await page.locator('[data-row]').count(), 1);
  await close();
});
