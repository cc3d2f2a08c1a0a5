import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { becomes, until } from '../../service/test/support/harness.ts';
import { violations } from './axe.ts';
import { closeBrowser, openPage, type TestPage } from './browser.ts';
import { inTurn } from './readers.ts';
import { openShop, type Shop } from './shop.ts';

/** The directory for pictures, for people who look at them. */
const pictures = process.env.RIALTO_PICTURES;

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(async () => {
  await closeBrowser();
  await shop.stop();
});

/** A catalogue of the page's texts: the test reads the page as a person of this language does. */
const textsOf = (language: string, name: string): any =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../src/texts/${language}/${name}.json`), 'utf8'));

const kinds = [
  { language: 'en', width: 1440, phone: '+221770004301', currency: 'XOF' },
  { language: 'fr', width: 360, phone: '+50937004302', currency: 'HTG' },
] as const;

async function picture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: join(pictures, `p-first-${name}.png`), fullPage: true });
}

/** axe in both schemes. */
async function isAccessible(page: Page): Promise<void> {
  for (const scheme of ['dark', 'light']) {
    await page.emulateMedia({ colorScheme: scheme as 'dark' | 'light', reducedMotion: 'reduce' });
    assert.deepEqual(await violations(page), [], scheme);
  }
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(Number(wide) <= 0, `the page scrolls sideways by ${wide}`);
}

type Counted = TestPage & { readonly clicks: () => number; readonly requests: () => number };

/** A new visitor, whose clicks and requests to the API are counted. */
async function visitor(language: string, width: number): Promise<Counted> {
  const opened = await openPage(shop.service.base, {
    viewport: { width, height: 800 },
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
  });
  let [clicks, requests] = [0, 0];
  await opened.page.context().exposeFunction('countClick', () => clicks++);
  await opened.page
    .context()
    .addInitScript(
      `addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && window.countClick(), true)`,
    );
  opened.page.on('request', (request) => {
    if (request.url().includes('/api/v1/') && !request.url().endsWith('/events/stream')) requests++;
  });
  return { ...opened, clicks: () => clicks, requests: () => requests };
}

async function signUp(page: Page, language: string, phone: string): Promise<void> {
  const said = textsOf(language, 'signIn');
  await page.goto('/dashboard/sign-up');
  await page.getByLabel(said.business).fill('Boutique du Marché');
  await page.getByLabel(said.phone).fill(phone);
  await page.getByLabel(said.password, { exact: true }).fill('rain falls on the roofs');
  await page.getByRole('button', { name: said.signUp, exact: true }).click();
  await page.getByLabel(said.codeLabel).fill('000000');
  await page.getByRole('button', { name: said.confirm, exact: true }).click();
  await page.getByRole('heading', { name: textsOf(language, 'start').title }).waitFor();
}

for (const { language, width, phone, currency } of inTurn(kinds))
  test(`clicks alone lead from sign-up to the first payment and its webhook (${language}, ${width} px)`, async (t) => {
    const said = textsOf(language, 'start');
    const inbox = textsOf(language, 'inbox');
    const { page, complaints, clicks, requests, close } = await visitor(language, width);
    t.after(close);
    const began = performance.now();
    await signUp(page, language, phone);
    await page.getByText(said.waiting).waitFor();
    const line = page.locator('pre');
    await line.filter({ hasText: 'rs_test_' }).waitFor();
    const text = await line.innerText();
    assert.ok(text.includes(`${shop.service.base}/api/v1/payments`) && text.includes(`"currency":"${currency}"`), text);
    await page.getByRole('button', { name: said.take }).click();
    await page.getByText(said.arrived).waitFor();
    await page.getByText(said.webhook.replace('{{type}}', 'payment.succeeded')).waitFor();
    await page.getByText(said.signed).waitFor();
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    t.diagnostic(`${clicks()} clicks, ${requests()} requests, ${seconds} s from sign-up to its webhook`);
    assert.equal(clicks(), 3, 'sign up, confirm the code, take the payment');
    await isAccessible(page);
    await picture(page, `first-${language}-${width}`);
    await page.getByRole('link', { name: said.toInbox }).click();
    await page.getByRole('heading', { name: inbox.title }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'payment.succeeded' });
    await row.getByText(inbox.valid).waitFor();
    await isAccessible(page);
    await picture(page, `inbox-${language}-${width}`);
    await row.getByRole('link').first().click();
    await page.getByRole('link', { name: inbox.title }).first().waitFor();
    await page.getByText(/Service-Signature: t=\d+,v1=/).waitFor();
    await isAccessible(page);
    await picture(page, `delivery-${language}-${width}`);
    await page.goto(page.url().replace(/\/deliveries.*/, '/home'));
    await page.getByText(textsOf(language, 'home').asTable).waitFor();
    assert.deepEqual(complaints, []);
  });

test('the line for a server works as it is shown, and its key stays once it was used', async (t) => {
  const said = textsOf('en', 'start');
  const { page, close } = await visitor('en', 1440);
  t.after(close);
  await signUp(page, 'en', '+254712004303');
  const key = page.locator('pre').filter({ hasText: 'rs_test_' });
  await key.waitFor();
  const before = await key.innerText();
  assert.match(before, /"currency":"KES"|"currency":"XOF"/);
  await page.reload();
  await until(async () => (await key.count()) > 0 && (await key.innerText()) !== before);
  const { stdout } = await promisify(execFile)('sh', ['-c', `${await key.innerText()} -sS`]);
  assert.equal(JSON.parse(stdout).object, 'payment', stdout);
  await page.getByText(said.arrived).waitFor();
  await page.getByText(said.signed).waitFor();
  const { stdout: refused } = await promisify(execFile)('sh', ['-c', `${before} -sS`]);
  assert.equal(JSON.parse(refused).error.code, 'invalid_api_key', refused);
});

test('a failure that is chosen by its name is shown as chosen', async (t) => {
  const said = textsOf('en', 'start');
  const { page, close } = await visitor('en', 360);
  t.after(close);
  await signUp(page, 'en', '+221770004304');
  await page.getByRole('combobox', { name: said.outcome }).click();
  await page.getByRole('option', { name: 'Not enough money' }).click();
  await page.getByRole('button', { name: said.take }).click();
  await page.getByText(said.failed).waitFor();
  await page.getByText(said.webhook.replace('{{type}}', 'payment.failed')).waitFor();
  await page.getByRole('button', { name: said.toHome }).click();
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
});

for (const { language, width } of inTurn(kinds))
  test(`endpoints show their health, events and payments their deliveries (${language}, ${width} px)`, async (t) => {
    const [health, inbox] = [textsOf(language, 'health'), textsOf(language, 'inbox')];
    const { page, complaints, close } = await shop.open({
      viewport: { width, height: 800 },
      locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    });
    t.after(close);
    await page.goto(shop.at('/webhooks'));
    const chart = page.getByRole('img', {
      name: health.chart.split('{{succeeded}}')[1]!.split('{{failed}}')[0]!.trim(),
    });
    if (width > 800) await chart.first().waitFor();
    await page
      .getByText(/100\s?%/)
      .first()
      .waitFor();
    await isAccessible(page);
    await picture(page, `webhooks-${language}-${width}`);
    await page.goto(shop.at(`/webhooks/${shop.endpoint}`));
    await page.getByRole('heading', { name: health.title }).waitFor();
    await page.getByText(health.last).waitFor();
    await chart.waitFor();
    await isAccessible(page);
    await picture(page, `endpoint-${language}-${width}`);
    await page.goto(shop.at(`/events/${shop.event}`));
    await page.getByRole('heading', { name: inbox.deliveries }).waitFor();
    await page.getByRole('row').filter({ hasText: shop.receiver.url }).waitFor();
    await isAccessible(page);
    await picture(page, `event-${language}-${width}`);
    await page.goto(shop.at(`/payments/${shop.payment}`));
    const { host } = new URL(shop.receiver.url);
    await page
      .getByRole('link', { name: inbox.to.replace('{{host}}', host) })
      .first()
      .waitFor();
    await isAccessible(page);
    await picture(page, `payment-${language}-${width}`);
    assert.deepEqual(complaints, []);
  });

for (const { language, width } of inTurn(kinds))
  test(`a test key starts with every right, each said as a sentence (${language}, ${width} px)`, async (t) => {
    const [scopes, keys] = [textsOf(language, 'scopes'), textsOf(language, 'keys')];
    const { page, close } = await shop.open({
      viewport: { width, height: 800 },
      locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    });
    t.after(close);
    await page.goto(shop.at('/keys'));
    await page.getByRole('button', { name: keys.create }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: scopes.may['payouts:write'] }).waitFor();
    const ticked = () => dialog.getByRole('checkbox', { checked: true }).count();
    assert.equal(await ticked(), Object.keys(scopes.may).length);
    await isAccessible(page);
    await picture(page, `key-${language}-${width}`);
    await dialog.getByRole('button', { name: scopes.preset.read }).click();
    await becomes(ticked, Object.keys(scopes.may).filter((scope) => scope.endsWith(':read')).length);
    assert.equal(await dialog.getByRole('checkbox', { name: scopes.may['payouts:write'] }).isChecked(), false);
    await dialog.getByRole('button', { name: scopes.preset.payOut }).click();
    await becomes(ticked, 6);
    await dialog.getByRole('button', { name: keys.create }).click();
    await dialog.getByText(/rs_test_/).waitFor();
    const made = (await shop.person.call('GET', `/integrations/${shop.integration}/keys`)).body.data[0];
    assert.deepEqual(made.scopes.toSorted(), [
      'events:read',
      'payouts:read',
      'payouts:write',
      'wallets:read',
      'webhooks:read',
      'webhooks:write',
    ]);
  });

test('without an email sender, the invitation’s link is shown to copy, and it works', async (t) => {
  const invited = textsOf('en', 'invited');
  const { page, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at('/developers'));
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('ada.first@shop.example');
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByRole('heading', { name: invited.linkTitle }).waitFor();
  const link = await dialog.locator('code').innerText();
  assert.match(link, /\/dashboard\/invitation#[\w-]{43}$/);
  await isAccessible(page);
  await picture(page, 'invitation-en-1280');
  await dialog.getByRole('button', { name: 'Done' }).click();
  assert.ok(!(await page.content()).includes(link));
  const body = { token: link.split('#')[1], password: 'rain falls on the roofs', name: 'Ada' };
  const accepted = await shop.service.request('POST', '/api/v1/auth/developer/accept', { body });
  assert.equal(accepted.status, 200, accepted.text);
});
