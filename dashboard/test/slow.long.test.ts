import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { becomes } from '../../service/test/support/harness.ts';
import { joinAs } from '../../service/test/support/person.ts';
import { keepSession } from './browser.ts';
import { hold, loseAnswer } from './line.ts';
import { openShop, type Shop } from './shop.ts';

/** Slow requests, lost answers, and concurrent changes. */
const password = 'a password that is long enough';
let shop: Shop;
before(async () => {
  shop = await openShop(password);
});
after(() => shop.stop());

const dialog = (page: Page) => page.getByRole('dialog');

test('a filter that is still loading never says that nothing matches', async () => {
  const { page, close } = await shop.open();
  await page.goto(shop.at('/payments?reference=order-1'));
  await page.getByText('No results match').waitFor();
  const slow = await hold(page, /payments\?reference=order-1003/);
  await page.getByLabel('Reference').fill('order-1003');
  await slow.requested;
  await page.getByText('No results match').waitFor({ state: 'detached' });
  slow.release();
  await page.getByRole('cell', { name: 'order-1003' }).waitFor();
  await close();
});

test('a page is read to its end, however fast events come', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  const streamed = page.waitForResponse(/events\/stream$/);
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  await streamed;
  let given = 0;
  await page.route(/\/api\/v1\/payments$/, async (route) => {
    await setTimeout(3_000);
    await route.continue().then(
      () => given++,
      () => undefined,
    );
  });
  const ended = page.waitForEvent('requestfinished', {
    predicate: (request) => /\/api\/v1\/payments$/.test(request.url()),
    timeout: 60_000,
  });
  let going = true;
  const busy = (async () => {
    for (let i = 0; going; i++) {
      await shop.merchant.call('POST', '/payments', {
        amount: 100,
        currency: 'XOF',
        customer: '+221770000100',
        reference: `busy-${i}`,
      });
      await setTimeout(700);
    }
  })();
  await ended.finally(() => (going = false));
  await busy;
  await page.getByText('busy-0').waitFor();
});

test('a change during the first read of a page is shown too', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at('/events'));
  await page.getByRole('heading', { name: 'Events' }).waitFor();
  const slow = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  let reads = 0;
  await page.route(/\/api\/v1\/payments$/, async (route) => {
    if (reads++ > 0) return route.continue();
    const old = await route.fetch();
    read.resolve();
    await slow.promise;
    await route.fulfill({ response: old }).catch(() => undefined);
  });
  await page.getByRole('link', { name: 'Payments' }).click();
  await read.promise;
  await shop.merchant.call('POST', '/payments', {
    amount: 100,
    currency: 'XOF',
    customer: '+221770000007',
    reference: 'meanwhile',
  });
  // The stream has delivered it long before.
  await setTimeout(3_000);
  slow.resolve();
  await page.getByText('meanwhile').waitFor();
});

test('a deletion whose answer was lost is not reported as failed', async (t) => {
  const { body } = await shop.merchant.call('POST', '/webhooks', { url: 'https://shop.example/lost', events: ['*'] });
  const { page, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at(`/webhooks/${body.id}`));
  await loseAnswer(page, `**/webhooks/${body.id}`, 'DELETE');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/webhooks$/);
});

test('a second role can be chosen only after the first is saved', async (t) => {
  const developer = await shop.service.person('developer');
  await joinAs(shop.service.db, 'viewer', shop.integration, developer.id);
  const { page, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at('/developers'));
  const role = page.getByRole('combobox', { name: `Role of ${developer.identifier}` });
  const slow = await hold(page, '**/developers/*', { method: 'PATCH' });
  await role.click();
  await page.getByRole('option', { name: 'Developer' }).click();
  await slow.requested;
  await role.and(page.locator(':disabled')).waitFor();
  slow.release();
  await role.and(page.locator(':enabled')).waitFor();
  await becomes(() => role.inputValue(), 'Developer');
});

test('a session that ended by itself does not keep the others from being ended', async (t) => {
  const identifier = '+221770000777';
  const { merchantId } = shop.merchant;
  const owner = await shop.service.person('merchant', { merchantId, identifier, password });
  const body = { phone: identifier, password, mode: 'test' };
  const logIn = async () => (await shop.merchant.call('POST', '/auth/merchant/login', body)).status;
  assert.deepEqual([await logIn(), await logIn()], [200, 200]);
  const listed = async () => (await owner.call('GET', '/auth/sessions')).body.data;
  const { page, close } = await shop.open();
  t.after(close);
  await page.context().clearCookies({ name: 'rialto-access' });
  await keepSession(page.context(), new URL(shop.service.base).hostname, { 'rialto-access': owner.token });
  await page.goto('/dashboard/account');
  const endOthers = page.getByRole('button', { name: 'Sign out all other sessions' });
  await endOthers.waitFor();
  const first = (await listed()).find(({ current }: { current: boolean }) => !current);
  await owner.call('DELETE', `/auth/sessions/${first.id}`);
  await endOthers.click();
  await page
    .getByRole('button', { name: /^Sign out the session/ })
    .first()
    .waitFor({ state: 'detached' });
  assert.equal((await listed()).length, 1);
  assert.equal(await page.getByRole('alert').count(), 0);
});

test('a password change whose answer was lost is not reported as wrong', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  await page.goto('/dashboard/account');
  await loseAnswer(page, '**/auth/password/change', 'POST');
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill('another one, as long as it takes');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('alert').waitFor();
  await becomes(() => page.getByRole('alert').innerText(), 'The service cannot be reached');
});
