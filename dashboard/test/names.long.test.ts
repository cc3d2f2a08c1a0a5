import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { waitingPayment } from '../../service/test/support/flows.ts';
import { becomes } from '../../service/test/support/harness.ts';
import { submitted } from '../../service/test/support/kyc-flows.ts';
import { violations } from './axe.ts';
import { type Office, openOffice } from './office.ts';
import { openShop, type Shop } from './shop.ts';

/** Names, not ids, on wide and narrow screens, in two languages. */
let shop: Shop;
let office: Office;
let wallet: string;
/** Two sheets of 40 lines and one line more. */
const LINES = 81;
before(async () => {
  shop = await openShop();
  office = await openOffice(shop);
  const open = async (label: string): Promise<string> =>
    (await shop.merchant.call('POST', '/wallets', { currency: 'XOF', label })).body.id;
  const from = await open('Reserve');
  wallet = await open('Till at the port');
  await shop.merchant.call('POST', `/test/wallets/${from}/fund`, { amount: 100_000 });
  const long = 'A description of the goods that is much longer than the column of a statement on paper is wide';
  for (let line = 1; line <= LINES; line++) {
    const move = { from, to: wallet, amount: line, currency: 'XOF', reference: `line-${line}` };
    await shop.merchant.call('POST', '/wallets/transfer', { ...move, description: long });
  }
});
after(() => shop.stop());

const desk = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 740 } };
const screens = [
  { name: 'en-1440', options: { ...desk, locale: 'en-GB' } },
  { name: 'fr-360', options: { ...phone, locale: 'fr-FR' } },
] as const;

/** `RIALTO_PICTURES=/some/directory` saves pictures to look at. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.RIALTO_PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `p-names-${name}.png`) });
}

/** No violation in either scheme, and nothing wider than the screen. */
async function isSound(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    assert.equal((await violations(page)).join('\n'), '', `${name}, ${colorScheme}`);
  }
  await picture(page, name);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, `${name} is too wide`);
}

const sheetsOf = async (pdf: Buffer): Promise<string[]> =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text;
const linesOf = (sheet: string): string[] => sheet.match(/line-\d+/g) ?? [];

for (const { name, options } of screens) {
  test(`a statement shows customer, reference and description (${name})`, async () => {
    const { page, complaints, quiet, close } = await shop.open(options);
    await page.goto(shop.at(`/wallets/${shop.wallet}`));
    const rows = page.locator('main tbody tr');
    await rows.filter({ hasText: 'order-1001' }).first().waitFor();
    // A payment names its payer, a payout item its recipient, and a transfer the other wallet.
    for (const [reference, who] of [
      ['order-1001', '+221770000100'],
      ['emp-1', 'Awa Ndiaye'],
      ['month-10', 'Savings'],
    ] as const)
      await rows.filter({ hasText: reference }).filter({ hasText: who }).first().waitFor();
    assert.doesNotMatch(await page.locator('main tbody').innerText(), /\b(pay|pit|trf|rfd)_/);
    await quiet();
    await isSound(page, `wallet-${name}`);
    assert.equal(complaints.join('\n'), '');
    await close();
  });
}

