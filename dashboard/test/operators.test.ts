import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openCases } from '../../service/src/cases/open-cases.ts';
import { becomes } from '../../service/test/support/harness.ts';
import { inLongSuite } from '../../service/test/support/in-long-suite.ts';
import { kycOf } from '../../service/test/support/kyc-flows.ts';
import { makeOperator, setByTwo } from '../../service/test/support/operators.ts';
import { violations } from './axe.ts';
import { type Office, openOffice, saveByTwo } from './office.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
let office: Office;
before(async () => {
  shop = await openShop();
  office = await openOffice(shop);
});
after(() => shop.stop());

test('an operator sees a document’s image and decides', async () => {
  const { page, complaints, close } = await office.open(office.admin);
  await page.goto('/dashboard/');
  await page.getByRole('heading', { name: 'Health', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Identity checks' }).click();
  await page.getByRole('link', { name: office.customer.identifier }).click();
  await page.getByText('A-0123 4567', { exact: true }).waitFor();
  await page.getByRole('img', { name: 'Image 1' }).waitFor();
  const image = `document.querySelector('img[alt="Image 1"]')`;
  assert.equal(await page.evaluate(`${image}.decode().then(() => ${image}.naturalWidth)`), 32);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Approved', { exact: true }).waitFor();
  assert.equal(await kycOf(office.customer), 'verified');
  assert.equal(complaints.join('\n'), '');
  await close();
});

inLongSuite('an operator who changes the language reads operators’ pages in it, also after a reload', async () => {
  const { page, complaints, close } = await office.open(office.admin);
  await page.goto('/dashboard/operator/fees');
  await page.getByRole('link', { name: 'Identity checks' }).waitFor();
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Français' }).click();
  for (const load of [() => {}, () => page.reload()]) {
    await load();
    await page.getByRole('link', { name: 'Vérifications d’identité' }).waitFor();
  }
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('a sandbox offers no live approval and says why', async () => {
  const { page, close } = await office.open(office.admin);
  await page.goto(`/dashboard/operator/merchants/${shop.merchant.merchantId}`);
  await page.getByText('This deployment is a sandbox: it has no live mode.', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Approve for live' }).count(), 0);
  await close();
});

test('one operator requests a cash-in and cannot approve it, and another can', async () => {
  const one = await office.open(office.finance);
  await one.page.goto(`/dashboard/operator/wallets/${office.wallet}`);
  await one.page.getByRole('button', { name: 'Cash in', exact: true }).click();
  const dialog = one.page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('25000');
  await dialog.getByLabel('Reference').fill('SLIP-77');
  await dialog.getByLabel('Reason').fill('paid in at the desk');
  await dialog.getByRole('button', { name: 'Request approval' }).click();
  await one.page.getByText('Another operator must decide').waitFor();
  assert.equal(await one.page.getByRole('button', { name: 'Approve' }).count(), 0);
  await one.page.waitForURL(/approvals\/apr_/);
  const path = new URL(one.page.url()).pathname;

  const balance = async () => {
    const { body } = await office.admin.call('GET', `/operator/wallets/${office.wallet}`);
    return body.balance.total;
  };
  assert.equal(await balance(), 0);
  const other = await office.open(office.admin);
  await other.page.goto(path);
  await other.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await other.page.getByText('Approved', { exact: true }).waitFor();
  assert.equal(await balance(), 25_000);
  for (const { complaints, close } of [one, other]) {
    assert.equal(complaints.join('\n'), '');
    await close();
  }
});

test('a wallet is frozen and an account suspended with a reason, and both are reversed', async () => {
  const { page, complaints, close } = await office.open(office.admin);
  const dialog = page.getByRole('dialog');
  /** @param back the button that reverses the act: one of the page, not of the closing dialog */
  const act = async (name: string, back: string, reason?: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    await dialog.getByRole('button', { name, exact: true }).click();
    if (reason) {
      await dialog.getByText('Give a reason. It is written to the audit log.').waitFor();
      await dialog.getByLabel('Reason').fill(reason);
      await dialog.getByRole('button', { name, exact: true }).click();
    }
    await page.getByRole('button', { name: back, exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
  };
  const wallet = async () => (await office.admin.call('GET', `/operator/wallets/${office.wallet}`)).body;
  await page.goto(`/dashboard/operator/wallets/${office.wallet}`);
  await act('Freeze', 'Unfreeze');
  assert.equal((await wallet()).status, 'frozen');
  /** The end of a freeze for fraud is requested here, and another operator approves it. */
  const endFraud = async () => {
    await page.getByRole('button', { name: 'Unfreeze', exact: true }).click();
    await dialog.getByLabel('Reason').fill('cleared');
    await dialog.getByRole('button', { name: 'Unfreeze', exact: true }).click();
    await page.waitForURL(/approvals\/apr_/);
    assert.equal((await wallet()).status, 'frozen');
    await page.getByText('Another operator must decide').waitFor();
    const checker = await makeOperator(shop.service, 'compliance');
    const done = await checker.call('POST', `/operator/approvals/${page.url().split('/').at(-1)!}/approve`);
    assert.equal(done.status, 200, done.text);
    await page.goto(`/dashboard/operator/wallets/${office.wallet}`);
    await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor();
  };
  await endFraud();
  assert.equal((await wallet()).status, 'active');
  await office.admin.call('POST', `/operator/wallets/${office.wallet}/freeze`, { reason: 'kyc' });
  await page.reload();
  await act('Freeze', 'Unfreeze');
  assert.equal((await wallet()).frozen.reason, 'fraud', 'replaces the KYC freeze without a gap');
  await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor({ state: 'detached' });
  await endFraud();
  await office.admin.call('POST', `/operator/wallets/${office.wallet}/freeze`, { reason: 'kyc' });
  await page.reload();
  await act('Unfreeze', 'Freeze');

  await page.goto(`/dashboard/operator/accounts/${office.customer.id}`);
  await act('Suspend', 'Lift suspension', 'lost phone');
  await page.getByText('lost phone').first().waitFor();
  const account = async () => (await office.admin.call('GET', `/operator/accounts/${office.customer.id}`)).body;
  assert.equal((await account()).suspended.reason, 'lost phone');
  await act('Lift suspension', 'Suspend');
  assert.equal((await account()).suspended, null);
  assert.equal(complaints.join('\n'), '');
  await close();
});

inLongSuite('the list of accounts shows one type, and a search covers all types', async () => {
  const { page, close } = await office.open(office.admin);
  await page.goto('/dashboard/operator/accounts');
  const type = page.getByRole('combobox', { name: 'Type' });
  await page.locator('[data-row]').first().waitFor();
  await becomes(() => type.inputValue(), 'Customer');
  await type.click();
  await page.getByRole('option', { name: 'Operator' }).click();
  await page.waitForURL(/type=operator/);
  await becomes(() => type.inputValue(), 'Operator');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL((url) => url.search === '');
  await becomes(() => type.inputValue(), 'Customer');
  await page.goto('/dashboard/operator/accounts?search=nobody');
  await page.getByText('No results match these filters').waitFor();
  await becomes(() => type.inputValue(), '');
  await close();
});

test('a fee and a limit are requested, shown in full to the second operator, and set', async () => {
  const { page, complaints, close } = await office.open(office.admin);
  const dialog = page.getByRole('dialog');
  await page.goto('/dashboard/operator/limits');
  await page.getByRole('button', { name: 'Set a limit' }).click();
  const single = dialog.getByRole('textbox', { name: 'Per transaction' });
  await single.fill('no number');
  await becomes(() => single.getAttribute('aria-invalid'), 'true');
  await single.fill('4321');
  await saveByTwo(shop, page);
  await page.getByText('4,321').first().waitFor();
  await page.goto('/dashboard/operator/limits');
  await page.getByText('4,321').first().waitFor();
  await page.goto('/dashboard/operator/fees');
  await page.getByRole('button', { name: 'Set a fee' }).click();
  await dialog.getByRole('combobox', { name: 'Merchant' }).fill('boulang');
  await page.getByRole('option', { name: 'Boulangerie du Port' }).click();
  await dialog.getByRole('textbox', { name: 'Basis points' }).fill('275');
  await saveByTwo(shop, page);
  await page.getByText('2.75%').first().waitFor();
  await page.goto('/dashboard/operator/fees');
  await page.getByText('2.75%').first().waitFor();
  assert.equal(complaints.join('\n'), '');
  await close();
});

inLongSuite(
  'an operator changes some limits of a rail, and keeps those that another operator changes meanwhile',
  async () => {
    const { page, complaints, close } = await office.open(office.admin);
    const dialog = page.getByRole('dialog');
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
    const save = dialog.getByRole('button', { name: 'Change limits' });
    const path = `/operator/rail_settings/${office.rail}`;
    await page.goto(`/dashboard/operator/rails/${office.rail}`);
    await page.getByRole('button', { name: 'Change limits' }).click();
    await becomes(() => field('Maximum').inputValue(), '500000');
    assert.equal(await save.isDisabled(), true);
    assert.equal((await violations(page)).join('\n'), '');
    const meanwhile = await office.finance.call('PATCH', path, { concurrency: 7 });
    assert.equal(meanwhile.status, 200, meanwhile.text);
    for (const [name, wrong, right] of [
      ['Minimum', 'ten', '100'],
      ['Priority', '', '20'],
      ['Calls per second', '1.5', '12'],
    ] as const) {
      await field(name).fill(wrong);
      await becomes(() => save.isDisabled(), true);
      await field(name).fill(right);
      await becomes(() => save.isDisabled(), false);
    }
    await field('Maximum').fill('');
    await field('Alarm below this float').fill('2500');
    await field('Phone prefixes').fill('22505, 22507;22501');
    await field('Callback sources').fill('196.201.214.0');
    await save.click();
    await dialog.getByText('"196.201.214.0" must be a network such as 203.0.113.0/24').first().waitFor();
    await field('Callback sources').fill('196.201.214.0/24');
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('More details').click();
    await page.getByText('22505, 22507, 22501', { exact: true }).waitFor();
    const { body } = await office.admin.call('GET', path);
    const { prefixes, minimum, maximum, priority, calls_per_second, concurrency, float_minimum, callback_sources } =
      body;
    assert.deepEqual(
      { prefixes, minimum, maximum, priority, calls_per_second, concurrency, float_minimum, callback_sources },
      {
        ...{ prefixes: ['22505', '22507', '22501'], minimum: 100, maximum: null, priority: 20, calls_per_second: 12 },
        ...{ concurrency: 7, float_minimum: 2_500, callback_sources: ['196.201.214.0/24'] },
      },
    );
    // The console reports the refused request.
    assert.equal(complaints.filter((one) => !one.includes('400')).join('\n'), '');
    await close();
  },
);

test('loaded values never arrive while someone types: 275 behind a 100 became 100 %', async () => {
  const { merchantId: merchant } = shop.merchant;
  const fee = { merchant, livemode: false, currency: 'XOF', charged_on: 'payment', basis_points: 100, fixed: 5 };
  await setByTwo(shop.service, 'fees', fee);
  const { page, close } = await office.open(office.admin);
  const dialog = page.getByRole('dialog');
  const points = dialog.getByRole('textbox', { name: 'Basis points' });
  const slow = Promise.withResolvers<void>();
  await page.route(/api\/v1\/operator\/(fees\?merchant=|limits)/, (route) => slow.promise.then(() => route.continue()));
  await page.goto('/dashboard/operator/limits');
  await page.getByRole('button', { name: 'Set a limit' }).click();
  await becomes(() => dialog.getByRole('textbox', { name: 'Per transaction' }).isDisabled(), true);
  await page.goto('/dashboard/operator/fees');
  await page.getByRole('button', { name: 'Set a fee' }).click();
  await dialog.getByRole('combobox', { name: 'Merchant' }).fill(merchant);
  await page.getByRole('option', { name: 'Boulangerie du Port' }).click();
  await becomes(() => points.isDisabled(), true);
  await becomes(() => dialog.getByLabel('Fixed').isDisabled(), true);
  slow.resolve();
  // A value that is too large is refused, not reduced to the maximum, which is the whole amount.
  await points.fill('20000');
  await dialog.getByLabel('Reason').fill('as agreed');
  await dialog.getByRole('button', { name: 'Request approval' }).click();
  await dialog.getByText('must be at most 10000', { exact: true }).waitFor();
  await points.fill('275');
  await saveByTwo(shop, page);
  const fees = (await office.admin.call('GET', `/operator/fees?merchant=${merchant}`)).body.data;
  const { object, rail, tiers, next, ...set } = fees.find(
    (one: { charged_on: string }) => one.charged_on === 'payment',
  );
  assert.deepEqual(set, { ...fee, basis_points: 275, tax_basis_points: 0, fee_on_refund: 'kept' });
  await close();
});

inLongSuite('a list that was being read during a change shows the change', async () => {
  const customer = await shop.service.person('customer');
  const wallets = await office.admin.call('GET', `/operator/wallets?owner=${customer.id}`);
  const { page, close } = await office.open(office.admin);
  const dialog = page.getByRole('dialog');
  const slow = Promise.withResolvers<void>();
  let reads = 0;
  await page.route(/api\/v1\/operator\/audit\?/, async (route) => {
    if (reads++ > 0) return route.continue();
    const old = await route.fetch();
    await slow.promise;
    // The page may have closed the connection.
    await route.fulfill({ response: old }).catch(() => undefined);
  });
  await page.goto(`/dashboard/operator/wallets/${wallets.body.data[0].id}`);
  await page.getByRole('button', { name: 'Freeze' }).click();
  await dialog.getByRole('button', { name: 'Freeze' }).click();
  await dialog.waitFor({ state: 'hidden' });
  slow.resolve();
  await page.getByText('wallet.frozen').first().waitFor();
  await close();
});

inLongSuite('changing one limit, or one part of a fee, keeps the others', async () => {
  const { page, close } = await office.open(office.admin);
  const dialog = page.getByRole('dialog');
  // More than anyone can type.
  const most = Number.MAX_SAFE_INTEGER;
  const limit = { livemode: false, currency: 'XOF', tier: 1, single: 50_000, day: 200_000, month: null, balance: most };
  await setByTwo(shop.service, 'limits', limit);
  await page.goto('/dashboard/operator/limits');
  await page.getByRole('button', { name: 'Set a limit' }).click();
  await dialog.getByLabel('Tier').click();
  await page.getByRole('option', { name: '1' }).click();
  await dialog.locator('input[value="200000"]').waitFor();
  await dialog.getByRole('textbox', { name: 'Per transaction' }).fill('60000');
  await saveByTwo(shop, page);
  const limits = (await office.admin.call('GET', '/operator/limits')).body.data;
  const { object, ...now } = limits.find((one: { tier: number }) => one.tier === 1);
  assert.deepEqual(now, { ...limit, single: 60_000 });

  const { merchantId: merchant } = shop.merchant;
  const fee = { merchant, livemode: false, currency: 'XOF', charged_on: 'payout', basis_points: 80, fixed: 15 };
  await setByTwo(shop.service, 'fees', fee);
  await page.goto(`/dashboard/operator/fees?merchant=${merchant}`);
  await page.getByRole('button', { name: 'Set a fee' }).click();
  await dialog.getByLabel('Charged on').click();
  await page.getByRole('option', { name: 'Each payout item' }).click();
  await dialog.locator('input[value="80"]').waitFor();
  await dialog.getByLabel('Fixed').fill('20');
  await saveByTwo(shop, page);
  const fees = (await office.admin.call('GET', `/operator/fees?merchant=${merchant}`)).body.data;
  const {
    object: _,
    rail,
    tiers,
    next,
    ...set
  } = fees.find((one: { charged_on: string }) => one.charged_on === 'payout');
  assert.deepEqual(set, { ...fee, fixed: 20, tax_basis_points: 0, fee_on_refund: 'kept' });
  await close();
});

inLongSuite('the wallets of a person are found by phone, too', async () => {
  const { page, close } = await office.open(office.admin);
  await page.goto('/dashboard/operator/wallets');
  await page.getByRole('combobox', { name: 'Merchant or customer' }).fill(office.customer.identifier);
  await page.getByRole('option', { name: office.customer.identifier }).click();
  await page.waitForURL(new RegExp(`owner=${office.customer.id}`));
  await page.locator('[data-row]').first().waitFor();
  await close();
});

test('an act outside the role is not offered, and its address says so', async () => {
  const { page, close } = await office.open(office.support);
  await page.goto(`/dashboard/operator/wallets/${office.wallet}`);
  await page.getByRole('heading', { name: 'Statement' }).waitFor();
  for (const name of ['Freeze', 'Cash in', 'Adjust']) {
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
  }
  assert.equal(await page.getByRole('link', { name: 'Audit log' }).count(), 0);
  await page.goto('/dashboard/operator/approvals');
  await page.getByText('You do not have permission to do this').waitFor();
  // Control: someone with the right is offered it.
  const admin = await office.open(office.admin);
  await admin.page.goto(`/dashboard/operator/wallets/${office.wallet}`);
  await admin.page.getByRole('button', { name: 'Freeze', exact: true }).waitFor();
  await admin.close();
  await close();
});

test('two operators settle a payment with a wrong amount from its case', async () => {
  const { service, merchant } = shop;
  const payment = { customer: '+50937000007', amount: 700, currency: 'XOF' };
  const { id } = (await merchant.call('POST', '/payments', payment)).body;
  const text = `
    UPDATE payments SET rail = $2, status = 'processing', next_action = NULL, sent_at = now(),
      due_at = now() + interval '1 hour', version = version + 1
    WHERE id = $1`;
  await service.db.query({ name: 'test_wrong_amount', text }, [id, office.rail]);
  const money = { world: merchant.world, livemode: false, amount: 500n, currency: 'XOF', facts: { wanted: '700' } };
  const [found] = await openCases(service.db, [{ kind: 'wrong_amount', rail: office.rail, record: id, ...money }]);
  const { page, complaints, close } = await office.open(office.finance);
  await page.goto(`/dashboard/operator/cases/${found!.id}`);
  await page.getByRole('button', { name: 'Settle by hand' }).click();
  await page.getByRole('dialog').getByLabel('Provider’s id').fill('RCT-500');
  await saveByTwo(shop, page);
  await page.reload();
  await page.getByText('RCT-500', { exact: true }).waitFor();
  const settled = (await merchant.call('GET', `/payments/${id}`)).body;
  assert.deepEqual([settled.status, settled.amount, settled.rail_reference], ['succeeded', 500, 'RCT-500']);
  assert.equal(complaints.join('\n'), '');
  await close();
});
