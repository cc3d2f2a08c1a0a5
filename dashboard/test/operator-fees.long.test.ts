import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes } from '../../service/test/support/harness.ts';
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

test('an operator sets tiers, and the second operator and the list see each of them', async () => {
  const { page, complaints, close } = await office.open(office.admin);
  const dialog = page.getByRole('dialog');
  const { merchantId: merchant } = shop.merchant;
  await page.goto(`/dashboard/operator/fees?merchant=${merchant}`);
  await page.getByRole('button', { name: 'Set a fee' }).click();
  await dialog.getByLabel('Currency').click();
  await page.getByRole('option', { name: 'USD' }).click();
  await becomes(() => dialog.getByRole('button', { name: 'Add a tier' }).isEnabled(), true);
  await dialog.getByRole('button', { name: 'Add a tier' }).click();
  const second = dialog.getByRole('group', { name: 'Tier 2' });
  await second.getByLabel('From').fill('10');
  await second.getByRole('textbox', { name: 'Basis points' }).fill('150');
  await second.getByLabel('Fixed').fill('20');
  await second.getByLabel('Maximum').fill('25');
  assert.deepEqual(await violations(page), []);
  await dialog.getByLabel('Reason').fill('as agreed');
  await dialog.getByRole('button', { name: 'Request approval' }).click();
  // The service names the tier whose fee is more than its amount.
  await dialog.getByText(/is tier 2, whose fee on 1000 would be 2015/).waitFor();
  await second.getByLabel('Fixed').fill('0.30');
  await saveByTwo(shop, page);
  await page
    .getByText(/from \$10\.00 USD: 1\.5% \+ \$0\.30 USD, at most \$25\.00 USD/)
    .first()
    .waitFor();
  await page.goto(`/dashboard/operator/fees?merchant=${merchant}`);
  await page.getByText('$25.00').first().waitFor();
  assert.equal(await page.getByText(/\$0\.00/).count(), 0, 'a part of a fee that is zero is left out');
  assert.deepEqual(await violations(page), []);
  // The browser logs the refusal.
  assert.deepEqual(
    complaints.filter((one) => !one.includes('400 (Bad Request)')),
    [],
  );
  await close();
});

test('an operator sets the tax of a rail, and ends the own fee of the rail again', async () => {
  const { page, complaints, close } = await office.open(office.admin);
  const dialog = page.getByRole('dialog');
  const fees = `/dashboard/operator/fees?merchant=${shop.merchant.merchantId}`;
  const chooseRail = async () => {
    await page.goto(fees);
    await page.getByRole('button', { name: 'Set a fee' }).click();
    await becomes(() => dialog.getByRole('button', { name: 'Add a tier' }).isEnabled(), true);
    await dialog.getByLabel('Rail').click();
    await page.getByRole('option', { name: 'sandbox' }).click();
  };
  await chooseRail();
  await dialog.getByRole('textbox', { name: 'Basis points' }).fill('250');
  await dialog.getByLabel('Tax on the fee').fill('1800');
  await dialog.getByLabel('Reason').fill('as agreed');
  assert.deepEqual(await violations(page), []);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-dialog.png`, fullPage: true });
  await saveByTwo(shop, page);
  await page
    .getByText(/2\.5%, and 18% of it as tax/)
    .first()
    .waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-approval.png`, fullPage: true });
  await page.goto(fees);
  await page.getByText('Tax on the fee: 18%').waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-fees.png`, fullPage: true });
  await chooseRail();
  await dialog.getByLabel('Use the fee of all rails').check();
  await dialog.getByLabel('Reason').fill('as agreed');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-end.png`, fullPage: true });
  await saveByTwo(shop, page);
  await page
    .getByText(/Remove the own payment fee of sandbox/)
    .first()
    .waitFor();
  await page.goto(fees);
  await page.getByRole('cell', { name: 'All rails' }).first().waitFor();
  assert.equal(await page.getByRole('cell', { name: 'sandbox' }).count(), 0);
  assert.deepEqual(complaints, []);
  await close();
});
