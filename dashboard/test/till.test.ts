import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { inLongSuite } from '../../service/test/support/in-long-suite.ts';
import { joinAs } from '../../service/test/support/person.ts';
import { openAtCounter, paySession } from '../../service/test/tills/pay.ts';
import { violations } from './axe.ts';
import { keepSession, openPage } from './browser.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.stop());

/** A whole picture of two by two pixels. */
const drawPng = () =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAE0lEQVR4nGNQSFgARAwLEhSACAAfjgSBXOAMLAAAAABJRU5ErkJggg==',
    'base64',
  );

const phone = { width: 360, height: 740 };

/** Reads the code that the page shows, as a camera does. */
async function readCode(page: Page, name: RegExp): Promise<string> {
  const svg = page.getByRole('img', { name });
  const side = Number((await svg.getAttribute('viewBox'))!.split(' ')[2]);
  const path = await svg.locator('path').getAttribute('d');
  const [scale, data] = [8, new Uint8Array((side * 8) ** 2 * 4).fill(255)];
  const width = side * scale;
  for (const [, x, y] of path!.matchAll(/M(\d+) (\d+)h1/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      data.fill(0, (row * width + Number(x) * scale) * 4, (row * width + (Number(x) + 1) * scale) * 4);
  }
  return decodeQR({ data, width, height: width }, { timeLimit: 5_000 });
}

test('a link is made in a form, and its page has a code, addresses to share and a sheet', async () => {
  const { page, complaints, close } = await shop.open({ viewport: phone });
  await page.goto(shop.at('/links?new=1'));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Rice, 5 kg');
  await dialog
    .getByLabel(/^Amount/)
    .last()
    .fill('12,500');
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  await page.waitForURL(/\/links\/lnk_/);
  const id = page.url().split('/').at(-1)!;
  const { url, amount, name } = (await shop.merchant.call('GET', `/links/${id}`)).body;
  assert.deepEqual([amount, name], [12_500, 'Rice, 5 kg']);
  assert.equal(await readCode(page, /QR code/), url);
  const hrefOf = (link: string) => page.getByRole('link', { name: link, exact: true }).getAttribute('href');
  const message = encodeURIComponent(`Rice, 5 kg: ${url}`);
  assert.deepEqual(
    [await hrefOf('WhatsApp'), await hrefOf('SMS')],
    [`https://wa.me/?text=${message}`, `sms:?&body=${message}`],
  );
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /Sheet for the counter/ }).click(),
  ]);
  assert.match(file.suggestedFilename(), /\.pdf$/);
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('button', { name: 'Activate', exact: true }).waitFor();
  assert.equal((await shop.merchant.call('GET', `/links/${id}`)).body.active, false);
  await page.getByRole('button', { name: 'Edit the texts' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('');
  await dialog.getByLabel('Description').fill('From the new harvest');
  assert.equal((await violations(page)).join('\n'), '');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('From the new harvest', { exact: true }).waitFor();
  const { body: edited } = await shop.merchant.call('GET', `/links/${id}`);
  assert.deepEqual([edited.name, edited.description], [null, 'From the new harvest']);
  assert.equal((await violations(page)).join('\n'), '');
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('a sale shows its own code and turns green from its own payment, never from older money', async () => {
  const { page, complaints, close } = await shop.open({ viewport: phone });
  const { service, merchant, link, shift } = shop;
  const older = await openAtCounter(service, merchant, link, 750);
  await paySession(service, merchant, older);
  await page.goto(shop.at(`/till/${shift}`));
  await page.getByLabel('Amount to pay').fill('750');
  await page.getByRole('button', { name: 'Show the code' }).click();
  const screen = page.getByRole('region', { name: 'Sale', exact: true });
  await screen.getByText('Waiting for the payment').waitFor();
  const { url, session } = (await merchant.call('GET', `/sales?shift=${shift}`)).body.data[0];
  assert.equal(await readCode(page, /QR code of this sale/), url);
  // The payment before the sale is listed and not offered.
  await page.getByRole('heading', { name: 'Payments at the printed code' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Use for this sale' }).count(), 0);
  // Another sale's payment leaves this screen as it is.
  const other = (await merchant.call('POST', `/shifts/${shift}/sales`, { amount: 750 })).body;
  await paySession(service, merchant, other.session);
  await page.getByRole('cell', { name: 'Paid' }).first().waitFor();
  await screen.getByText('Waiting for the payment').waitFor();
  await page.reload();
  await screen.getByText('Waiting for the payment').waitFor();
  await paySession(service, merchant, session);
  await screen.getByText('Paid').waitFor();
  assert.equal(await screen.getAttribute('data-status'), 'paid');
  assert.equal((await violations(page)).join('\n'), '');
  await page.getByRole('button', { name: 'New sale' }).click();
  await page.getByLabel('Amount to pay').waitFor();
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('a newer payment at the printed code is tied in one tap, and the shift ends with its total', async () => {
  const { page, complaints, close } = await shop.open({ viewport: phone });
  const { service, merchant } = shop;
  const { id: link } = (await merchant.call('POST', '/links', { currency: 'XOF', name: 'Till 2' })).body;
  await page.goto(shop.at('/till'));
  await page.getByRole('button', { name: 'Start a shift: Till 2' }).click();
  await page.getByLabel('Amount to pay').fill('900');
  await page.getByRole('button', { name: 'Show the code' }).click();
  const screen = page.getByRole('region', { name: 'Sale', exact: true });
  await screen.getByText('Waiting for the payment').waitFor();
  await paySession(service, merchant, await openAtCounter(service, merchant, link, 900));
  await page.getByRole('button', { name: 'Use for this sale' }).click();
  await screen.getByText('Paid').waitFor();
  await page.getByText('Belongs to a sale').waitFor();
  await page.getByRole('button', { name: 'End the shift' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('900').waitFor();
  await dialog.getByRole('button', { name: 'End the shift' }).click();
  await dialog.waitFor({ state: 'detached' });
  const ended = (await merchant.call('GET', `/shifts?link=${link}`)).body.data[0];
  assert.equal(ended.status, 'ended');
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('a member with the role till sees the till and no other page', async () => {
  const { id, token } = await shop.service.person('developer');
  await joinAs(shop.service.db, 'till', shop.integration, id);
  const headers = { authorization: `Bearer ${token}` };
  const { page, complaints, close } = await openPage(shop.service.base, { extraHTTPHeaders: headers });
  await keepSession(page.context(), '127.0.0.1', {});
  await page.goto('/dashboard/');
  await page.waitForURL(/\/test\/till$/);
  await page.getByRole('link', { name: 'Continue the shift' }).first().waitFor();
  assert.deepEqual(await page.locator('nav').first().getByRole('link').allInnerTexts(), ['Till']);
  assert.equal(await page.getByRole('button', { name: 'Create a till' }).count(), 0);
  await page.goto(shop.at('/payments'));
  await page.waitForURL(/\/test\/till$/);
  await page.goto(shop.at(`/till/${shop.shift}`));
  await page.getByLabel('Amount to pay').fill('60');
  await page.getByRole('button', { name: 'Show the code' }).click();
  const screen = page.getByRole('region', { name: 'Sale', exact: true });
  await screen.getByText('Waiting for the payment').waitFor();
  const { session } = (await shop.merchant.call('GET', `/sales?shift=${shop.shift}`)).body.data[0];
  await paySession(shop.service, shop.merchant, session);
  await screen.getByText('Paid').waitFor();
  assert.equal(complaints.join('\n'), '');
  await close();
});

inLongSuite('a merchant sets a logo and how receipts go out', async () => {
  const { page, complaints, close } = await shop.open({ viewport: phone });
  const settings = async () => (await shop.person.call('GET', '/merchants/me')).body;
  await page.goto(shop.at('/settings'));
  const choose = (name: string, bytes: Buffer) =>
    page.getByLabel('Choose a logo').setInputFiles({ name, mimeType: 'image/png', buffer: bytes });
  await choose('large.png', Buffer.alloc(6_145));
  await page.getByText('larger than 6 KiB').waitFor();
  // A mark in the name is not believed: the service reads the bytes.
  await choose('text.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await page.getByRole('alert').filter({ hasNotText: '6 KiB' }).waitFor();
  assert.equal((await settings()).logo, null);
  await choose('logo.png', drawPng());
  const logo = page.getByRole('img', { name: /^Logo of/ });
  await logo.waitFor();
  assert.ok(await logo.evaluate((image: { naturalWidth: number }) => image.naturalWidth > 0));

  await page.getByRole('combobox', { name: 'Send receipts' }).click();
  await page.getByRole('option', { name: 'By SMS', exact: true }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Nairobi');
  await page.getByRole('option', { name: 'Africa/Nairobi' }).click();
  await page.locator('form').filter({ hasText: 'Send receipts' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const { receipts, time_zone } = await settings();
  assert.deepEqual([receipts, time_zone], ['sms', 'Africa/Nairobi']);
  assert.equal((await violations(page)).join('\n'), '');
  await page.getByRole('button', { name: 'Remove the logo' }).click();
  await logo.waitFor({ state: 'detached' });
  assert.equal((await settings()).logo, null);
  // The refused file's 422 is the browser's own complaint.
  assert.deepEqual(
    complaints.filter((text) => !/\b4(00|15|22)\b/.test(text)),
    [],
  );
  await close();
});

inLongSuite('a receipt is made, shared by its address and revoked on the page of its payment', async () => {
  const { page, complaints, close } = await shop.open({ viewport: phone });
  const { service, payment } = shop;
  await page.goto(shop.at(`/payments/${payment}`));
  await page.getByRole('button', { name: 'Make a receipt' }).click();
  const address = page.getByRole('link', { name: /\/r\/\w/ });
  const url = (await address.getAttribute('href'))!;
  assert.equal((await fetch(new URL(new URL(url).pathname, service.base))).status, 200);
  assert.equal((await violations(page)).join('\n'), '');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Make a receipt' }).waitFor();
  assert.equal((await fetch(new URL(new URL(url).pathname, service.base))).status, 404);
  assert.equal(complaints.join('\n'), '');
  await close();
});
