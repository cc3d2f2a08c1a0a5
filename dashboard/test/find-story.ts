import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { becomes } from '../../service/test/support/harness.ts';
import { violations } from './axe.ts';
import { inTurn } from './readers.ts';
import { openShop, type Shop } from './shop.ts';

/** Finding a payment among others: the search dialog, and the list with its filters, totals, file and views. */
let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.stop());

const screens = { desk: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } };
const words = {
  'en-GB': {
    search: 'Search or go to…',
    kind: 'Payment · Succeeded',
    recipient: 'Recipient of a payout',
    nothing: 'Nothing found for',
    ofDay: 'Payments of',
    filter: /^Filter/,
    period: 'Period',
    today: 'Today',
    digits: 'Phone (some digits)',
    amount: 'Amount',
    status: 'Status',
    succeeded: 'Succeeded',
    clear: 'Clear filters',
    saveView: 'Save this view',
    viewName: 'Name of the view',
    save: 'Save',
    download: 'Download',
    excel: 'Excel (XLSX)',
    saveFile: /^Save the file \(1 row\)/,
    one: '1 payment',
    received: /250,000.*received/,
  },
  'fr-FR': {
    search: 'Chercher ou aller à…',
    kind: 'Paiement · Réussi',
    recipient: 'Bénéficiaire d’un versement',
    nothing: 'Rien trouvé pour',
    ofDay: 'Paiements du',
    filter: /^Filtrer/,
    period: 'Période',
    today: 'Aujourd’hui',
    digits: 'Téléphone (quelques chiffres)',
    amount: 'Montant',
    status: 'État',
    succeeded: 'Réussi',
    clear: 'Effacer les filtres',
    saveView: 'Enregistrer cette vue',
    viewName: 'Nom de la vue',
    save: 'Enregistrer',
    download: 'Télécharger',
    excel: 'Excel (XLSX)',
    saveFile: /^Enregistrer le fichier \(1 ligne\)/,
    one: '1 paiement',
    received: /250\s000.*reçus/,
  },
} as const;

const pictures = process.env.RIALTO_PICTURES;
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/p-find-${name}.png` });
};

async function check(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), [], `${what}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

const isNarrow = async (page: Page) =>
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'), 'no sideways scroll');

const readers = [
  { screen: 'desk', locale: 'en-GB' },
  { screen: 'phone', locale: 'fr-FR' },
  { screen: 'desk', locale: 'fr-FR' },
  { screen: 'phone', locale: 'en-GB' },
] as const;

for (const { screen, locale } of inTurn(readers)) {
  const [viewport, say] = [screens[screen], words[locale]];
  test(`a payment, a recipient and a day are found by what people type (${screen}, ${locale})`, async () => {
    const { page, complaints, close } = await shop.open({ viewport, locale });
    await page.goto(shop.at('/payments'));
    await page.locator('[data-row]').first().waitFor();
    if (screen === 'desk') await page.keyboard.press('Control+k');
    else await page.getByRole('button', { name: say.search }).click();
    const field = page.getByRole('combobox', { name: say.search });
    const options = page.getByRole('dialog').getByRole('option');
    await field.fill('0100');
    await options.filter({ hasText: say.kind }).filter({ hasText: 'order-1001' }).waitFor();
    await check(page, 'the dialog with hits');
    await isNarrow(page);
    await picture(page, `search-${screen}-${locale}`);
    for (const [typed, wanted] of [
      ['1002', 'order-1002'],
      ['12 500', 'order-1002'],
      ['77 000 00 07', 'order-1003'],
      [shop.payment.slice(0, 20), 'order-1001'],
    ] as const) {
      await field.fill(typed);
      await options.filter({ hasText: wanted }).first().waitFor();
    }
    await field.fill('awa');
    const recipient = options.filter({ hasText: say.recipient });
    await recipient.filter({ hasText: 'Awa Ndiaye' }).waitFor();
    await field.fill('zzzz');
    await page.getByText(say.nothing).waitFor();
    await check(page, 'the dialog without hits');
    await field.fill('awa');
    await recipient.click();
    await page.waitForURL(`**/payouts/${shop.payout}`);

    if (screen === 'desk') await page.keyboard.press('/');
    else await page.getByRole('button', { name: say.search }).click();
    const day = new Date().toLocaleDateString('sv', { timeZone: 'Africa/Nairobi' });
    await field.fill(day);
    await options.filter({ hasText: say.ofDay }).click();
    await page.waitForURL((url) => url.searchParams.get('period') === `${day}..${day}`);
    await page.locator('[data-row]').first().waitFor();
    assert.equal(complaints.join('\n'), '');
    await close();
  });
}

