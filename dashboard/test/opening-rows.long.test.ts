import assert from 'node:assert/strict';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { importOf } from '../../service/test/support/openings.ts';
import { makeOperator } from '../../service/test/support/operators.ts';
import { violations } from './axe.ts';
import { type Office, openOffice } from './office.ts';
import { openShop, type Shop } from './shop.ts';

/** The directory for pictures, for people who look at them. */
const pictures = process.env.RIALTO_PICTURES;

let shop: Shop;
let office: Office;
before(async () => {
  shop = await openShop();
  office = await openOffice(shop);
});
after(() => shop.stop());

const rowsOf = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => ({
    wallet: office.wallet,
    amount: 1_000 + i,
    currency: 'XOF',
    reference: `${prefix}-${i + 1}`,
  }));

test('the second operator sees the first rows of an import, downloads all of them, and approves', async () => {
  const { id } = (await importOf(office.finance, rowsOf(120, 'old'))).body;
  const { page, complaints, close, quiet } = await office.open(office.admin);
  await page.goto(`/dashboard/operator/approvals/${id}`);
  await page.getByText('The first 100 of 120 rows').waitFor();
  await page.getByText('old-100', { exact: true }).waitFor();
  assert.equal(await page.getByText('old-101', { exact: true }).count(), 0);
  await quiet();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all rows (CSV)' }).click(),
  ]);
  const lines = (await text(await file.createReadStream())).trim().split('\r\n');
  assert.deepEqual([lines.length, lines.at(-1)], [121, `121,${office.wallet},1119,XOF,old-120`]);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await quiet();
    assert.deepEqual(await violations(page), [], String(width));
    if (pictures) await page.screenshot({ path: join(pictures, `opening-${width}.png`), fullPage: width === 1280 });
    if (pictures) await page.getByRole('heading', { name: 'Rows' }).scrollIntoViewIfNeeded();
    if (pictures) await page.screenshot({ path: join(pictures, `opening-rows-${width}.png`) });
  }
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Approved', { exact: true }).waitFor();
  await page.getByText('old-1', { exact: true }).waitFor();
  assert.deepEqual(complaints, []);
  await close();
});

test('an approval of another kind has no rows, and a short import no hint', async () => {
  const checker = await makeOperator(shop.service, 'finance');
  const { id } = (await importOf(office.finance, rowsOf(2, 'short'))).body;
  const { page, complaints, close } = await office.open(checker);
  await page.goto(`/dashboard/operator/approvals/${id}`);
  await page.getByText('short-2', { exact: true }).waitFor();
  assert.equal(await page.getByText(/^The first/).count(), 0);
  await page.goto(`/dashboard/operator/approvals/${office.approval}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Rows' }).count(), 0);
  assert.deepEqual(complaints, []);
  await close();
});
