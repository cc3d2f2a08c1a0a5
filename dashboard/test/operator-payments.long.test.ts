import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../service/test/support/harness.ts';
import { memberOf } from '../../service/test/support/members.ts';
import { makeOperator } from '../../service/test/support/operators.ts';
import { type Office, openOffice } from './office.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
let office: Office;
before(async () => {
  shop = await openShop(undefined, { PAYOUT_APPROVAL_ABOVE: 'XOF:10' });
  office = await openOffice(shop);
});
after(() => shop.stop());

test('an operator finds a customer’s payment by phone, with its history and its merchant', async () => {
  const { customer } = (await shop.merchant.call('GET', `/payments/${shop.payment}`)).body;
  const { page, complaints, close } = await office.open(office.support);
  await page.goto('/dashboard/operator/payments');
  await page.getByRole('heading', { name: 'Whose payments?' }).waitFor();
  const field = page.getByRole('textbox', { name: /customer’s phone/ });
  await field.fill(customer);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.locator('[data-row]').first().waitFor();
  await page.locator(`a[href$="/operator/payments/${shop.payment}"]`).first().click();
  await page.getByText('Payment created', { exact: true }).waitFor();
  await page.getByRole('link', { name: customer }).waitFor();
  // Its refunds and events have pages only for the merchant.
  assert.equal(await page.locator('main a[href*="/refunds/"], main a[href*="/events/"]').count(), 0);
  await page.locator(`main a[href$="/operator/merchants/${shop.merchant.merchantId}"]`).click();
  await page.getByRole('heading', { name: 'Boulangerie du Port' }).waitFor();
  await page.locator('main').getByRole('link', { name: 'Payouts', exact: true }).click();
  await page.locator(`a[href$="/operator/payouts/${shop.payout}"]`).first().click();
  await page.getByText('+221770000150', { exact: true }).waitFor();
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('an operator with the right cancels a pending payout with a reason; others are not offered it', async () => {
  const boss = await memberOf(shop.service, shop.merchant, 'merchant');
  const asked = { currency: 'XOF', items: [{ recipient: '+221770000150', amount: 1_000 }] };
  const { id } = (await boss.call('POST', '/payouts', asked)).body;
  const compliance = await makeOperator(shop.service, 'compliance');
  const path = `/dashboard/operator/payouts/${id}`;

  const watching = await office.open(office.support);
  await watching.page.goto(path);
  await watching.page.getByText('Pending', { exact: true }).first().waitFor();
  assert.equal(await watching.page.getByRole('button', { name: 'Cancel payout' }).count(), 0);
  const facts = () => watching.page.locator('dl').first().innerText();
  await until(async () => /Reserved\n.*1,000/.test(await facts()));
  assert.doesNotMatch(await facts(), /Fee/);
  await watching.close();

  const { page, complaints, close } = await office.open(compliance);
  await page.goto(path);
  await page.getByRole('button', { name: 'Cancel payout' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The merchant did not make it');
  await dialog.getByRole('button', { name: 'Cancel payout' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Canceled', { exact: true }).first().waitFor();
  await page.getByText('The merchant did not make it').waitFor();
  assert.equal((await boss.call('GET', `/payouts/${id}`)).body.status, 'canceled');
  assert.equal(complaints.join('\n'), '');
  await close();
});
