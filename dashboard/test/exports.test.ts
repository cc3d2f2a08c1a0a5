import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { becomes } from '../../service/test/support/harness.ts';
import { violations } from './axe.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.stop());

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('a person exports the payments as a workbook and downloads the file', async (t) => {
  const { page, complaints, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at('/exports'));
  await page.getByText('No exports yet').waitFor();
  await page.getByRole('button', { name: 'Create an export' }).click();
  await choose(page, 'Format', 'XLSX');
  assert.equal((await violations(page)).join('\n'), '');
  await page.getByRole('dialog').getByRole('button', { name: 'Create an export' }).click();
  await page.getByRole('row').filter({ hasText: 'Completed' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download: Payments' }).click(),
  ]);
  assert.match(file.suggestedFilename(), /^payments-\d{4}-\d\d-\d\d-\w{6}\.xlsx$/);
  const { sheets } = await readXlsx(await buffer(await file.createReadStream()));
  const ids = sheets[0]!.rows.slice(1).map(([id]) => id);
  assert.ok(ids.includes(shop.payment) && ids.length === 4, `${ids}`);
  assert.deepEqual(complaints, []);
});

test('a person adds a schedule and deletes it', async (t) => {
  const { page, complaints, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at('/exports?tab=schedules'));
  await page.getByRole('button', { name: 'Add a schedule' }).first().click();
  await choose(page, 'How often', 'weekly');
  await page.getByRole('dialog').getByLabel('Time zone').fill('Mars/Olympus');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a schedule' }).click();
  await page
    .getByText(/must be a name of the IANA/)
    .first()
    .waitFor();
  // The browser reports the refusal.
  assert.match(complaints.splice(0).join('\n'), /400/);
  await page.getByRole('dialog').getByLabel('Time zone').fill('Africa/Dakar');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a schedule' }).click();
  await page.getByRole('row').filter({ hasText: 'Payments, weekly' }).getByText('Africa/Dakar').waitFor();
  await page.getByRole('button', { name: 'Delete: Payments, weekly' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No schedules yet').waitFor();
  const schedules = async () => (await shop.merchant.call('GET', '/export_schedules')).body.data;
  await becomes(schedules, []);
  assert.deepEqual(complaints, []);
});

test('the settlement report shows the day with its sums, and its files', async (t) => {
  const { page, complaints, close } = await shop.open();
  t.after(close);
  await page.goto(shop.at('/settlement'));
  const total = page.getByRole('row').filter({ hasText: 'Total' });
  await total.getByText('250,000', { exact: true }).first().waitFor();
  const save = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    return (await buffer(await file.createReadStream())).toString();
  };
  assert.match(await save('Download CSV'), /date,currency,opening,paid_in,refunded/);
  assert.match(await save('General ledger'), /^document,date,account_code/);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('From').fill(daysAgo(200));
  await page.getByLabel('To the end of').fill(daysAgo(199));
  await page.getByText('No movements').waitFor();
  assert.deepEqual(complaints, []);
});
