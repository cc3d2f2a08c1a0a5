import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { becomes } from '../../service/test/support/harness.ts';
import { memberOf } from '../../service/test/support/members.ts';
import { openAtCounter, paySession } from '../../service/test/tills/pay.ts';
import { violations } from './axe.ts';
import { closeBrowser, keepSession, openPage, visit } from './browser.ts';
import { inTurn } from './readers.ts';
import { openShop, type Shop } from './shop.ts';

const pictures = process.env.RIALTO_PICTURES;
let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(async () => {
  await closeBrowser();
  await shop.stop();
});

const textsOf = (language: string, name: string): any =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../src/texts/${language}/${name}.json`), 'utf8'));

async function look(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: join(pictures, `q-people-${name}.png`), fullPage: true });
  assert.deepEqual(await violations(page), [], name);
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(Number(wide) <= 0, `${name} scrolls sideways by ${wide}`);
}

/** The answers with 403 to this page. */
function forbidden(page: Page): string[] {
  const found: string[] = [];
  page.on('response', (answer) => answer.status() === 403 && found.push(answer.url()));
  return found;
}

for (const [language, width] of inTurn([
  ['en', 1440],
  ['fr', 360],
] as const))
  test(`an owner invites an accountant, who sees money and cannot move it (${language}, ${width} px)`, async (t) => {
    const own = textsOf(language, 'developers');
    const { page: pageTitles } = textsOf(language, 'shell');
    const invited = textsOf(language, 'invited');
    const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
    const viewport = { width, height: 800 };
    const email = `ama.${language}@books.example`;

    const boss = await shop.open({ viewport, locale });
    t.after(boss.close);
    await boss.page.goto(shop.at('/developers'));
    await boss.page.getByRole('heading', { level: 1, name: own.title }).waitFor();
    await boss.page.getByRole('button', { name: own.invite, exact: true }).click();
    const dialog = boss.page.getByRole('dialog');
    await dialog.getByLabel(textsOf(language, 'signIn').email).fill(email);
    await dialog.getByRole('radio', { name: own.role.accountant }).check();
    await look(boss.page, `invite-${language}-${width}`);
    await dialog.getByRole('button', { name: own.send }).click();
    const link = await dialog.locator('code').innerText();
    await dialog.getByRole('button', { name: textsOf(language, 'ui').done }).click();

    const { page, quiet, close } = await openPage(shop.service.base, { viewport, locale });
    t.after(close);
    const refused = forbidden(page);
    await page.goto(new URL(link).pathname + new URL(link).hash);
    await page.getByRole('heading', { name: invited.title }).waitFor();
    await look(page, `accept-${language}-${width}`);
    await page.getByLabel(textsOf(language, 'signIn').password, { exact: true }).fill('rain falls on the roofs');
    await page.getByRole('button', { name: invited.accept }).click();
    await page.getByRole('heading', { level: 1, name: textsOf(language, 'home').title }).waitFor();
    await look(page, `accountant-home-${language}-${width}`);

    // The menu has no page that would be refused.
    const paths = await page
      .locator('nav a')
      .evaluateAll((links) => [...new Set(links.map((link: any) => link.getAttribute('href').split('/').at(-1)))]);
    assert.deepEqual(paths.toSorted(), [
      ...['checkout', 'customers', 'exports', 'holds', 'home', 'links', 'payments', 'payouts', 'refunds'],
      ...['settings', 'settlement', 'till', 'transfers', 'wallets'],
    ]);
    // Other widths and languages have the same rights.
    const opened =
      language === 'fr'
        ? []
        : [...paths, `payments/${shop.payment}`, `payouts/${shop.payout}`, `wallets/${shop.wallet}`];
    for (const path of opened) {
      await visit(page, shop.at(`/${path}`));
      await page.locator('main h1').first().waitFor();
      await quiet();
      // The only thing that an accountant makes is an export.
      const acts = page.locator('main').getByRole('button', { name: changes });
      assert.equal(await acts.count(), 0, path);
    }
    await page.goto(shop.at('/keys'));
    await page.waitForURL(/\/home$/);
    assert.deepEqual(refused, []);
    assert.ok(!(await page.locator('nav').first().innerText()).includes(pageTitles.keys));
    if (language === 'fr') return;

    // Removed people lose everything at once, also on an open page.
    await boss.page.reload();
    await boss.page.getByRole('button', { name: own.removeOne.replace('{{email}}', email) }).click();
    await dialog.getByRole('button', { name: own.remove, exact: true }).click();
    await becomes(() => boss.page.getByText(email).count(), 0);
    await page.goto(shop.at('/payments'));
    await becomes(() => page.locator('main table').count(), 0);
  });

/** The names of buttons that move money or change records. */
const changes =
  /^(Refund|Pay many|Make a transfer|Open a wallet|Create (?!an export)|New|Cancel|Approve|Reject|Start a|Add test)/;

test('every role sees no page that is refused to it', async (t) => {
  for (const kind of ['viewer', 'till'] as const) {
    const { token } = await memberOf(shop.service, shop.merchant, kind);
    const headers = { authorization: `Bearer ${token}` };
    const { page, quiet, close } = await openPage(shop.service.base, { extraHTTPHeaders: headers });
    t.after(close);
    await keepSession(page.context(), '127.0.0.1', {});
    const refused = forbidden(page);
    await page.goto(shop.at(kind === 'till' ? '/till' : '/home'));
    await page.locator('main h1').first().waitFor();
    const links = page.locator('nav').first().locator('a');
    const paths = await links.evaluateAll((all) => all.map((link: any) => link.getAttribute('href')));
    assert.equal(paths.length, kind === 'till' ? 1 : 19, kind);
    for (const path of paths) {
      await visit(page, path);
      await page.locator('main h1').first().waitFor();
      await quiet();
    }
    assert.deepEqual(refused, [], kind);
  }
});

test('a branch is named, given to a link, and its payments show under the filter and at home', async (t) => {
  const { page, close } = await shop.open({ viewport: { width: 1440, height: 800 } });
  t.after(close);
  await page.goto(shop.at('/settings'));
  await page.getByLabel('New branch').fill('Port market');
  await page.getByRole('button', { name: 'Add the branch' }).click();
  await page.getByRole('button', { name: 'Archive Port market' }).waitFor();
  await look(page, 'branches-en-1440');

  await visit(page, shop.at('/links?new=1'));
  const dialog = page.getByRole('dialog');
  await dialog
    .getByText('Payer enters', { exact: false })
    .or(dialog.getByText('Open', { exact: false }))
    .first()
    .click();
  await dialog.getByRole('combobox', { name: 'Branch' }).click();
  await page.getByRole('option', { name: 'Port market' }).click();
  await dialog.getByRole('button', { name: 'Create', exact: false }).last().click();
  await page.waitForURL(/\/links\/lnk_/);
  await page.getByText('Port market').first().waitFor();
  const link = /lnk_\w+/.exec(page.url())![0];
  await paySession(shop.service, shop.merchant, await openAtCounter(shop.service, shop.merchant, link, 4_300));

  await visit(page, shop.at('/payments'));
  await page.getByRole('row').nth(2).waitFor();
  await page.getByRole('combobox', { name: 'Branch' }).click();
  await page.getByRole('option', { name: 'Port market' }).click();
  await page.waitForURL(/branch=br_/);
  await page.getByText('1 payment', { exact: true }).waitFor();
  await becomes(() => page.locator('main tbody tr').count(), 1);
  await page.locator('main tbody tr').getByText('4,300').waitFor();
  await look(page, 'payments-of-branch-en-1440');
  await page.locator('main tbody a').first().click();
  await page.getByText('More details').click();
  await page.getByText('Port market').waitFor();

  await visit(page, shop.at('/home'));
  await page.getByRole('combobox', { name: 'Branch' }).click();
  await page.getByRole('option', { name: 'Port market' }).click();
  await becomes(
    async () =>
      /F CFA 4,300/.test((await page.locator('main').innerText()).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')),
    true,
  );
});
