import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Request } from 'playwright-core';
import { waitingPayment } from '../../service/test/support/flows.ts';
import { becomes, until } from '../../service/test/support/harness.ts';
import { keepSession, openPage } from './browser.ts';
import { hold, slowLine } from './line.ts';
import { type Office, openOffice } from './office.ts';
import { openShop, type Shop } from './shop.ts';

/** Single requests that fail, files that do not load, and connections that die silently. */
let shop: Shop;
let office: Office;
before(async () => {
  shop = await openShop();
  office = await openOffice(shop);
});
after(() => shop.stop());

test('a dead stream is reopened and resumes at its last event', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  const streams: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/events/stream')) streams.push(request.headers()['last-event-id']);
  });
  // Each stream's body is disconnected from its network, and never ends.
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

test('a read without an answer is given up after half a minute and repeated', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  let asked = 0;
  // The connection died: the first answer never arrives.
  await page.route(/\/api\/v1\/payments(\?|$)/, (route) => (asked++ === 0 ? undefined : route.continue()));
  await page.clock.install();
  await page.goto(shop.at('/payments'));
  await until(async () => asked === 1);
  await page.clock.fastForward(29_000);
  await setTimeout(500);
  assert.equal(asked, 1);
  await page.clock.fastForward(5_000);
  await page.getByText('order-1001').waitFor();
});

test('a read that waits for new tokens on a dead connection is given up too', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  const { release } = await hold(page, '**/auth/refresh');
  t.after(() => release());
  await page.context().clearCookies({ name: 'rialto-access' });
  await page.clock.install();
  const refreshing = page.waitForRequest(/auth\/refresh$/);
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('link', { name: 'Refunds' }).click();
  await refreshing;
  // A read is tried three times.
  const given = page.locator('main').getByRole('alert').getByText('The service cannot be reached');
  await until(async () => {
    await page.clock.fastForward(31_000);
    await setTimeout(200);
    await page.clock.fastForward(5_000);
    await setTimeout(200);
    return given.isVisible();
  });
});

test('only one reachability check runs at a time: six on a dead connection would block all requests', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  let [asked, waiting, most] = [0, 0, 0];
  const isOurs = (request: Request) => request.url().endsWith('/dashboard');
  page.on('request', (request) => {
    if (!isOurs(request)) return;
    asked++;
    most = Math.max(most, ++waiting);
  });
  page.on('requestfailed', (request) => isOurs(request) && waiting--);
  await page.route('**/dashboard', () => undefined);
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.clock.install();
  await page.clock.runFor(6_000);
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
  await page.getByText('This page may be out of date.').waitFor();
  await until(async () => {
    await page.clock.runFor(5_000);
    return asked > 3;
  });
  assert.equal(most, 1);
});

test('operators’ navigation that did not load appears after “Try again”', async (t) => {
  const { page, close } = await office.open(office.admin);
  t.after(close);
  let files = 0;
  await page.route(/assets\/navigation-/, (route) => (files++ === 0 ? route.abort() : route.continue()));
  await page.goto('/dashboard/operator/fees');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Limits' }).waitFor();
});

test('the page does not stay blank if the texts of a language do not load', async (t) => {
  const { page, close } = await shop.open({ locale: 'fr-FR' });
  t.after(close);
  let files = 0;
  await page.route(/assets\/fr-/, (route) => (files++ === 0 ? route.abort() : route.continue()));
  await page.goto(shop.at('/payments'));
  await page.getByRole('heading', { name: 'Paiements' }).waitFor();
});

test('the language chosen last wins, in whatever order the texts load', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at('/payments'));
  const slow = await hold(page, /assets\/fr-/);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Français');
  await slow.requested;
  await choose('Español');
  await page.getByRole('heading', { name: 'Pagos' }).waitFor();
  const came = page.waitForResponse(/assets\/fr-/);
  slow.release();
  await came;
  await setTimeout(500);
  await page.getByRole('heading', { name: 'Pagos' }).waitFor();
});

test('closing a page during a token refresh keeps the session on the next page', async (t) => {
  const { refreshToken } = await shop.service.person('merchant', { merchantId: shop.merchant.merchantId });
  const line = await slowLine(shop.service.base, 1_000);
  t.after(line.close);
  const { page, close } = await openPage(line.base);
  t.after(close);
  await keepSession(page.context(), '127.0.0.1', { 'rialto-refresh': refreshToken });
  const asked = page.waitForRequest(/auth\/refresh$/);
  await page.goto(shop.at('/payments'));
  await asked;
  await setTimeout(300);
  const next = await page.context().newPage();
  await page.close();
  await next.goto(shop.at('/payments'));
  const signIn = next.getByRole('heading', { name: 'Sign in' });
  await next.getByText('order-1001').or(signIn).waitFor();
  assert.equal(await signIn.count(), 0);
});

test('a file changed after it was chosen is reported, and can be chosen again', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at('/payouts/new'));
  const input = page.locator('input[type=file]');
  const file = { name: 'one.csv', mimeType: 'text/csv', buffer: Buffer.from('recipient,amount\n+221770000150,10\n') };
  await page.evaluate(`window.read = File.prototype.arrayBuffer;
    File.prototype.arrayBuffer = async () => { throw new DOMException('changed', 'NotReadableError'); }`);
  await input.setInputFiles(file);
  await page.getByRole('alert').getByText('The file could not be read').waitFor();
  // A browser reports no change if the same file is chosen again.
  await becomes(() => input.inputValue(), '');
  await page.evaluate('File.prototype.arrayBuffer = window.read');
  await input.setInputFiles(file);
  await page.getByRole('button', { name: 'Pay 1' }).waitFor();
});

test('an endpoint that could not be enabled says so', async (t) => {
  const path = `/webhooks/${shop.endpoint}`;
  await shop.merchant.call('PATCH', path, { status: 'disabled' });
  const { page, close } = await shop.open();
  t.after(close);
  await page.route(`**/api/v1${path}`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await page.goto(shop.at(path));
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Enable' }).click();
  await page.locator('main').getByRole('alert').getByText('The service cannot be reached').waitFor();
});

test('a reopened dialog does not show the last error', async (t) => {
  const { id } = await waitingPayment(shop.merchant);
  const { page, close } = await shop.open();
  t.after(close);
  await page.route('**/cancel', (route) => route.abort());
  await page.goto(shop.at(`/payments/${id}`));
  const dialog = page.getByRole('dialog');
  const cancel = page.getByRole('button', { name: 'Cancel payment' });
  for (const _ of [1, 2]) {
    await cancel.click();
    await dialog.waitFor();
    assert.equal(await dialog.getByRole('alert').count(), 0);
    await dialog.getByRole('button', { name: 'Cancel payment' }).click();
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
});
