import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { violations } from './axe.ts';
import type { Shop } from './shop.ts';

/** Requests that a wallet gets the money of a case: the wallet is found by its owner's name. */
export async function giveToWallet(page: Page, shop: Shop): Promise<void> {
  await shop.merchant.call('POST', '/wallets', { currency: 'KES', label: 'Shillings' });
  await page.getByRole('button', { name: 'Give to a wallet' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Merchant or customer' }).fill('boul');
  await page.getByRole('option', { name: 'Boulangerie du Port' }).click();
  await dialog.getByRole('combobox', { name: 'Wallet' }).click();
  await page.getByRole('option', { name: /^Shillings/ }).click();
  assert.equal((await violations(page)).join('\n'), '');
  await dialog.getByLabel('Reason').fill('it is theirs');
  await dialog.getByRole('button', { name: 'Request approval', exact: true }).click();
  await page.waitForURL(/approvals\/apr_/);
  const sentence =
    /^Give KES.350.00 of unmatched money at mpesa-ke to the wallet “Shillings” \(KES\) of Boulangerie du Port/;
  await page.locator('h1').getByText(sentence).waitFor();
}
