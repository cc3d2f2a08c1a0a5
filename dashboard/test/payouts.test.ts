import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.stop());

const file = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(['recipient,amount,reference,name', ...lines].join('\r\n')),
});

test('a payout by CSV: its bad line is mended, all are paid, and the result is downloaded', async () => {
  const { page, complaints, close } = await shop.open();
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/payouts')) sent++;
  });
  await page.goto(shop.at('/payouts'));
  await page.getByRole('link', { name: 'Pay many' }).click();
  const awa = '+221770000200,30000,emp-1,Awa Ndiaye';
  await page
    .locator('input[type=file]')
    .setInputFiles(file('salaries.csv', awa, '+221770000201,"25,000",emp-2,Moussa Ba'));
  const mend = page.getByRole('group', { name: 'Line 3' });
  await mend.getByText('A whole number of the smallest unit').waitFor();
  await page.getByText('to mend: 1').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Pay 2' }).isDisabled());
  assert.equal(sent, 0, 'nothing is sent while a line is bad');

  await mend.getByLabel('Amount').fill('25000');
  await page.getByRole('button', { name: 'Pay 2' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/55,000/).waitFor();
  await dialog.getByRole('button', { name: 'Pay 2' }).click();
  await page.getByText('All were paid').waitFor({ timeout: 30_000 });
  assert.equal(sent, 1);
  const bar = page.getByRole('progressbar');
  assert.equal(await bar.getAttribute('aria-valuetext'), '2 of 2');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download result' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'payout-salaries.csv');
  let result = '';
  for await (const chunk of await download.createReadStream()) result += chunk;
  assert.match(result, /^\ufeff?id,recipient,amount,/);
  assert.equal(result.match(/,succeeded,/g)?.length, 2, result);
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('what only the service knows is said at its line, and leaving the line out is enough', async () => {
  const { page, close } = await shop.open();
  await page.goto(shop.at('/payouts/new'));
  // The wallet that pays cannot be paid by itself: nobody but the service can tell.
  await page
    .locator('input[type=file]')
    .setInputFiles(file('prizes.csv', '+221770000300,1000,one,', `${shop.wallet},2000,two,`));
  await page.getByRole('button', { name: 'Pay 2' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay 2' }).click();
  const bad = page.getByRole('group', { name: 'Line 3' });
  await bad.waitFor();
  await bad.getByRole('button', { name: 'Leave out' }).click();
  await page.getByRole('button', { name: 'Pay 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay 1' }).click();
  await page.getByText('All were paid').waitFor({ timeout: 30_000 });
  await close();
});
