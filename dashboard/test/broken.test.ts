import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { until } from '../../service/test/harness.ts';
import { hold } from './line.ts';
import { type Office, openOffice } from './office.ts';
import { openShop, type Shop } from './shop.ts';

/** One of several requests fails, a file does not come, a line dies without a word. */
let shop: Shop;
let office: Office;
before(async () => {
  shop = await openShop();
  office = await openOffice(shop);
});
after(() => shop.stop());

test('a stream that has died without a word is opened again, and goes on where it was', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  const streams: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/events/stream')) streams.push(request.headers()['last-event-id']);
  });
  // The body of each is cut off from its line, and never ends.
  await page.addInitScript(`const real = fetch; window.dead = 0;
    window.fetch = async (url, options) => {
      const answer = await real(url, options);
      if (!String(url).endsWith('/events/stream') || window.dead++ > 0) return answer;
      return new Response(new ReadableStream({}));
    }`);
  await page.clock.install();
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  await until(async () => streams.length === 1);
  await page.clock.fastForward(30_000);
  await setTimeout(500);
  assert.equal(streams.length, 1);
  await page.clock.fastForward(30_000);
  await page.clock.fastForward(5_000);
  await until(async () => streams.length === 2);
});

test('nobody decides on an amount that is not there to be seen', async (t) => {
  const { page, close } = await office.open(office.admin);
  t.after(close);
  const slow = await hold(page, new RegExp(`/operator/wallets/${office.wallet}$`));
  await page.goto(`/dashboard/operator/approvals/${office.approval}`);
  await slow.asked;
  await page.getByText('a payment that was lost').first().waitFor();
  const approve = page.getByRole('button', { name: 'Approve' });
  assert.equal(await approve.count(), 0);
  slow.letGo();
  await approve.waitFor();
});

test('what another has decided meanwhile is shown as decided', async (t) => {
  const { page, close } = await office.open(office.admin);
  t.after(close);
  const asked = { wallet: office.wallet, direction: 'credit', amount: 300, reason: 'decided by two at once' };
  const { id } = (await office.finance.call('POST', '/operator/adjustments', asked)).body;
  await page.goto(`/dashboard/operator/approvals/${id}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('too late');
  await office.admin.call('POST', `/operator/approvals/${id}/approve`);
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('heading', { level: 1 }).getByText('Approved').waitFor();
});

test('the navigation of an operator that did not come is there after “Try again”', async (t) => {
  const { page, close } = await office.open(office.admin);
  t.after(close);
  let files = 0;
  await page.route(/assets\/navigation-/, (route) => (files++ === 0 ? route.abort() : route.continue()));
  await page.goto('/dashboard/operator/fees');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Limits' }).waitFor();
});

test('where the words of a language do not come, the page does not stay blank', async (t) => {
  const { page, close } = await shop.open({ locale: 'fr-FR' });
  t.after(close);
  let files = 0;
  await page.route(/assets\/fr-/, (route) => (files++ === 0 ? route.abort() : route.continue()));
  await page.goto(shop.at('/payments'));
  await page.getByRole('heading', { name: 'Paiements' }).waitFor();
});

test('of two languages that were chosen the last one holds, in whatever order their words come', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at('/payments'));
  const slow = await hold(page, /assets\/fr-/);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Français');
  await slow.asked;
  await choose('Español');
  await page.getByRole('heading', { name: 'Pagos' }).waitFor();
  const came = page.waitForResponse(/assets\/fr-/);
  slow.letGo();
  await came;
  await setTimeout(500);
  await page.getByRole('heading', { name: 'Pagos' }).waitFor({ timeout: 1_000 });
});

test('a dialog whose file a newer build no longer has comes with that build', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  let files = 0;
  await page.route(/assets\/search-dialog-/, (route) =>
    files++ === 0 ? route.fulfill({ status: 404, body: 'No such file' }) : route.continue(),
  );
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  const anew = page.waitForEvent('load');
  await page.keyboard.press('/');
  await anew;
  await page.getByText('order-1001').waitFor();
  await page.keyboard.press('/');
  await page.getByRole('dialog').waitFor();
});
