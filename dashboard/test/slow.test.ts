import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { becomes } from '../../service/test/support/harness.ts';
import { makeOperator, setByTwo } from '../../service/test/support/operators.ts';
import { hold } from './line.ts';
import { openShop, type Shop } from './shop.ts';

/** Slow requests that could make someone pay, send or lose something. The other cases are in slow.long.test.ts. */
const password = 'a password that is long enough';
let shop: Shop;
before(async () => {
  shop = await openShop(password);
});
after(() => shop.stop());

const file = { name: 'one.csv', mimeType: 'text/csv', buffer: Buffer.from('recipient,amount\n+221770000150,10\n') };
const dialog = (page: Page) => page.getByRole('dialog');

test('while another integration’s list loads, no row of the last one is shown', async () => {
  await shop.person.call('POST', '/integrations', { name: 'Second shop' });
  const { page, close } = await shop.open();
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  const slow = await hold(page, /\/api\/v1\/payments$/);
  await page.locator('header').getByTitle('Integration').click();
  await page.getByRole('menuitem', { name: 'Second shop' }).click();
  await slow.requested;
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  await becomes(() => page.getByText('order-1001').count(), 0);
  slow.release();
  await page.locator('main').getByText('order-1001').waitFor({ state: 'detached' });
  await close();
});

test('a refund amount typed for one payment is not there at another one after Back', async () => {
  const other = (await shop.merchant.call('GET', '/payments?reference=order-1003')).body.data[0].id;
  const { page, close } = await shop.open();
  const find = async (id: string) => {
    await page.keyboard.press('/');
    await dialog(page).getByRole('combobox').fill(id);
    await page.getByRole('option').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForURL(`**/payments/${id}`);
  };
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  await find(other);
  await page.getByText('order-1003').first().waitFor();
  await find(shop.payment);
  await page.getByRole('button', { name: 'Refund' }).click();
  await dialog(page).getByLabel('Amount').fill('777');
  await page.goBack();
  await page.getByText('order-1003').first().waitFor();
  await dialog(page).waitFor({ state: 'detached' });
  await close();
});

/** Opens a dialog that shows a secret once; `sends` is its request. */
const secrets: Record<string, { path: () => string; open: (page: Page) => Promise<void>; sends: RegExp }> = {
  'roll a key': {
    path: () => '/keys',
    sends: /\/roll$/,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Roll the key/ })
        .first()
        .click();
      await dialog(page).getByRole('button', { name: 'Roll' }).click();
    },
  },
  'create a key': {
    path: () => '/keys',
    sends: /\/keys$/,
    open: async (page) => {
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await dialog(page).getByRole('checkbox', { name: 'See payments and refunds.' }).check();
      await dialog(page).getByRole('button', { name: 'Create key' }).click();
    },
  },
  'add an endpoint': {
    path: () => '/webhooks',
    sends: /\/webhooks$/,
    open: async (page) => {
      await page.getByRole('button', { name: 'Add endpoint' }).first().click();
      await dialog(page).getByLabel('URL').fill('https://shop.example/hooks');
      await dialog(page).getByRole('button', { name: 'Add endpoint' }).click();
    },
  },
};
for (const [name, { path, open, sends }] of Object.entries(secrets)) {
  test(`a dialog stays open until its new secret is shown: ${name}`, async () => {
    const { page, close } = await shop.open();
    await page.goto(shop.at(path()));
    const slow = await hold(page, sends, { method: 'POST' });
    await open(page);
    await slow.requested;
    // The page shows that the request is in flight.
    await dialog(page).locator('button[data-loading]').waitFor();
    await page.keyboard.press('Escape');
    await setTimeout(500);
    slow.release();
    await dialog(page).getByText('Shown only once.').waitFor();
    await close();
  });
}

test('a dialog stays open while a second factor is set up', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  await page.goto('/dashboard/account');
  const slow = await hold(page, '**/auth/2fa/enable');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await dialog(page).getByLabel('Current password').fill(password);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await slow.requested;
  await dialog(page).locator('button[data-loading]').waitFor();
  await page.keyboard.press('Escape');
  await setTimeout(500);
  slow.release();
  await dialog(page).getByRole('img', { name: 'QR code' }).waitFor();
});

test('a wallet frozen during typing is not replaced by another wallet', async (t) => {
  const { id: chosen } = (await shop.merchant.call('POST', '/wallets', { currency: 'XOF', label: 'Salaries' })).body;
  await shop.merchant.call('POST', '/wallets/transfer', {
    from: shop.wallet,
    to: chosen,
    amount: 5_000,
    currency: 'XOF',
  });
  const admin = await makeOperator(shop.service, 'admin');
  const { page, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at('/payouts/new'));
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('combobox', { name: 'From wallet' }).click();
  await page.getByRole('option', { name: 'Salaries' }).click();
  await page.getByRole('button', { name: 'Pay 1' }).click();
  await dialog(page).getByText('Salaries').waitFor();
  await admin.call('POST', `/operator/wallets/${chosen}/freeze`, { reason: 'fraud' });
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
  await page.getByText('This wallet can no longer pay.').waitFor();
  await dialog(page).waitFor({ state: 'detached' });
  await becomes(() => page.getByRole('button', { name: 'Pay 1' }).isEnabled(), false);
});

test('a payout cannot be confirmed before its fees are known', async (t) => {
  const { merchantId: merchant } = shop.merchant;
  const fee = { merchant, livemode: false, currency: 'XOF', charged_on: 'payout', basis_points: 0, fixed: 7 };
  await setByTwo(shop.service, 'fees', fee);
  const { page, close } = await shop.open();
  t.after(close);
  const slow = await hold(page, /\/api\/v1\/fees$/);
  const wallets = page.waitForResponse(/\/wallets\?/);
  await page.goto(shop.at('/payouts/new'));
  await page.locator('input[type=file]').setInputFiles(file);
  await wallets;
  await slow.requested;
  await setTimeout(500);
  const pay = page.getByRole('button', { name: 'Pay 1' });
  assert.equal(await pay.count(), 0);
  slow.release();
  await pay.click();
  await dialog(page).getByText('fees F CFA 7').waitFor();
});

test('an endpoint change by someone else is not reverted by an open form', async (t) => {
  const made = { url: 'https://shop.example/before', events: ['*'], description: 'first' };
  const { id } = (await shop.merchant.call('POST', '/webhooks', made)).body;
  const { page, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at(`/webhooks/${id}`));
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await shop.merchant.call('PATCH', `/webhooks/${id}`, { url: 'https://shop.example/after' });
  await dialog(page).getByLabel('Description').fill('second');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  const { url, description } = (await shop.merchant.call('GET', `/webhooks/${id}`)).body;
  assert.deepEqual({ url, description }, { url: 'https://shop.example/after', description: 'second' });
});
