import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { becomes } from '../../service/test/support/harness.ts';
import { submitted } from '../../service/test/support/kyc-flows.ts';
import { type Office, openOffice } from './office.ts';
import { openShop, type Shop } from './shop.ts';

/** For people who work all day without a mouse. */
let shop: Shop;
let office: Office;
before(async () => {
  shop = await openShop();
  office = await openOffice(shop);
});
after(() => shop.stop());

const focused = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor();
const isOn = (page: Page, words: string) =>
  becomes(() => page.evaluate<string>('document.activeElement.innerText'), words);

test('after a row is opened, the focus is on its page and a screen reader names it', async (t) => {
  const { page, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at('/refunds'));
  await page.locator('[data-row]').first().focus();
  await page.keyboard.press('Enter');
  await page.getByText('Timeline').waitFor();
  await focused(page, 'main');
  await page.getByRole('main', { name: `Refund ${shop.refund}` }).waitFor();
  await page.keyboard.press('Tab');
  await isOn(page, 'Refunds');
});

test('an operator decides one submission after another by keyboard alone', async (t) => {
  const second = await shop.service.person('customer');
  await submitted(second);
  const { page, close } = await office.open(office.admin);
  t.after(close);
  await page.goto('/dashboard/operator/kyc');
  await page.locator('[data-row]').first().focus();
  await page.keyboard.press('Enter');
  const first = page.getByRole('button', { name: 'Approve', exact: true });
  await first.waitFor();
  await focused(page, 'main');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await isOn(page, 'Approve');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve' }).focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Next in the queue' }).waitFor();
  await isOn(page, 'Next in the queue');
  await page.keyboard.press('Enter');
  // The page names the person twice, once their account is loaded.
  await page.getByText(second.identifier, { exact: true }).first().waitFor();
  await focused(page, 'main');
});
