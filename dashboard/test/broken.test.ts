import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hold } from './line.ts';
import { type Office, openOffice } from './office.ts';
import { openShop, type Shop } from './shop.ts';

/** Acts on data that is not shown, and double payments. The other cases are in broken.long.test.ts. */
let shop: Shop;
let office: Office;
before(async () => {
  shop = await openShop();
  office = await openOffice(shop);
});
after(() => shop.stop());

test('an approval cannot be decided while its amount is not shown', async (t) => {
  const { page, close } = await office.open(office.admin);
  t.after(close);
  const slow = await hold(page, new RegExp(`/operator/wallets/${office.wallet}$`));
  await page.goto(`/dashboard/operator/approvals/${office.approval}`);
  await slow.requested;
  await page.getByText('a payment that was lost').first().waitFor();
  const approve = page.getByRole('button', { name: 'Approve' });
  assert.equal(await approve.count(), 0);
  slow.release();
  await approve.waitFor();
});

test('a decision by someone else is shown', async (t) => {
  const { page, close } = await office.open(office.admin);
  t.after(close);
  const asked = { wallet: office.wallet, direction: 'credit', amount: 300, reason: 'decided by two at once' };
  const { id } = (await office.finance.call('POST', '/operator/adjustments', asked)).body;
  await page.goto(`/dashboard/operator/approvals/${id}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('too late');
  await office.admin.call('POST', `/operator/approvals/${id}/approve`);
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('heading', { level: 1 }).getByText('Approved').waitFor();
});

test('a payment whose refunds cannot be read is not refunded again', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  let refused = true;
  await page.route(/\/refunds\?payment=/, (route) => (refused ? route.fulfill({ status: 500 }) : route.continue()));
  await page.goto(shop.at(`/payments/${shop.payment}`));
  await page.locator('main').getByRole('alert').waitFor();
  const refund = page.getByRole('button', { name: 'Refund' });
  assert.equal(await refund.count(), 0);
  refused = false;
  await page.reload();
  await refund.waitFor();
});

test('a paid payroll asks no question if a newer build has the next page', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    question.accept();
  });
  let files = 0;
  await page.route(/assets\/payout-page-/, (route) =>
    files++ === 0 ? route.fulfill({ status: 404, body: 'No such file' }) : route.continue(),
  );
  await page.goto(shop.at('/payouts/new'));
  const buffer = Buffer.from('recipient,amount\n+221770000150,?\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'bad.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('textbox', { name: 'Amount' }).fill('10');
  await page.getByRole('button', { name: 'Pay 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay 1' }).click();
  await page.getByText('All were paid').waitFor();
  assert.deepEqual(asked, []);
});

test('the page says so if it is unknown whether the audit log is intact', async (t) => {
  const { page, close } = await office.open(office.admin);
  t.after(close);
  await page.route('**/operator/audit/chain', (route) => route.fulfill({ status: 500 }));
  await page.goto('/dashboard/operator/audit');
  await page.locator('main').getByRole('alert').waitFor();
});
