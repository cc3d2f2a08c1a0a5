import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type TOTP, URI } from 'otpauth';
import type { Page } from 'playwright-core';
import { encode } from 'uqr';
import { becomes, startTestService, type TestService, until } from '../../service/test/support/harness.ts';
import { inLongSuite } from '../../service/test/support/in-long-suite.ts';
import type { TestPerson } from '../../service/test/support/person.ts';
import { closeBrowser, keepSession, openPage } from './browser.ts';

const password = 'a password that is long enough';
let service: TestService;
let merchant: TestPerson;
/** The emails that the service sent. */
const mails: { to: string; text: string }[] = [];

before(async () => {
  const write = (line: string) => {
    const entry = JSON.parse(line);
    if (entry.msg?.startsWith('e-mail')) mails.push(entry);
  };
  service = await startTestService({ LOG_LEVEL: 'info' }, undefined, { write });
  const { merchantId } = await service.merchant('Boulangerie du Port');
  merchant = await service.person('merchant', { merchantId, password });
});
after(closeBrowser);
after(() => service.stop());

async function typePassword(page: Page, kind: string, name: string, word: string) {
  await page.goto(kind === 'Operator' ? '/dashboard/sign-in/operator' : '/dashboard/sign-in');
  await page.getByLabel(kind === 'Operator' ? 'Email' : 'Phone or email').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
const menu = (page: Page) => page.getByRole('button', { name: /^Menu of/ });
async function signOut(page: Page) {
  await menu(page).click();
  const answer = page.waitForResponse(/auth\/logout/);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  assert.equal((await answer).status(), 204);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  // The device cookie stays: it is not a session.
  await becomes(async () => (await page.context().cookies()).map(({ name }) => name), ['rialto-device']);
}
async function typeCode(page: Page, code: string) {
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
}
/** Refusals belong to these tests, and the browser writes each one to its console. */
const unexpected = (complaints: string[]) =>
  complaints.filter((text) => !/status of (40[01]|429)/.test(text)).join('\n');

test('a new device is let in with a code while strangers guess the password', async () => {
  const { identifier } = await service.person('developer', { password });
  for (let i = 0; i < 5; i++) {
    const body = { email: identifier, password: 'wrong' };
    assert.equal((await service.request('POST', '/api/v1/auth/developer/login', { body })).status, 401);
  }
  const { page, complaints, close } = await openPage(service.base);
  await typePassword(page, 'Developer', identifier, password);
  await page.getByText('There were too many wrong passwords').waitFor();
  const had = mails.length;
  await page.getByRole('button', { name: 'Send the code' }).click();
  const mail = await until(async () => mails.slice(had).find(({ to }) => to === identifier));
  const code = /\d{10}/.exec(mail.text)![0];
  await page.getByRole('textbox', { name: 'Code' }).fill(`${code.slice(0, 5)} ${code.slice(5)}`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await menu(page).waitFor();
  assert.equal(unexpected(complaints), '');
  await close();
});

test('an authenticator is set up by QR code, required at sign-in, and replaced once by a recovery code', async () => {
  const { identifier } = await service.person('developer', { password });
  const { page, complaints, close } = await openPage(service.base);
  await typePassword(page, 'Developer', identifier, password);
  await menu(page).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(password);
  const enabled = page.waitForResponse(/2fa\/enable/);
  await dialog.getByRole('button', { name: 'Next' }).click();
  const { otpauth_url: url, secret } = await (await enabled).json();
  const codeAfter = (steps: number) => (URI.parse(url) as TOTP).generate({ timestamp: Date.now() + steps * 30_000 });

  const squares = await dialog.getByRole('img', { name: 'QR code' }).locator('path').getAttribute('d');
  const { data } = encode(url, { border: 3 });
  assert.equal(squares!.match(/M/g)!.length, data.flat().filter(Boolean).length);
  await dialog.getByText(secret).waitFor();
  await typeCode(page, '000000');
  await dialog.getByRole('alert').waitFor();
  // Each code must be newer than the last used one, and is valid for at least 30 s after it is made.
  await typeCode(page, codeAfter(0));
  await dialog.getByText('Shown only once.').waitFor();
  const codes = (await dialog.locator('code').innerText()).split('\n');
  assert.equal(codes.length, 10);
  await page.keyboard.press('Escape');
  assert.ok(await dialog.getByText('Shown only once.').isVisible());
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('To sign in, you also need a code from your authenticator app.').waitFor();
  await signOut(page);

  await typePassword(page, 'Developer', identifier, password);
  await typeCode(page, codeAfter(1));
  await menu(page).waitFor();
  await signOut(page);
  await typePassword(page, 'Developer', identifier, password);
  await typeCode(page, codes[0]!);
  await menu(page).waitFor();
  await signOut(page);
  await typePassword(page, 'Developer', identifier, password);
  await typeCode(page, codes[0]!);
  await page.getByRole('alert').waitFor();
  assert.equal(unexpected(complaints), '');
  await close();
});

test('a forgotten password is reset with a code, and the old one stops working', async () => {
  const { identifier } = await service.person('developer', { password });
  const { page, complaints, close } = await openPage(service.base);
  await page.goto('/dashboard/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // Both pages have a field with this name.
  await page.getByRole('button', { name: 'Send the code' }).waitFor();
  await page.getByLabel('Phone or email').fill(identifier);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const mail = await until(async () => mails.find(({ to }) => to === identifier));
  await page.getByLabel('Code').fill(/\b\d{6}\b/.exec(mail.text)![0]);
  const newPassword = 'another password that is long';
  const field = page.getByLabel('New password', { exact: true });
  await field.fill('eleven char');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('must have at least 15 characters').first().waitFor();
  await field.fill(newPassword);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('Your new password is set.').waitFor();
  await typePassword(page, 'Developer', identifier, password);
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await menu(page).waitFor();
  assert.equal(unexpected(complaints), '');
  await close();
});

inLongSuite('a merchant signs in with a phone, and an operator with an email address', async () => {
  const { page, complaints, close } = await openPage(service.base);
  await typePassword(page, 'Merchant', merchant.identifier, password);
  await page.waitForURL(/\/test\/home$/);
  await page.getByRole('heading', { name: 'Take your first payment' }).waitFor();
  await signOut(page);
  const operator = await service.person('operator', { password });
  await typePassword(page, 'Operator', operator.identifier, password);
  await menu(page).waitFor();
  await page.waitForURL(/\/dashboard\/operator\/health$/);
  assert.equal(unexpected(complaints), '');
  await close();
});

inLongSuite('a business signs up and has its pages, and sees the code if no message is sent', async () => {
  const { page, complaints, close } = await openPage(service.base);
  const phone = '+221770004242';
  await page.goto('/dashboard/sign-in');
  await page.getByRole('link', { name: 'No account yet? Sign up' }).click();
  await page.getByLabel('Name of the business').fill('Pharmacie du Marché');
  await page.getByLabel('Phone').fill(phone);
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('password');
  const sign = page.getByRole('button', { name: 'Sign up' });
  await sign.click();
  await page.getByRole('alert').waitFor();
  // A short password, so that signing in needs a code too.
  await field.fill('rain on roofs');
  await sign.click();
  await page.getByText('In test mode no message is sent. The code is 000000.').waitFor();
  await typeCode(page, '000000');
  await page.waitForURL(/\/test\/home$/);
  await page.getByText('Pharmacie du Marché').first().waitFor();
  await signOut(page);
  await typePassword(page, 'Merchant', phone, 'rain on roofs');
  await page.getByText('In test mode no message is sent. The code is 000000.').waitFor();
  await typeCode(page, '000000');
  await page.waitForURL(/\/test\/home$/);
  assert.equal(unexpected(complaints), '');
  await close();
});

inLongSuite('sign-in that leads to a page without a session opens the first page', async () => {
  const { page, close } = await openPage(service.base);
  await page.goto('/dashboard/sign-in?next=%2Fsign-in%3Fnext%3D%252F');
  await page.getByLabel('Phone or email').fill(merchant.identifier);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Take your first payment' }).waitFor();
  // An operator's session begins again at the operators' address.
  await signOut(page);
  const operator = await service.person('operator', { password });
  await page.getByRole('link', { name: 'Sign in as an operator' }).click();
  // The merchants' form has a label that contains this one, and may be replaced after it was filled.
  await page.getByLabel('Email', { exact: true }).fill(operator.identifier);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/dashboard\/operator\/health$/);
  await menu(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in as an operator' }).waitFor();
  await close();
});

test('nothing is requested without a session, and sign-in leads to the wanted page', async () => {
  const { page, complaints, close } = await openPage(service.base);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
  await page.goto('/dashboard/account');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.deepEqual(asked, []);
  // Control: an expired session is sent to the service, and the browser writes the refusal to its console.
  await keepSession(page.context(), '127.0.0.1', {});
  await page.goto('/dashboard/account');
  await until(async () => complaints.splice(0).some((text) => /status of 401/.test(text)));
  await page.getByLabel('Phone or email').fill(merchant.identifier);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  await close();
});

/**
 * A browser whose access token has expired, with several tabs on one page. A refresh waits until every tab has
 * requested one, at most `patience` ms.
 */
async function openTabs(tabs: number, patience: number, script?: string) {
  const { merchantId } = await service.merchant();
  const person = await service.person('merchant', { merchantId });
  const { body } = await person.call('GET', '/integrations');
  const opened = await openPage(service.base);
  const context = opened.page.context();
  if (script) await context.addInitScript(script);
  await keepSession(context, '127.0.0.1', { 'rialto-refresh': person.refreshToken });
  let refreshes = 0;
  const met = Promise.withResolvers<void>();
  await context.route('**/auth/refresh', async (route) => {
    if (++refreshes === tabs) met.resolve();
    await Promise.race([met.promise, setTimeout(patience)]);
    await route.continue();
  });
  const pages = [opened.page];
  while (pages.length < tabs) pages.push(await context.newPage());
  await Promise.all(pages.map((page) => page.goto(`/dashboard/${body.data[0].id}/test/payments`)));
  return { ...opened, context, person, pages, refreshes: () => refreshes };
}

test('an open page outlives its access token, and tabs refresh in turn', async () => {
  const { context, pages, refreshes, complaints, close } = await openTabs(3, 500);
  await Promise.all(pages.map((page) => page.getByRole('heading', { name: 'Payments', exact: true }).waitFor()));
  assert.equal(refreshes(), 1);
  // A later time, on the same pages.
  await context.clearCookies({ name: 'rialto-access' });
  await Promise.all(
    pages.map(async (page) => {
      await page.getByText('More', { exact: true }).click();
      await page.getByRole('link', { name: 'Refunds' }).click();
      await page.getByText('No refunds yet').waitFor();
    }),
  );
  assert.equal(refreshes(), 2);
  assert.equal(unexpected(complaints), '');
  await close();
});

test('control: without turns, several tabs refresh at the same time', async () => {
  const script = 'navigator.locks.request = async (_, act) => act()';
  const { context, refreshes, close } = await openTabs(3, 10_000, script);
  await until(async () => refreshes() > 1);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await close();
});

inLongSuite('a busy service during a token refresh signs nobody out', async () => {
  const { context, pages, close } = await openTabs(1, 0);
  const [page] = pages;
  await page!.getByRole('heading', { name: 'Payments', exact: true }).waitFor();
  await context.clearCookies({ name: 'rialto-access' });
  await context.route('**/auth/refresh', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
  await page!.getByText('More', { exact: true }).click();
  await page!.getByRole('link', { name: 'Refunds' }).click();
  await page!.getByText('No refunds yet').waitFor();
  await close();
});

test('long after sign-in, an account is changed and left as at first', async () => {
  const { identifier } = await service.person('developer', { password });
  const { page, close } = await openPage(service.base);
  await typePassword(page, 'Developer', identifier, password);
  await menu(page).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByText('This session').waitFor();
  const tokensRunOut = () => page.context().clearCookies({ name: 'rialto-access' });
  const change = async (current: string) => {
    await tokensRunOut();
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill('another password that is long');
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  // The password was refused, not the tokens. A retry would count as another failure.
  const refused: string[] = [];
  page.on('response', async (response) => {
    if (response.status() !== 401) return;
    // The body of a page that was left is gone.
    const body = await response.json().catch(() => null);
    refused.push(body?.error.code);
  });
  await change('no password of this account');
  await page.getByText('The current password is wrong').first().waitFor();
  await until(async () => refused.includes('invalid_credentials'));
  assert.equal(refused.filter((code) => code === 'invalid_credentials').length, 1);
  await change(password);
  await page.getByText('Your password was changed.').waitFor();

  await tokensRunOut();
  await menu(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  // The device cookie stays: it is not a session.
  await becomes(async () => (await page.context().cookies()).map(({ name }) => name), ['rialto-device']);
  await close();
});

inLongSuite('the page does not claim a sign-out while the session continues', async () => {
  const { identifier } = await service.person('developer', { password });
  const { page, close } = await openPage(service.base);
  await typePassword(page, 'Developer', identifier, password);
  await menu(page).waitFor();
  await page.context().setOffline(true);
  await menu(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('You are still signed in on this device.').waitFor();
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  // The device cookie stays: it is not a session.
  await becomes(async () => (await page.context().cookies()).map(({ name }) => name), ['rialto-device']);
  await close();
});

inLongSuite('a bad connection keeps the typed password, and a resent code is confirmed', async () => {
  const { merchantId } = await service.merchant();
  const { identifier } = await service.person('merchant', { merchantId, password, twoFactor: 'sms' });
  const { page, close } = await openPage(service.base);
  await page.route('**/auth/merchant/login', (route) => route.abort());
  await typePassword(page, 'Merchant', identifier, password);
  await page.getByText('The service cannot be reached').waitFor();
  await becomes(() => page.getByLabel('Password', { exact: true }).inputValue(), password);
  await page.unroute('**/auth/merchant/login');
  const asked = page.waitForResponse(/merchant\/login/);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const challenge = await (await asked).json();
  // The service resends a code only after half a minute.
  await page.route('**/auth/2fa/resend', (route) => route.fulfill({ json: challenge }));
  await page.getByRole('button', { name: 'Send another code' }).click();
  await page.getByText('A new code is on its way.').waitFor();
  await page.route('**/auth/2fa/verify', (route) => route.abort());
  await typeCode(page, '000000');
  await page.getByText('The service cannot be reached').waitFor();
  await page.unroute('**/auth/2fa/verify');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await menu(page).waitFor();
  await close();
});

inLongSuite('a refusal is in the reader’s language, and a fault appears once, at its field', async () => {
  const { page, close } = await openPage(service.base, { locale: 'fr-FR' });
  await page.goto('/dashboard/sign-in');
  await page.getByLabel('Téléphone').fill(merchant.identifier);
  await page.getByLabel('Mot de passe', { exact: true }).fill('not the password at all');
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await page.getByText('Le téléphone, l’adresse e-mail ou le mot de passe est faux.', { exact: true }).waitFor();
  await page.goto('/dashboard/sign-up');
  await page.getByLabel('Nom de l’entreprise').fill('Boulangerie du Port');
  await page.getByLabel('Téléphone').fill('+33 1');
  await page.getByLabel('Mot de passe', { exact: true }).fill('long enough to be one');
  await page.getByRole('button', { name: 'S’inscrire', exact: true }).click();
  const fault = page.getByText(/^Saisissez le numéro avec l’indicatif du pays/);
  await fault.waitFor();
  assert.equal(await fault.count(), 1, 'once, at its field');
  const input = page.getByLabel('Téléphone');
  assert.equal(await input.getAttribute('aria-describedby').then((ids) => ids?.includes('error')), true);
  const size = await page.evaluate(`getComputedStyle(document.querySelector('.mantine-InputWrapper-error')).fontSize`);
  assert.ok(Number.parseFloat(String(size)) >= 13, String(size));
  assert.equal(await page.getByRole('alert').innerText(), 'Corrigez les champs marqués.');
  await close();
});
