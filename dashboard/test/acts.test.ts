import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { bothWorlds, waitingPayment } from '../../service/test/support/flows.ts';
import { becomes, startTestService, until } from '../../service/test/support/harness.ts';
import { inLongSuite } from '../../service/test/support/in-long-suite.ts';
import { makeOperator } from '../../service/test/support/operators.ts';
import { joinAs } from '../../service/test/support/person.ts';
import { keepSession, openPage, type TestPage } from './browser.ts';
import { readSheets } from './read-sheets.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
let opened: TestPage;
let page: Page;
before(async () => {
  shop = await openShop();
  opened = await shop.open();
  page = opened.page;
});
after(() => shop.stop());

const dialog = () => page.getByRole('dialog');
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const use = async (key: string) => (await shop.service.request('GET', '/api/v1/payments', { key })).status;
/** Reads the key of a dialog. After the dialog closes, the key must not be on the page. */
async function takeKey(): Promise<string> {
  await dialog().getByText('Shown only once.').waitFor();
  const key = await dialog().locator('code').last().innerText();
  assert.match(key, /^rs_test_/);
  await dialog().getByRole('button', { name: 'Done' }).click();
  await dialog().waitFor({ state: 'detached' });
  assert.ok(!(await page.content()).includes(key));
  return key;
}

test('a key is created with rights, rolled with overlap and revoked, and its text is shown once', async () => {
  await page.goto(shop.at('/keys'));
  await page.getByRole('button', { name: 'Create key' }).click();
  await dialog().getByLabel('Name').fill('Till 1');
  // A test key starts with every right.
  await dialog().getByRole('button', { name: 'Only read' }).click();
  const rights = dialog().getByRole('checkbox', { checked: true });
  const create = dialog().getByRole('button', { name: 'Create key' });
  while ((await rights.count()) > 0) await rights.first().uncheck();
  await becomes(() => create.isDisabled(), true);
  for (const scope of ['payments:read', 'wallets:read', 'payouts:read', 'webhooks:read', 'events:read']) {
    await dialog().locator(`input[value="${scope}"]`).check();
  }
  await create.click();
  const key = await takeKey();
  await row('Till 1').getByText('5 rights').waitFor();
  const write = await shop.service.request('POST', '/api/v1/payments', { key, body: {} });
  assert.deepEqual([await use(key), write.status], [200, 403]);

  await page.getByRole('button', { name: 'Roll the key Till 1' }).click();
  await dialog().getByText('Roll “Till 1”').waitFor();
  await dialog().getByRole('button', { name: 'Roll', exact: true }).click();
  const next = await takeKey();
  await row(key.slice(-4)).getByText('Expiring').waitFor();
  assert.deepEqual([await use(key), await use(next)], [200, 200]);

  await row(next.slice(-4)).getByRole('button', { name: 'Revoke the key Till 1' }).click();
  await dialog().getByText('Revoke “Till 1”?').waitFor();
  await dialog().getByRole('button', { name: 'Revoke', exact: true }).click();
  await row(next.slice(-4)).getByText('Revoked').waitFor();
  assert.equal(await use(next), 401);
});

