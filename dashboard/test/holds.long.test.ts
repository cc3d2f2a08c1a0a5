import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { payment, tomorrow, waitingPayment } from '../../service/test/support/flows.ts';
import { becomes, startTestService, type TestMerchant, type TestService } from '../../service/test/support/harness.ts';
import { violations } from './axe.ts';
import { closeBrowser, keepSession, openPage } from './browser.ts';

/** The directory for pictures, for people who look at them. */
const pictures = process.env.RIALTO_PICTURES;

let service: TestService;
let shop: TestMerchant;
let token: string;
before(async () => {
  service = await startTestService();
  shop = await service.merchant('Boulangerie du Port');
  await shop.wallet('XOF', 100_000n);
  await shop.call('POST', '/wallets', { currency: 'XOF', label: 'Savings' });
  ({ token } = await service.person('merchant', { merchantId: shop.merchantId }));
});
after(async () => {
  await closeBrowser();
  await service.stop();
});

async function open(options: Parameters<typeof openPage>[1]) {
  const opened = await openPage(service.base, options);
  await keepSession(opened.page.context(), new URL(service.base).hostname, { 'rialto-access': token });
  const at = (path: string) => `/dashboard/${shop.integrationId}/test${path}`;
  return { ...opened, at };
}

async function look(page: Page, name: string): Promise<void> {
  assert.deepEqual(await violations(page), [], name);
  if (pictures) await page.screenshot({ path: join(pictures, `r-holds-${name}.png`) });
}

