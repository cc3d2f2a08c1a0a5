import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes } from '../../service/test/support/harness.ts';
import { openPage } from './browser.ts';
import { openShop, type Shop } from './shop.ts';

/** Gzipped size of everything that a browser loads until the first list is shown. */
const BUDGET = 250 * 1024;

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.stop());

test('the first load stays within 250 KiB', async (t) => {
  const { page, close } = await shop.open();
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname));
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  const assets = [...new Set(loaded)].filter((path) => path.startsWith('/dashboard'));
  const sizes = await Promise.all(
    assets.map(async (path) => {
      const { default: http } = await import('node:http');
      return new Promise<number>((resolve, reject) => {
        const headers = { 'accept-encoding': 'gzip' };
        http
          .get(shop.service.base + path, { headers }, async (reply) => {
            let size = 0;
            for await (const chunk of reply) size += chunk.length;
            resolve(size);
          })
          .on('error', reject);
      });
    }),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  t.diagnostic(`${assets.length} files, ${Math.round(total / 1024)} KiB gzipped`);
  assert.ok(total <= BUDGET, `${total} bytes`);
  assert.ok(!assets.some((path) => /charts/.test(path)), 'charts load with their page');
  assert.ok(!assets.some((path) => /operator/.test(path)), "operators' pages and texts load with the first one");
  await close();
});

test('home charts thirty days, and a table has the charts’ figures', async () => {
  const { page, complaints, close } = await shop.open();
  await page.goto(shop.at('/home'));
  for (const what of ['Volume by day', 'Payments by day', 'Balance at the end of each day']) {
    const chart = page.getByRole('img', { name: what });
    await chart.locator('svg').first().waitFor();
    await chart.hover({ position: { x: 400, y: 100 } });
  }
  const today = page.getByRole('row').nth(1);
  await today.waitFor({ state: 'hidden' });
  await page.getByText('As a table').click();
  const { total } = (
    await shop.person.call('GET', '/summary?currency=XOF', undefined, { 'service-integration': shop.integration })
  ).body.balance;
  // The table opens a moment after the click.
  const seen = async () => {
    const cells = await today.getByRole('cell').allInnerTexts();
    return [/250,000/.test(cells[1] ?? ''), ...cells.slice(2, 5), cells[5]?.replace(/\D/g, '')];
  };
  await becomes(seen, [true, '1', '1', '50%', String(total)]);
  await page.getByText('Not enough money').waitFor();
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('a developer signs in, and an address on another site is not followed', async () => {
  const password = 'a long enough password';
  await shop.service.person('developer', { identifier: 'ada@shop.example', password });
  const { page, complaints, close } = await openPage(shop.service.base);
  await page.goto('/dashboard/sign-in?next=//elsewhere.example/');
  await page.getByLabel('Phone or email').fill('ada@shop.example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('You do not belong to an integration yet').waitFor();
  assert.equal(new URL(page.url()).origin, shop.service.base);
  const kept = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage, cookie: document.cookie })');
  assert.doesNotMatch(String(kept), /eyJ/, 'no token is readable by scripts');
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('a payment is refunded from its page, and the list shows it', async () => {
  const { page, complaints, close } = await shop.open();
  await page.goto(shop.at(`/payments/${shop.payment}`));
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('999999999');
  await dialog.getByText('more than can still be refunded').waitFor();
  await dialog.getByLabel('Amount').fill('1000');
  await dialog.getByRole('button', { name: /^Refund .*1,000/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(shop.at('/refunds'));
  await page.getByRole('link', { name: /1,000/ }).first().waitFor();
  assert.equal(complaints.join('\n'), '');
  await close();
});
