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
  assert.deepEqual(await violations(page), []);
  // The browser logs the refusal.
  assert.deepEqual(
    complaints.filter((one) => !one.includes('400 (Bad Request)')),
    [],
  );
  await close();
});
