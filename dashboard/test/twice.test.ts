import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { becomes } from '../../service/test/support/harness.ts';
import { inLongSuite } from '../../service/test/support/in-long-suite.ts';
import { hold } from './line.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.stop());

const dialog = (page: Page) => page.getByRole('dialog');
/** The paths of the changes that the page sends. */
function changesOf(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') changes.push(new URL(request.url()).pathname.replace('/api/v1', ''));
  });
  return changes;
}
async function typeTransfer(page: Page, amount: string) {
  await page.goto(shop.at('/transfers'));
  await fillTransfer(page, amount);
}
async function fillTransfer(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Make a transfer' }).click();
  await dialog(page).getByLabel('From wallet').click();
  await page.getByRole('option', { name: 'Savings' }).click();
  await dialog(page).getByRole('textbox', { name: 'To' }).fill(shop.wallet);
  await dialog(page).getByLabel('Amount').fill(amount);
}

test('a double click, faster than the page redraws, refunds, sends and pays once', async () => {
  const { page, close } = await shop.open();
  const changes = changesOf(page);
  await page.goto(shop.at(`/payments/${shop.payment}`));
  await page.getByRole('button', { name: 'Refund' }).click();
  await dialog(page).getByLabel('Amount').fill('1000');
  await dialog(page).getByRole('button', { name: 'Refund F CFA 1,000' }).dblclick();
  await dialog(page).waitFor({ state: 'detached' });

  await typeTransfer(page, '112');
  await dialog(page).getByRole('button', { name: 'Send F CFA 112' }).dblclick();
  await page.waitForURL(/transfers\/trf_/);

  await page.goto(shop.at('/payouts/new'));
  const file = { name: 'one.csv', mimeType: 'text/csv', buffer: Buffer.from('recipient,amount\n+221770000150,10\n') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByLabel('Reference').fill('');
  await page.getByRole('button', { name: 'Pay 1' }).click();
  await dialog(page).getByRole('button', { name: 'Pay 1' }).dblclick();
  await page.waitForURL(/payouts\/pout_/);
  await page.getByText('All were paid').waitFor();
  assert.deepEqual(changes, ['/refunds', '/wallets/transfer', '/payouts']);
  await close();
});

for (const [what, refusal] of [
  ['the first is still in flight', { status: 409, body: `{"error":{"code":"idempotency_in_progress","message":"…"}}` }],
  ['rate limit', { status: 429, body: '{"error":{"code":"rate_limited","message":"…"}}' }],
] as const) {
  test(`a lost change keeps its key if its retry is refused: ${what}`, async () => {
    const { page, close } = await shop.open();
    const before = (await shop.merchant.call('GET', '/transfers')).body.data.length;
    let sent = 0;
    await page.route('**/wallets/transfer', async (route) => {
      sent++;
      if (sent > 3) return route.continue();
      if (sent > 1) return route.fulfill({ ...refusal, contentType: 'application/json' });
      await route.fetch();
      await route.abort();
    });
    await typeTransfer(page, '115');
    const send = dialog(page).getByRole('button', { name: 'Send F CFA 115' });
    await send.click();
    await dialog(page).getByRole('alert').waitFor();
    await send.click();
    await page.waitForURL(/transfers\/trf_/);
    assert.equal(sent, 4);
    assert.equal((await shop.merchant.call('GET', '/transfers')).body.data.length, before + 1);
    await close();
  });
}

test('a lost change is not sent again by someone who closes the dialog and types it again', async () => {
  const { page, close } = await shop.open();
  const before = (await shop.merchant.call('GET', '/transfers')).body.data.length;
  let sent = 0;
  await page.route('**/wallets/transfer', async (route) => {
    sent++;
    if (sent > 3) return route.continue();
    if (sent === 1) await route.fetch();
    return route.abort();
  });
  const send = dialog(page).getByRole('button', { name: 'Send F CFA 116' });
  await typeTransfer(page, '116');
  await send.click();
  await dialog(page).getByRole('alert').getByText('The service cannot be reached').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await fillTransfer(page, '116');
  await send.click();
  await page.waitForURL(/transfers\/trf_/);
  const made = async () => (await shop.merchant.call('GET', '/transfers')).body.data.length - before;
  assert.equal(await made(), 1);
  // The outcome is known now, so the next one is a new transfer.
  await page.goBack();
  await fillTransfer(page, '116');
  await send.click();
  await page.waitForURL(/transfers\/trf_/);
  assert.equal(await made(), 2);
  await close();
});

test('a change is not sent again while its next page is loading', async () => {
  const { page, close } = await shop.open();
  const changes = changesOf(page);
  const next = await hold(page, '**/assets/transfer-page*');
  await typeTransfer(page, '113');
  await dialog(page).getByLabel('Amount').press('Enter');
  await next.requested;
  // After a second, the next page's placeholder replaces the dialog. On a busy machine there may be no form left to
  // send.
  const again = dialog(page).getByLabel('Amount').press('Enter', { timeout: 5_000 });
  await again.catch(() => becomes(() => dialog(page).count(), 0));
  await setTimeout(500);
  next.release();
  await page.waitForURL(/transfers\/trf_/);
  assert.deepEqual(changes, ['/wallets/transfer']);
  await close();
});

inLongSuite('going back before the next page arrives finds no open form', async () => {
  const { page, close } = await shop.open();
  const changes = changesOf(page);
  const next = await hold(page, /assets\/(transfer|payout)-page-/);
  await typeTransfer(page, '117');
  await dialog(page).getByLabel('Amount').press('Enter');
  await page.waitForURL(/transfers\/trf_/);
  await page.goBack();
  await dialog(page).waitFor({ state: 'detached' });

  await page.goto(shop.at('/payouts'));
  await page.getByRole('link', { name: 'Pay many' }).click();
  const file = { name: 'two.csv', mimeType: 'text/csv', buffer: Buffer.from('recipient,amount\n+221770000150,10\n') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Pay 1' }).click();
  await dialog(page).getByRole('button', { name: 'Pay 1' }).click();
  await page.waitForURL(/payouts\/pout_/);
  await page.goBack();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByText('Drop the file here').waitFor();
  next.release();
  assert.deepEqual(changes, ['/wallets/transfer', '/payouts']);
  await close();
});

inLongSuite('after a dialog the focus returns to its last place', async () => {
  const { page, close } = await shop.open();
  const acts: Record<string, string> = {
    '/transfers': 'Make a transfer',
    '/wallets': 'Open a wallet',
    [`/wallets/${shop.wallet}`]: 'Add test money',
    '/keys': 'Create key',
    [`/payments/${shop.payment}`]: 'Refund',
  };
  for (const [path, name] of Object.entries(acts)) {
    await page.goto(shop.at(path));
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await becomes(() => page.evaluate<string>('document.activeElement.innerText'), name);
  }
  await close();
});

inLongSuite('no cancel button stops a request in flight', async () => {
  const { page, close } = await shop.open();
  await typeTransfer(page, '114');
  const transfer = await hold(page, '**/wallets/transfer');
  await dialog(page).getByRole('button', { name: 'Send F CFA 114' }).click();
  await transfer.requested;
  await dialog(page).getByRole('button', { name: 'Cancel', disabled: true }).waitFor();
  await page.keyboard.press('Escape');
  await setTimeout(500);
  assert.ok(await dialog(page).isVisible());
  transfer.release();
  await page.waitForURL(/transfers\/trf_/);
  await close();
});
