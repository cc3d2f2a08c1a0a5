import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { becomes, until } from '../../service/test/support/harness.ts';
import { keepSession, openPage } from './browser.ts';
import { hold } from './line.ts';
import { openShop, type Shop } from './shop.ts';

/** Sessions that end while someone types. */
const password = 'a password that is long enough';
let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.stop());

/** Someone with a page, and a way to end their session. */
async function openClerk(t: TestContext) {
  const { merchantId } = shop.merchant;
  const clerk = await shop.service.person('merchant', { merchantId, password });
  const { page, close } = await openPage(shop.service.base);
  t.after(close);
  await keepSession(page.context(), '127.0.0.1', { 'rialto-access': clerk.token });
  // Without the stream, the page does not notice the end before the last click.
  await page.context().route('**/events/stream', (route) => route.abort());
  const end = async () => assert.equal((await clerk.call('POST', '/auth/logout', {})).status, 204);
  return { page, clerk, end };
}
const signIn = async (page: Page) => {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};
async function signInAs(page: Page, { identifier }: { identifier: string }) {
  await page.goto(`${shop.service.base}/dashboard/sign-in`);
  await page.getByLabel('Phone').fill(identifier);
  await signIn(page);
}
const dialog = (page: Page) => page.getByRole('dialog');
/** No text with an amount is left on the page. */
const showsNoAmount = (page: Page) =>
  becomes(async () => /4,?321|F CFA/.exec(await page.locator('body').innerText())?.[0], undefined);
const buffer = Buffer.from('recipient,amount\n+221770000150,?\n');
async function correctPayroll(page: Page, name = 'ended.csv') {
  await page.goto(shop.at('/payouts/new'));
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByRole('textbox', { name: 'Amount' }).fill('4321');
}
async function sendPayroll(page: Page) {
  await page.getByRole('button', { name: 'Pay 1' }).click();
  await dialog(page).getByRole('button', { name: 'Pay 1' }).click();
}

test('after a session ends, its owner signs in, finds the corrected payroll and pays it once', async (t) => {
  const { page, end } = await openClerk(t);
  await correctPayroll(page);
  await end();
  await sendPayroll(page);
  await page.getByText('Your input is still here').waitFor();
  // A passer-by sees nothing of it, and it is stored where no later page can read it.
  await showsNoAmount(page);
  const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, history.state, document.cookie])');
  assert.doesNotMatch(kept as string, /4321|221770000150/);
  await signIn(page);
  await page.getByText('Your session had ended. Try again.').waitFor();
  await dialog(page).waitFor({ state: 'detached' });
  await becomes(() => page.getByRole('textbox', { name: 'Amount' }).inputValue(), '4321');
  await sendPayroll(page);
  await page.getByText('All were paid').waitFor();
  assert.equal((await shop.merchant.call('GET', '/payouts?reference=ended')).body.data.length, 1);
});

test('a dialog is hidden with its page, and returns with its text and its focus', async (t) => {
  const { page, end } = await openClerk(t);
  await page.goto(shop.at(`/payments/${shop.payment}`));
  await page.getByRole('button', { name: 'Refund' }).click();
  await dialog(page).getByLabel('Amount').fill('777');
  await end();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await becomes(() => dialog(page).count(), 0);
  await signIn(page);
  await dialog(page).waitFor();
  await becomes(() => dialog(page).getByLabel('Amount').inputValue(), '777');
  await dialog(page).locator(':focus').waitFor();
});