test('a person holds money, captures a part of it and releases the rest', async () => {
  const { page, complaints, at, close } = await open({ viewport: { width: 1440, height: 900 } });
  const dialog = page.getByRole('dialog');
  await page.goto(at('/home'));
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('link', { name: 'Holds' }).click();
  await page.getByText('No holds').waitFor();
  await look(page, 'empty-1440');
  await page.getByRole('button', { name: 'Hold money' }).click();
  await dialog.getByLabel('Amount').fill('999,999');
  await dialog.getByText(/^The wallet has .* available/).waitFor();
  await dialog.getByLabel('Amount').fill('40,000');
  await dialog.getByLabel('Reference').fill('deposit-7');
  await look(page, 'make-1440');
  await dialog.getByRole('button', { name: /^Hold .*40,000/ }).click();
  await page.waitForURL(/holds\/hld_/);
  await page.getByText('More details').click();
  await page.getByText('deposit-7').first().waitFor();

  await page.getByRole('button', { name: 'Capture' }).click();
  await dialog.getByLabel('Amount').fill('15,000');
  await dialog.getByRole('combobox', { name: 'Recipient' }).click();
  await page.getByRole('option', { name: /Savings/ }).click();
  await dialog.getByText(/^Give back the other .*25,000 at once/).waitFor();
  await look(page, 'capture-1440');
  await dialog.getByRole('button', { name: /^Capture .*15,000/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Captures' }).waitFor();
  await look(page, 'record-1440');

  await page.getByRole('button', { name: 'Release' }).click();
  await dialog.getByRole('button', { name: /^Release .*25,000/ }).click();
  await page.getByText('Released').filter({ visible: true }).first().waitFor();
  await page.getByRole('button', { name: 'Release' }).waitFor({ state: 'detached' });
  const [hold] = (await shop.call('GET', '/holds')).body.data;
  assert.deepEqual([hold.status, hold.amount_captured, hold.amount_released], ['released', 15_000, 25_000]);
  assert.deepEqual(complaints, []);
  await close();
});

test('a person captures a part of a held payment and gives the rest back', async () => {
  const { page, complaints, at, close } = await open({ viewport: { width: 1440, height: 900 } });
  const { id } = await held();
  const dialog = page.getByRole('dialog');
  await page.goto(at(`/payments/${id}`));
  await page.getByText(/9,000 is held until .*Captured so far/).waitFor();
  await page.getByRole('button', { name: 'Capture' }).click();
  await dialog.getByLabel('Amount').fill('2,500');
  await dialog.getByText(/^Give the other .*6,500 back/).waitFor();
  await look(page, 'payment-capture-1440');
  await dialog.getByRole('button', { name: /^Capture .*2,500/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/6,500 is held until .*Captured so far: .*2,500/).waitFor();
  await page.getByText(/Credited to the wallet/).waitFor();
  await look(page, 'payment-1440');
  await page.getByRole('button', { name: 'Release' }).click();
  await dialog.getByRole('button', { name: /^Give back .*6,500/ }).click();
  await page.getByText('Succeeded').filter({ visible: true }).first().waitFor();
  const { body } = await shop.call('GET', `/payments/${id}`);
  assert.deepEqual([body.status, body.amount, body.amount_authorized], ['succeeded', 2_500, 9_000]);
  assert.deepEqual(complaints, []);
  await close();
});

/** A payment of 9000 that the sandbox's customer has approved. */
async function held(): Promise<{ id: string }> {
  const { id } = await waitingPayment(shop, { amount: 9_000, capture: 'manual' });
  await shop.call('POST', `/test/payments/${id}/approve`);
  return payment(shop, id, 'requires_capture');
}

test('a decider of an escrow reads both decisions and decides', async () => {
  const mine = await shop.wallet('XOF');
  const agent = await service.merchant('Agence du Port');
  const theirs = await agent.wallet('XOF');
  const escrow = { deciders: [mine, theirs] };
  const held = { wallet: mine, to: theirs, amount: 5_000, currency: 'XOF', escrow, expires_at: tomorrow() };
  const { id } = (await shop.call('POST', '/holds', held)).body;
  await agent.call('POST', `/holds/${id}/decide`, { decision: 'release' });
  const { page, complaints, at, close } = await open({ viewport: { width: 1440, height: 900 } });
  const dialog = page.getByRole('dialog');
  await page.goto(at(`/holds/${id}`));
  await page.getByText('Not decided yet').filter({ visible: true }).first().waitFor();
  assert.equal(await page.getByRole('button', { name: 'Capture' }).count(), 0);
  await look(page, 'escrow-1440');
  await page.getByRole('button', { name: 'Return to the payer' }).click();
  await look(page, 'escrow-decide-1440');
  await dialog.getByRole('button', { name: 'Return to the payer' }).click();
  await page.getByText(/^The decisions differ/).waitFor();
  await look(page, 'escrow-disputed-1440');
  await page.setViewportSize({ width: 360, height: 740 });
  await look(page, 'escrow-disputed-360');
  await page.getByRole('button', { name: 'Release to the receiver' }).click();
  await dialog.getByRole('button', { name: 'Release to the receiver' }).click();
  await page.getByRole('heading', { name: 'Captures' }).waitFor();
  assert.equal((await shop.call('GET', `/holds/${id}`)).body.status, 'captured');
  assert.deepEqual(complaints, []);
  await close();
});

test('a person makes an escrow, and the other decider finds it in the list of their merchant and decides', async () => {
  const mine = await shop.wallet('XOF');
  const agent = await service.merchant('Agence de la Gare');
  const theirs = await agent.wallet('XOF');
  const { page, complaints, at, close } = await open({ viewport: { width: 1440, height: 900 } });
  const dialog = page.getByRole('dialog');
  await page.goto(at('/holds'));
  await page.getByRole('button', { name: 'Hold money' }).click();
  await dialog.getByLabel('Amount').fill('6,000');
  await dialog.getByLabel('Escrow: two deciders').check();
  const hold = dialog.getByRole('button', { name: /^Hold .*6,000/ });
  assert.ok(await hold.isDisabled(), 'an escrow names its receiver and both deciders');
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill(theirs);
  await dialog.getByLabel('Second decider').fill(theirs);
  await look(page, 'escrow-make-1440');
  await hold.click();
  await page.waitForURL(/holds\/hld_/);
  await page.getByRole('button', { name: 'Release to the receiver' }).waitFor();
  const id = page.url().split('/').at(-1)!;
  const { escrow } = (await shop.call('GET', `/holds/${id}`)).body;
  assert.deepEqual(escrow.deciders.map((one: any) => one.wallet).sort(), [mine, theirs].sort());
  assert.deepEqual(complaints, []);
  await close();

  const described = { amount: 700, description: 'Deposit of the stall', escrow: { deciders: [mine, theirs] } };
  await shop.call('POST', '/holds', {
    ...{ wallet: mine, to: theirs, currency: 'XOF', expires_at: tomorrow() },
    ...described,
  });
  const { token: own } = await service.person('merchant', { merchantId: agent.merchantId });
  const other = await openPage(service.base, { viewport: { width: 1440, height: 900 } });
  await keepSession(other.page.context(), new URL(service.base).hostname, { 'rialto-access': own });
  await other.page.goto(`/dashboard/${agent.integrationId}/test/holds`);
  await other.page.getByRole('link', { name: 'Escrows that you decide' }).click();
  const row = other.page.getByRole('link', { name: /6,000/ });
  await row.waitFor();
  const about = other.page.getByRole('cell', { name: 'Deposit of the stall' });
  await about.waitFor();
  await look(other.page, 'escrows-1440');
  await other.page.setViewportSize({ width: 360, height: 740 });
  await about.waitFor();
  await look(other.page, 'escrows-360');
  await row.click();
  await other.page.getByRole('heading', { name: 'Decision' }).waitFor();
  await look(other.page, 'decider-360');
  await other.page.setViewportSize({ width: 1440, height: 900 });
  await look(other.page, 'decider-1440');
  await other.page.getByRole('button', { name: 'Release to the receiver' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Release to the receiver' }).click();
  await other.page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal((await agent.call('GET', `/holds/${id}/escrow`)).body.decision, 'release');
  const again = (name: string) => other.page.getByRole('button', { name, exact: true });
  await becomes(() => again('Release to the receiver').isDisabled(), true);
  assert.ok(await again('Return to the payer').isEnabled(), 'a decision can be changed');
  await shop.call('POST', `/holds/${id}/decide`, { decision: 'release' });
  await other.page.reload();
  await other.page.getByText('Captured').filter({ visible: true }).first().waitFor();
  assert.equal(await again('Release to the receiver').count(), 0, 'an escrow that ended has no decision');
  assert.deepEqual(other.complaints, []);
  await other.close();
});

test('on a phone in French, the list and a record say the same', async () => {
  const hold = (await shop.call('GET', '/holds?status=captured')).body.data[0];
  const waiting = await held();
  for (const colorScheme of ['light', 'dark'] as const) {
    const options = { viewport: { width: 360, height: 740 }, locale: 'fr-FR', colorScheme };
    const { page, complaints, at, close } = await open(options);
    await page.goto(at('/holds'));
    await page.getByText('Libérée').filter({ visible: true }).first().waitFor();
    await look(page, `list-360-${colorScheme}`);
    await page.goto(at(`/holds/${hold.id}`));
    await page.getByRole('heading', { name: 'Encaissements' }).waitFor();
    await look(page, `record-360-${colorScheme}`);
    await page.goto(at(`/payments/${waiting.id}`));
    await page.getByRole('button', { name: 'Encaisser' }).waitFor();
    await look(page, `payment-360-${colorScheme}`);
    assert.deepEqual(complaints, []);
    await close();
  }
});

test('a received transfer is returned in part, and the movement shows its legs', async () => {
  const [savings, main] = (await shop.call('GET', '/wallets')).body.data;
  const move = { from: main.id, to: savings.id, amount: 900, currency: 'XOF' };
  const { id } = (await shop.call('POST', '/wallets/transfer', move)).body;
  const { page, complaints, at, close } = await open({ viewport: { width: 1440, height: 900 } });
  const dialog = page.getByRole('dialog');
  await page.goto(at(`/transfers/${id}`));
  await page.getByRole('button', { name: 'Return the money' }).click();
  await dialog.getByLabel('Amount').fill('901');
  await dialog.getByText(/^At most .*900 is left to return/).waitFor();
  await dialog.getByLabel('Amount').fill('300');
  await look(page, 'reverse-1440');
  await dialog.getByRole('button', { name: /^Return .*300/ }).click();
  await page.waitForURL(/movements\/mov_/);
  await page.getByRole('heading', { name: 'Taken from' }).waitFor();
  await page.getByText('Savings').filter({ visible: true }).first().waitFor();
  await look(page, 'movement-1440');
  await page.setViewportSize({ width: 360, height: 740 });
  await look(page, 'movement-360');
  await page.getByRole('link', { name: id }).click();
  await page.getByText('Returned').filter({ visible: true }).first().waitFor();
  assert.equal((await shop.call('GET', `/transfers/${id}`)).body.reversed_amount, 300);
  assert.deepEqual(complaints, []);
  await close();
});

test('a person sends transfers from a file, and sees which failed', async () => {
  const { page, complaints, at, close } = await open({ viewport: { width: 1440, height: 900 } });
  const [{ id: to }] = (await shop.call('GET', '/wallets?currency=XOF')).body.data.filter((one: any) => one.label);
  await page.goto(at('/transfers'));
  await page.getByRole('button', { name: 'Transfer from a file' }).click();
  const dialog = page.getByRole('dialog');
  const rows = [`${to},700,XOF,list-1`, '+50937009999,10,XOF,list-2', `${to},300,XOF,list-3`];
  const buffer = Buffer.from(['to,amount,currency,reference', ...rows, ''].join('\n'));
  await dialog.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Make the others' }).click();
  await look(page, 'bulk-dialog-1440');
  await dialog.getByRole('button', { name: 'Send the transfers' }).click();
  await page.waitForURL(/transfers\/bulk\/blk_/);
  await page.getByText('2 of 3 transfers').first().waitFor();
  await page.getByRole('heading', { name: 'Transfers that failed' }).waitFor();
  await look(page, 'bulk-1440');
  const [{ id: returned }] = (await shop.call('GET', '/transfers?reference=list-1')).body.data;
  const { id } = (await shop.call('POST', `/transfers/${returned}/reverse`, { amount: 200 })).body;
  await page.goto(at('/transfers'));
  await page.getByRole('link', { name: 'Movements' }).click();
  await page.getByRole('link', { name: /200/ }).waitFor();
  await look(page, 'movements-1440');
  await page.setViewportSize({ width: 360, height: 720 });
  await look(page, 'movements-360');
  await page.getByRole('link', { name: /200/ }).click();
  await page.waitForURL(new RegExp(`movements/${id}`));
  assert.deepEqual(complaints, []);
  await close();
});