for (const { screen, locale } of inTurn(readers)) {
  const [viewport, say] = [screens[screen], words[locale]];
  test(`a list is narrowed, added up, saved and downloaded (${screen}, ${locale})`, async () => {
    const { page, complaints, close } = await shop.open({ viewport, locale, acceptDownloads: true });
    await page.goto(shop.at('/payments'));
    const rows = page.locator('[data-row]');
    await rows.first().waitFor();
    await picture(page, `list-${screen}-${locale}`);
    const toggle = page.getByRole('button', { name: say.filter });
    if (screen === 'phone') await toggle.click();
    await page.getByRole('combobox', { name: say.period, exact: true }).click();
    await page.getByRole('option', { name: say.today, exact: true }).click();
    await page.getByLabel(say.digits).fill('0100');
    await becomes(() => rows.count(), 1);
    await page.getByRole('combobox', { name: say.status, exact: true }).click();
    await check(page, 'the list with an open menu');
    await page.getByRole('option', { name: say.succeeded, exact: true }).click();
    await page.getByLabel(say.amount, { exact: true }).fill('250000');
    await page.waitForURL((url) => url.searchParams.get('amount') === '250000');
    await page.locator('main').getByText(say.one, { exact: true }).waitFor();
    await page.getByText(say.received).waitFor();
    await check(page, 'the list with filters');
    await isNarrow(page);
    await picture(page, `filtered-${screen}-${locale}`);

    await page.getByRole('button', { name: say.saveView }).click();
    await page.getByLabel(say.viewName).fill('Boutique');
    await check(page, 'the name of a view');
    await page.getByRole('button', { name: say.save, exact: true }).click();
    await page.getByRole('button', { name: 'Boutique', exact: true }).waitFor();

    await page.getByRole('button', { name: say.download, exact: true }).click();
    await page.getByRole('menuitem', { name: say.excel }).waitFor();
    await check(page, 'the open menu of files');
    await page.getByRole('menuitem', { name: say.excel }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: say.saveFile }).click(),
    ]);
    const { sheets } = await readXlsx(await buffer(await file.createReadStream()));
    const [, ...lines] = sheets[0]!.rows;
    assert.deepEqual(
      lines.map(([id]) => id),
      [shop.payment],
    );

    await page.goto(shop.at('/payments'));
    await becomes(async () => (await rows.count()) > 1, true);
    await page.getByRole('button', { name: 'Boutique', exact: true }).click();
    await becomes(() => rows.count(), 1);
    await page.getByRole('button', { name: say.download, exact: true }).click();
    await page.getByRole('menuitem', { name: say.excel }).click();
    await page.getByRole('button', { name: say.saveFile }).waitFor();
    if (screen === 'phone') await toggle.click();
    await page.getByRole('button', { name: say.clear }).click();
    await becomes(async () => (await rows.count()) > 1, true);
    // The file of other rows is not offered for these.
    await page.getByRole('button', { name: say.download, exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: say.saveFile }).count(), 0);
    assert.equal(complaints.join('\n'), '');
    await close();
  });
}

test('a list of too many records asks for a shorter period, in the reader’s language', async () => {
  const { page, close } = await shop.open({ locale: 'fr-FR' });
  await page.goto(shop.at('/payments'));
  await page.locator('[data-row]').first().waitFor();
  const error = { type: 'unprocessable', code: 'list_too_expensive', message: 'Add created_at[gte].' };
  await page.route(/\/api\/v1\/payments\?.*status=failed/, (route) => route.fulfill({ status: 422, json: { error } }));
  await page.goto(shop.at('/payments?status=failed'));
  await page.getByText('Choisissez une période plus courte').waitFor();
  assert.equal(await page.getByText('created_at').count(), 0);
  await close();
});