test('a waiting payment is canceled after a question with its customer and amount', async () => {
  const { id } = await waitingPayment(shop.merchant, { amount: 12_345 });
  await page.goto(shop.at(`/payments/${id}`));
  await page.getByText('Waiting for customer').first().waitFor();
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await dialog().getByText('+50937000007').waitFor();
  await dialog().getByText('12,345').waitFor();
  await dialog().getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await dialog().getByRole('button', { name: 'Cancel payment' }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByText('Payment failed · Canceled (canceled)').waitFor();
  assert.equal((await shop.merchant.call('GET', `/payments/${id}`)).body.failure.code, 'canceled');
});

inLongSuite('the keyboard alone opens pages, opens a record and goes back', async () => {
  await page.goto(shop.at('/keys'));
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const at = (path: string, options?: { timeout: number }) =>
    page.waitForURL((url) => url.pathname + url.search === shop.at(path), options);
  // The second key must follow within a second, and a busy machine may be slower.
  const goToPayments = () =>
    until(async () => {
      await press('g', 'p');
      return at('/payments', { timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    });
  await goToPayments();
  await page.locator('[data-row]').first().focus();
  await press('j', 'j', 'k');
  await page.locator('[data-row]').nth(1).and(page.locator(':focus')).waitFor();
  await press('Enter');
  await page.waitForURL(/payments\/pay_/);
  await press('/');
  const field = dialog().getByRole('combobox');
  await field.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('order-1001');
  await becomes(() => field.inputValue(), 'order-1001');
  await dialog().getByRole('option').filter({ hasText: 'order-1001' }).first().waitFor();
  await press('Enter');
  await at(`/payments/${shop.payment}`);
  await press('/');
  await dialog().getByRole('combobox').fill(shop.refund);
  await press('Enter');
  await at(`/refunds/${shop.refund}`);
  await page.getByRole('button', { name: /^Menu of/ }).focus();
  await press('Escape', '?');
  await dialog().getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
  await press('Escape');
  await dialog().waitFor({ state: 'detached' });
  // Keys pressed in a field are text.
  await goToPayments();
  await page.getByLabel('Reference').fill('');
  await page.getByLabel('Reference').press('g');
  await page.getByLabel('Reference').press('k');
  await at('/payments?reference=gk');
  assert.equal(opened.complaints.join('\n'), '');
});

test('a sandbox says that it is one, and offers no live mode', async () => {
  await page.goto(shop.at('/payments'));
  await page.getByText('Test mode').waitFor();
  await becomes(() => page.getByRole('radio', { name: 'Live' }).isDisabled(), true);
});

test('with live mode, an operator approves a merchant for it', async (t) => {
  const service = await startTestService(bothWorlds);
  t.after(() => service.stop());
  const { merchantId } = await service.merchant();
  const admin = await makeOperator(service, 'admin');
  const { page, close } = await openPage(service.base, {
    extraHTTPHeaders: { authorization: `Bearer ${admin.token}` },
  });
  t.after(close);
  await keepSession(page.context(), '127.0.0.1', {});
  await page.goto(`/dashboard/operator/merchants/${merchantId}`);
  await page.getByRole('button', { name: 'Approve for live' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve for live' }).click();
  await page.getByRole('button', { name: 'Withdraw live approval' }).waitFor();
});

inLongSuite('with live mode, the switch opens the same list in the other mode, in other colours', async (t) => {
  const service = await startTestService(bothWorlds);
  t.after(() => service.stop());
  const merchant = await service.merchant();
  await service.db.pool.query('UPDATE merchants SET live_approved_at = now() WHERE id = $1', [merchant.merchantId]);
  const developer = await service.person('developer');
  await joinAs(service.db, 'owner', merchant.integrationId, developer.id);
  await merchant.wallet('XOF');
  const { id } = await waitingPayment(merchant, { reference: 'only in test' });
  const headers = { authorization: `Bearer ${developer.token}` };
  const { page, close } = await openPage(service.base, { extraHTTPHeaders: headers });
  t.after(close);
  await keepSession(page.context(), '127.0.0.1', {});
  await page.goto(`/dashboard/${merchant.integrationId}/test/payments/${id}`);
  await page.getByText('only in test').first().waitFor();
  const band = (mode: string) => page.locator(`[data-mode=${mode}]`);
  const colour = (mode: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('[data-mode=${mode}]')).backgroundColor`);
  const inTest = await colour('test');
  await page.getByText('Live', { exact: true }).click();
  await page.waitForURL(/\/live\/payments$/);
  await band('live').getByText('Live mode').waitFor();
  // With reduced motion, a colour change takes a hundredth of a millisecond and a frame.
  await until(async () => (await colour('live')) !== inTest);
  await page.getByText('No payments yet').waitFor();
  await page.getByText('Test', { exact: true }).click();
  await page.getByText('only in test').first().waitFor();
});

inLongSuite('a developer is invited, the invitation is withdrawn, and the integration is renamed', async () => {
  const email = 'kofi@shop.example';
  await page.goto(shop.at('/developers'));
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await dialog()
    .getByText(/does not send email.* a link to hand over/)
    .waitFor();
  await dialog().getByLabel('Email').fill(email);
  await dialog().getByRole('radio', { name: 'Viewer' }).check();
  await dialog().getByRole('button', { name: 'Send the invitation' }).click();
  await dialog().getByText(`give it to ${email}`).waitFor();
  await dialog().getByRole('button', { name: 'Done' }).click();
  await dialog().waitFor({ state: 'detached' });
  const waiting = async () =>
    (await shop.person.call('GET', `/integrations/${shop.integration}/invitations`)).body.data.filter(
      ({ status }: { status: string }) => status === 'open',
    );
  const [invitation] = await waiting();
  assert.deepEqual([invitation.email, invitation.role], [email, 'viewer']);
  await page.getByRole('button', { name: `Withdraw the invitation for ${email}` }).click();
  await row(email).waitFor({ state: 'detached' });
  assert.deepEqual(await waiting(), []);

  await page.goto(shop.at('/settings'));
  await page.getByLabel('Name of the integration').fill('Boulangerie du Marché');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('banner').getByText('Boulangerie du Marché').waitFor();
  const { body } = await shop.person.call('GET', `/integrations/${shop.integration}`);
  assert.equal(body.name, 'Boulangerie du Marché');

  const origins = page.getByLabel('Web applications');
  const save = page.locator('form').filter({ has: origins }).getByRole('button', { name: 'Save' });
  await origins.fill('https://app.example/shop');
  await save.click();
  await page.getByText('must be an origin such as').waitFor();
  await origins.fill('https://app.example\nhttp://localhost:5173');
  await save.click();
  await page.locator('form').filter({ has: origins }).getByText('Saved.').waitFor();
  const after = await shop.person.call('GET', `/integrations/${shop.integration}`);
  assert.deepEqual(after.body.origins, ['https://app.example', 'http://localhost:5173']);
});

test('a timeline says why a payment failed and what a posting was', async () => {
  const french = await shop.open({ locale: 'fr-FR' });
  await french.page.goto(shop.at('/payments?reference=order-1002'));
  await french.page.getByRole('row').nth(1).click();
  await french.page.getByText('Paiement échoué · Pas assez d’argent (insufficient_funds)').waitFor();
  await french.page.goto(shop.at(`/payments/${shop.payment}`));
  await french.page.getByText(/^Porté au crédit.*\(Paiement\)/).waitFor();
  await french.close();
});

test('a transfer to another wallet is sent once its amount is valid', async () => {
  const { data } = (await shop.merchant.call('GET', '/wallets?currency=XOF&order=asc')).body;
  const [, savings] = data;
  await page.goto(shop.at('/transfers'));
  await page.getByRole('button', { name: 'Make a transfer' }).click();
  await dialog().getByRole('textbox', { name: 'To', exact: true }).fill(savings.id);
  await dialog().getByLabel('Amount').fill('999,999,999');
  await dialog()
    .getByText(/^The wallet has .* available/)
    .waitFor();
  await dialog().getByLabel('Amount').fill('1.234');
  await dialog().getByText('Type an amount in this currency, such as 1,500.').waitFor();
  await becomes(() => dialog().getByRole('button', { name: 'Make a transfer' }).isDisabled(), true);
  await dialog().getByLabel('Amount').fill('F CFA 1,234');
  await dialog().getByLabel('Reference').fill('till-7');
  await dialog()
    .getByRole('button', { name: /^Send .*1,234/ })
    .click();
  await page.waitForURL(/transfers\/trf_/);
  await page.getByText('till-7', { exact: true }).first().waitFor();
  const { body } = await shop.merchant.call('GET', `/wallets/${savings.id}`);
  assert.equal(body.balance.total, savings.balance.total + 1_234);
});

inLongSuite('a transfer to someone else links only to the sender’s own wallet', async () => {
  const customer = await shop.service.person('customer');
  const wallets = (await customer.call('GET', '/wallets')).body.data;
  const to = wallets.find(({ currency }: { currency: string }) => currency === 'XOF').id;
  const sent = { from: shop.wallet, to, amount: 500, currency: 'XOF' };
  const { id } = (await shop.merchant.call('POST', '/wallets/transfer', sent)).body;
  await page.goto(shop.at(`/transfers/${id}`));
  // The own wallet has a name; the other one has only its id, and no page here.
  await page.getByRole('link', { name: 'XOF, default' }).waitFor();
  await page.locator(`code[title="${to}"]`).waitFor();
  await becomes(() => page.locator(`a[href$="${to}"]`).count(), 0);
});

inLongSuite('pages start with the currency used last and keep it while they are open', async () => {
  const { merchant } = shop;
  const wallets = (await merchant.call('GET', '/wallets')).body.data;
  const savings = wallets.find(({ label }: { label: string }) => label === 'Savings').id;
  // A newer wallet with money but no movement since, and one that was opened last and never used.
  const idle = await merchant.wallet('USD', 90_000n);
  const spent = { from: shop.wallet, to: savings, amount: 700, currency: 'XOF' };
  assert.equal((await merchant.call('POST', '/wallets/transfer', spent)).status, 201);
  await merchant.call('POST', '/wallets', { currency: 'KES' });
  await page.goto(shop.at('/home'));
  await page.getByText('Volume, 30 days').waitFor();
  await becomes(() => page.getByRole('combobox', { name: 'Currency' }).inputValue(), 'XOF');
  await page.goto(shop.at('/transfers'));
  await page.getByRole('button', { name: 'Make a transfer' }).click();
  const from = dialog().getByRole('combobox', { name: 'From wallet' });
  await until(async () => (await from.inputValue()) !== '');
  assert.match(await from.inputValue(), /XOF/);
  await page.goto(shop.at('/payouts/new'));
  const buffer = Buffer.from('recipient,amount\r\n+221770000300,1000');
  await page.locator('input[type=file]').setInputFiles({ name: 'one.csv', mimeType: 'text/csv', buffer });
  const beside = page.getByText(/^From the wallet .*CFA/);
  await beside.waitFor();
  // Money that moves meanwhile must not change the selection.
  const read = page.waitForResponse((answer) => answer.url().includes('/wallets?'));
  const other = (await merchant.call('POST', '/wallets', { currency: 'USD', label: 'Other' })).body.id;
  await merchant.call('POST', '/wallets/transfer', { from: idle, to: other, amount: 100, currency: 'USD' });
  await read;
  await beside.waitFor();
});

test('a statement is a PDF file in the page’s language with the API’s content', async () => {
  const { merchant } = shop;
  const label = ') Tj (Épargne \\ <b>=1+1 evil.example';
  const { id } = (await merchant.call('POST', '/wallets', { currency: 'XOF', label })).body;
  const send = (amount: number) =>
    merchant.call('POST', '/wallets/transfer', {
      ...{ from: shop.wallet, to: id, amount, currency: 'XOF' },
      reference: `paper-${amount}`,
    });
  await Promise.all(Array.from({ length: 60 }, (_, i) => send(i + 1)));
  const french = await shop.open({ locale: 'fr-FR' });
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Africa/Nairobi' }).format();
  await french.page.goto(shop.at(`/wallets/${id}?since=${today}&until=${today}`));
  await french.page.getByRole('row').nth(1).waitFor();
  const [file] = await Promise.all([
    french.page.waitForEvent('download'),
    french.page.getByRole('button', { name: 'Télécharger le PDF' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), `statement-${id}-${today}-${today}.pdf`);
  const { text, pages, title, links } = await readSheets(await buffer(await file.createReadStream()));
  assert.equal(title, `Relevé · ${label}`);
  assert.equal(links, 0);
  assert.equal(pages, 2);
  // The merchant, the test mode and the time zone: on paper nothing else shows them.
  const facts = ['Boulangerie du Port', 'Mode test', 'Africa/Nairobi'];
  for (const said of [label, 'Émis par', ...facts, 'Solde après, XOF', '1 / 2', '2 / 2', id])
    assert.ok(text.includes(said), said);
  // Every time has its year, on paper and on the printable page.
  const year = new Date().getFullYear();
  const times = text.match(new RegExp(`\\d{1,2} \\S+ ${year},? \\d\\d:\\d\\d:\\d\\d`, 'g')) ?? [];
  assert.equal(times.length, 60, text);
  await french.page.goto(shop.at(`/wallets/${id}/statement?since=${today}&until=${today}`));
  await french.page.getByRole('row').nth(1).waitFor();
  for (const time of await french.page.locator('main tbody td:first-child').allTextContents())
    assert.match(time, new RegExp(`${year}`));
  // The day is not over, so its closing balance is unknown.
  assert.ok(!text.includes('Solde de clôture'));
  const { data } = (await merchant.call('GET', `/wallets/${id}/entries?limit=100&order=asc`)).body;
  const references = data.map(({ about }: { about: { reference: string } }) => about.reference);
  assert.deepEqual(text.match(/paper-\d+/g), references);
  const format = new Intl.NumberFormat('fr-FR');
  for (const { about, amount, balance_after } of data) {
    const money = `${about.reference} ${format.format(amount)} ${format.format(balance_after)}`.replace(/\s/g, ' ');
    assert.ok(text.includes(money), money);
  }
  assert.equal(french.complaints.join('\n'), '');
  await french.close();
});

inLongSuite('a wallet of a disabled currency shows its own decimals', async () => {
  // Intl writes this currency without decimals.
  const id = await shop.merchant.wallet('MGA', 1_234_567n);
  const { page, close } = await shop.open();
  await page.goto(shop.at(`/wallets/${id}`));
  await page.getByText('12,345.67').first().waitFor();
  await close();
});

inLongSuite('a test payment that cannot be approved or declined says so', async () => {
  const { id } = await waitingPayment(shop.merchant);
  const { page, close } = await shop.open();
  await page.goto(shop.at(`/payments/${id}`));
  await page.route('**/decline', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Decline as the customer' }).click();
  await page.locator('main').getByRole('alert').getByText('The service answered 500').waitFor();
  await close();
});

test('a payment shows its refunded amount, and pending refunds cannot be refunded again', async () => {
  const { page, close } = await shop.open();
  await page.goto(shop.at('/payments'));
  await page.getByRole('row').filter({ hasText: 'order-1001' }).getByText('Partly refunded').waitFor();
  await page.route('**/api/v1/refunds?payment=*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const [refund] = body.data;
    await route.fulfill({ response, json: { ...body, data: [{ ...refund, status: 'pending', amount: 30_000 }] } });
  });
  await page.goto(shop.at(`/payments/${shop.payment}`));
  await page.getByText('F CFA 30,000').first().waitFor();
  await page.getByRole('button', { name: 'Refund' }).click();
  // The payment has 250 000: 50 000 are refunded and 30 000 are pending.
  await page.getByRole('dialog').getByText('You can refund up to F CFA 170,000').waitFor();
  await close();
});