test('a statement is printed with one row a line, 40 a sheet, and nothing over them', async () => {
  const { page, complaints, quiet, close } = await shop.open(desk);
  await page.goto(shop.at(`/wallets/${wallet}`));
  await page.getByRole('link', { name: 'Print' }).click();
  await page.getByRole('row').nth(LINES).waitFor();
  await quiet();
  await isSound(page, 'statement-en-1440');
  // The link that skips to the page was focused before: it printed over the last row.
  await page.locator('a[href="#main"]').focus();
  await page.emulateMedia({ media: 'print' });
  const heights = await page.evaluate(
    `[...document.querySelectorAll('main tbody tr')].map((row) => Math.round(row.getBoundingClientRect().height))`,
  );
  assert.deepEqual([...new Set(heights as number[])].length, 1, 'each line has one row');
  const covered = await page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((one) => ['fixed', 'sticky', 'absolute'].includes(getComputedStyle(one).position))
    .filter((one) => one.checkVisibility() && one.getClientRects().length > 0 && one.textContent.trim() !== '')
    .filter((one) => one.getBoundingClientRect().height > 1)
    .map((one) => one.outerHTML.slice(0, 120))`);
  assert.deepEqual(covered, []);
  await picture(page, 'statement-print');
  const sheets = await sheetsOf(await page.pdf({ preferCSSPageSize: true }));
  assert.deepEqual(
    sheets.map((sheet) => linesOf(sheet).length),
    [40, 40, 1],
  );
  assert.deepEqual(
    sheets.flatMap(linesOf),
    Array.from({ length: LINES }, (_, i) => `line-${i + 1}`),
  );
  assert.doesNotMatch(sheets.join(' '), /Skip to/);
  await page.emulateMedia({ media: 'screen' });
  await page.goto(shop.at(`/wallets/${wallet}`));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  const made = await sheetsOf(await buffer(await file.createReadStream()));
  assert.deepEqual(
    made.map((sheet) => linesOf(sheet).length),
    [40, 40, 1],
  );
  assert.equal(complaints.join('\n'), '');
  await close();
});

const paymentTexts = {
  'en-1440': { waits: /^Waits for \+\d+ to confirm on the phone, until/, net: 'Net', fee: 'Fee' },
  'fr-360': { waits: /^Attend la confirmation de \+\d+ sur son téléphone/, net: 'Net', fee: 'Frais' },
};
for (const { name, options } of screens) {
  test(`a payment says whom it waits for, and shows fee and net once it is paid (${name})`, async () => {
    const { page, complaints, quiet, close } = await shop.open(options);
    const said = paymentTexts[name];
    const { id } = await waitingPayment(shop.merchant);
    await page.goto(shop.at(`/payments/${id}`));
    await page.getByText(said.waits).waitFor();
    const fact = (text: string) => page.locator('main dt').getByText(text, { exact: true });
    assert.deepEqual([await fact(said.net).count(), await fact(said.fee).count()], [0, 0]);
    await quiet();
    await isSound(page, `payment-waits-${name}`);
    await page.goto(shop.at(`/payments/${shop.payment}`));
    await fact(said.net).waitFor();
    await page.getByRole('link', { name: /XOF/ }).first().waitFor();
    await becomes(() => page.getByText(said.waits).count(), 0);
    assert.equal(complaints.join('\n'), '');
    await close();
  });
}

const approvalTexts = {
  'en-1440': { sentence: /^Add .*700.* to the XOF wallet of \+\d+ as a correction\. Asked by /, approve: 'Approve' },
  'fr-360': {
    sentence: /^Ajouter .*700.* sur le portefeuille XOF de \+\d+ pour correction\. Demandé par /,
    approve: 'Approuver',
  },
};
for (const { name, options } of screens) {
  test(`an approval is a sentence with before and after, in the page and the dialog (${name})`, async () => {
    const { page, complaints, quiet, close } = await office.open(office.admin, options);
    const said = approvalTexts[name];
    const balance = async () =>
      (await office.admin.call('GET', `/operator/wallets/${office.wallet}`)).body.balance.total;
    const before = await balance();
    const asked = { wallet: office.wallet, direction: 'credit', amount: 700, reason: 'a payment that was lost' };
    const { id } = (await office.finance.call('POST', '/operator/adjustments', asked)).body;
    await page.goto('/dashboard/operator/approvals');
    await page
      .getByRole('link', { name: /XOF.*\+\d+/ })
      .first()
      .waitFor();
    await quiet();
    await isSound(page, `approvals-${name}`);
    await page.goto(`/dashboard/operator/approvals/${id}`);
    const sentence = page.locator('h1').getByText(said.sentence);
    await sentence.waitFor();
    const change = new RegExp(`${format(before)}.*${format(before + 700)}`, 's');
    await becomes(async () => change.test(await page.locator('h1').innerText()), true);
    await quiet();
    await isSound(page, `approval-${name}`);
    await page.getByRole('button', { name: said.approve, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(said.sentence).waitFor();
    await becomes(async () => change.test(await dialog.innerText()), true);
    await isSound(page, `approval-dialog-${name}`);
    await dialog.getByRole('button', { name: said.approve, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    // The decided request still says what it changed.
    await becomes(async () => change.test(await page.locator('h1').innerText()), true);
    assert.equal(await balance(), before + 700);
    assert.equal(complaints.join('\n'), '');
    await close();
  });
}

/** An amount in both languages: the thousands may be apart. */
const format = (amount: number) => String(amount).replace(/\B(?=(\d{3})+$)/g, '[,\\s\\u202f]?');

for (const { name, options } of screens) {
  test(`the audit log, health and records show names, and the ids are behind them (${name})`, async () => {
    const { page, complaints, quiet, close } = await office.open(office.admin, options);
    // The read is an entry of the log.
    await office.admin.call('GET', `/operator/wallets/${office.wallet}`);
    await page.goto(`/dashboard/operator/audit?target=${office.wallet}`);
    const actor = page.locator(`main a span[title="${office.admin.id}"]`).first();
    await becomes(async () => /@/.test(await actor.innerText()), true);
    await becomes(async () => /opr_|wal_/.test(await page.locator('main tbody').innerText()), false);
    await quiet();
    await isSound(page, `audit-${name}`);
    // The page has the integrations with requests in the last minute.
    await shop.merchant.call('GET', '/payments');
    await page.goto('/dashboard/operator/health');
    const merchant = page.locator(`main [title="${shop.merchant.merchantId}"]`);
    await becomes(async () => (await merchant.first().textContent()) === 'Boulangerie du Port', true);
    await quiet();
    await isSound(page, `health-${name}`);
    await page.goto(`/dashboard/operator/payments/${shop.payment}`);
    await page.getByRole('link', { name: 'Boulangerie du Port' }).first().waitFor();
    await becomes(async () => /(mer|wal|int)_/.test(await page.locator('main dl').first().innerText()), false);
    assert.equal(complaints.join('\n'), '');
    await close();
  });
}

const deskTexts = {
  'en-1440': {
    kyc: /^Identity checks/,
    menu: 'Open the menu',
    find: 'Find by phone, name or id',
    merchant: 'Merchant',
    reject: 'Reject',
    reason: 'Reason',
    expired: 'The document has expired',
    read: 'What the customer reads',
    said: 'Your document has expired. Please send a valid one.',
  },
  'fr-360': {
    kyc: /^Vérifications d’identité/,
    menu: 'Ouvrir le menu',
    find: 'Chercher par téléphone, nom ou identifiant',
    merchant: 'Marchand',
    reject: 'Refuser',
    reason: 'Motif',
    expired: 'La pièce a expiré',
    read: 'Ce que lit le client',
    said: 'Votre pièce a expiré. Envoyez une pièce valable.',
  },
};

for (const { name, options } of screens) {
  test(`an operator finds people, sees what waits, and compares image and data (${name})`, async () => {
    const said = deskTexts[name];
    const customer = await shop.service.person('customer');
    const { id: submission } = await submitted(customer);
    const { page, complaints, quiet, close } = await office.open(office.admin, options);
    const isNarrow = options.viewport.width < 500;
    const menu = async () => {
      if (isNarrow) await page.getByRole('button', { name: said.menu }).click();
    };
    await page.goto('/dashboard/operator/health');
    await menu();
    const waiting = async () => (await office.admin.call('GET', '/operator/waiting')).body.kyc as number;
    const link = page.getByRole('link', { name: said.kyc });
    const count = await waiting();
    await becomes(async () => (await link.innerText()).includes(String(count)), true);
    // By name, by phone and by id.
    const find = page.getByRole('combobox', { name: said.find });
    await find.fill('boulang');
    await page.getByRole('option', { name: 'Boulangerie du Port' }).waitFor();
    await isSound(page, `find-${name}`);
    await page.getByRole('option', { name: 'Boulangerie du Port' }).click();
    await page.waitForURL(new RegExp(shop.merchant.merchantId));
    for (const typed of [customer.identifier, customer.id]) {
      await menu();
      await find.fill(typed);
      await page.getByRole('option', { name: customer.identifier }).click();
      await page.waitForURL(new RegExp(customer.id));
      await page.goto('/dashboard/operator/health');
    }
    await menu();
    await link.click();
    await page.getByRole('link', { name: customer.identifier }).waitFor();
    await quiet();
    await isSound(page, `kyc-${name}`);
    await page.getByRole('link', { name: customer.identifier }).click();
    await page.waitForURL(new RegExp(submission));
    const image = page.getByRole('img').first();
    await image.waitFor();
    await quiet();
    const [seen, data] = [await image.boundingBox(), await page.locator('main dl').last().boundingBox()];
    if (isNarrow) assert.ok(data!.y >= seen!.y + seen!.height, 'a phone has the data below');
    else {
      assert.ok(data!.x >= seen!.x + seen!.width, 'the data is beside the image');
      assert.ok(data!.y < 900 && seen!.y < 900, 'both are on the screen');
    }
    await isSound(page, `review-${name}`);
    await page.getByRole('button', { name: said.reject, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radiogroup', { name: said.reason }).waitFor();
    await dialog.getByRole('radio', { name: said.expired }).check();
    await isSound(page, `reject-${name}`);
    await becomes(() => dialog.getByRole('textbox', { name: said.read }).inputValue(), said.said);
    await dialog.getByRole('button', { name: said.reject, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const rejected = (await office.admin.call('GET', `/operator/kyc/submissions/${submission}`)).body;
    assert.deepEqual([rejected.status, rejected.reason], ['rejected', said.said]);
    await becomes(waiting, count - 1);
    assert.equal(complaints.join('\n'), '');
    await close();
  });
}

test('a merchant is picked by name', async () => {
  const { page, complaints, close } = await office.open(office.admin, desk);
  await page.goto('/dashboard/operator/fees');
  await page.getByRole('combobox', { name: 'Merchant' }).fill('port');
  await page.getByRole('option', { name: 'Boulangerie du Port' }).click();
  await page.waitForURL(new RegExp(`merchant=${shop.merchant.merchantId}`));
  await becomes(() => page.getByRole('combobox', { name: 'Merchant' }).inputValue(), 'Boulangerie du Port');
  assert.equal(complaints.join('\n'), '');
  await close();
});