test('someone else who signs in there finds nothing of it', async (t) => {
  const { page, end } = await openClerk(t);
  const other = await shop.service.person('merchant', { merchantId: shop.merchant.merchantId, password });
  await correctPayroll(page);
  await end();
  await sendPayroll(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Phone').fill(other.identifier);
  await signIn(page);
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
  await page.goBack();
  await page.getByText('Drop the file here').waitFor();
  assert.equal(await page.getByText('4321').count(), 0);
});

test('signing out in one tab signs out the others', async (t) => {
  const { page } = await openClerk(t);
  const other = await page.context().newPage();
  await Promise.all([page.goto(shop.at('/payments')), other.goto(shop.at('/wallets'))]);
  await other.getByText('Savings').waitFor();
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  await becomes(() => other.locator('body').getByText('Savings').count(), 0);
});

test('signing in again in one tab continues the others', async (t) => {
  const { page, clerk, end } = await openClerk(t);
  const other = await page.context().newPage();
  await Promise.all([page.goto(shop.at('/payments')), correctPayroll(other)]);
  await page.getByText('order-1001').waitFor();
  await end();
  await sendPayroll(other);
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  // The form over the page comes first, and the page to sign in takes its place.
  await page.waitForURL(/\/sign-in\?next=/);
  await page.getByLabel('Phone or email').fill(clerk.identifier);
  await signIn(page);
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await other.evaluate(`window.dispatchEvent(new Event('focus'))`);
  await other.getByText('Your session had ended. Try again.').waitFor();
  await becomes(() => other.getByRole('textbox', { name: 'Amount' }).inputValue(), '4321');
});

test('when someone else signs in in one tab, the others hide the first person’s data', async (t) => {
  const { page } = await openClerk(t);
  const other = await shop.service.person('merchant', { merchantId: shop.merchant.merchantId, password });
  await correctPayroll(page);
  const next = await page.context().newPage();
  await signInAs(next, other);
  await next.getByRole('heading', { name: 'Home', exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await showsNoAmount(page);
  // The person at the page is now someone else.
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
});

/** Signs in as another tab does, before this page notices. */
async function becomeAnother(page: Page) {
  const { merchantId } = shop.merchant;
  const other = await shop.service.person('merchant', { merchantId, password });
  const enter = (path: string, data: object) =>
    page.context().request.post(`/api/v1/auth${path}`, {
      data,
      headers: { 'service-session': 'cookie', origin: shop.service.base, 'sec-fetch-site': 'same-origin' },
    });
  assert.equal((await enter('/merchant/login', { phone: other.identifier, password })).status(), 200);
  return enter;
}

for (const [how, isOld] of [
  ['at once', false],
  ['after a token refresh', true],
] as const) {
  test(`typed lines are not sent as someone else, ${how}`, async (t) => {
    const { page } = await openClerk(t);
    await correctPayroll(page, `another-${isOld}.csv`);
    const enter = await becomeAnother(page);
    if (isOld) await page.context().clearCookies({ name: 'rialto-access' });
    await sendPayroll(page);
    await page.getByText('Your input is still here').waitFor();
    const made = async () => (await shop.merchant.call('GET', `/payouts?reference=another-${isOld}`)).body.data.length;
    assert.equal(await made(), 0);
    // The other person's session is neither spent nor cleared.
    assert.equal((await enter('/refresh', {})).status(), 200);
    await signIn(page);
    await page.getByText('Your session had ended. Try again.').waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    await sendPayroll(page);
    await page.getByText('All were paid').waitFor();
    assert.equal(await made(), 1);
  });
}

test('a page notices that someone else has signed in, and hides its data', async (t) => {
  const { page } = await openClerk(t);
  // A page that does not read again by itself, so that the click notices.
  await page.goto(shop.at('/settings'));
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await becomeAnother(page);
  await page.getByRole('link', { name: 'Wallets' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await becomes(() => page.getByText('Savings').count(), 0);
});

test('signing out while someone else is signed in hides the page and keeps their session', async (t) => {
  const { page } = await openClerk(t);
  // A page that does not read again by itself: it would see the other session first.
  await page.goto(shop.at('/settings'));
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await becomeAnother(page);
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('Your input is still here').waitFor();
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
});

test('signing in during another tab’s refresh keeps the new session', async (t) => {
  const { page } = await openClerk(t);
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  await page.context().clearCookies({ name: 'rialto-access' });
  const { requested, release } = await hold(page, '**/auth/refresh');
  t.after(() => release());
  await page.getByRole('link', { name: 'Wallets' }).click();
  await requested;
  const next = await page.context().newPage();
  let sent = 0;
  next.on('request', (request) => request.url().endsWith('/login') && sent++);
  await signInAs(next, await shop.service.person('merchant', { merchantId: shop.merchant.merchantId, password }));
  // The sign-in now waits for the lock of the other tab.
  await until(() => next.evaluate<boolean>('navigator.locks.query().then(({ pending }) => pending.length > 0)'));
  assert.equal(sent, 0);
  release();
  await next.getByRole('heading', { name: 'Home', exact: true }).waitFor();
  assert.equal(sent, 1);
});
