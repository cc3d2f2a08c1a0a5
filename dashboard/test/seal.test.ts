import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Office, openOffice } from './office.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
let office: Office;
before(async () => {
  shop = await openShop(undefined, { SEAL_SECONDS: '1' });
  office = await openOffice(shop);
});
after(() => shop.stop());

test('the ledger’s page shows the head of the seal, with the hash to keep elsewhere', async () => {
  const { page, complaints, close } = await office.open(office.finance);
  await page.goto('/dashboard/operator/ledger');
  await page.getByText('Everything is sealed', { exact: true }).waitFor();
  await page
    .getByText('Keep it in another place. It proves every posting up to this batch.', { exact: true })
    .waitFor();
  const { number, hash, count } = (await office.finance.call('GET', '/operator/ledger/seal')).body;
  for (const [name, value] of [
    ['Head', number],
    ['Sealed postings', count],
  ])
    await page
      .locator('dt', { hasText: new RegExp(`^${name}$`) })
      .locator(`+ dd:text-is("${value}")`)
      .waitFor();
  await page.getByText(hash, { exact: true }).waitFor();
  assert.equal(complaints.join('\n'), '');
  await close();
});
