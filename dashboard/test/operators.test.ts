import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { kycOf } from '../../service/test/kyc-flows.ts';
import { type Office, openOffice } from './office.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
let office: Office;
before(async () => {
  shop = await openShop();
  office = await openOffice(shop);
});
after(() => shop.stop());

test('an operator sees the image of a document and decides', async () => {
  const { page, complaints, close } = await office.open(office.admin);
  await page.goto('/dashboard/');
  await page.getByRole('heading', { name: 'Health', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Identity checks' }).click();
  await page.getByRole('link', { name: office.customer.identifier }).click();
  await page.getByText('A-0123 4567', { exact: true }).waitFor();
  await page.getByRole('img', { name: 'Image 1' }).waitFor();
  const image = `document.querySelector('img[alt="Image 1"]')`;
  assert.equal(await page.evaluate(`${image}.decode().then(() => ${image}.naturalWidth)`), 32);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Approved', { exact: true }).waitFor();
  assert.equal(await kycOf(office.customer), 'verified');
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('one operator asks for a cash-in, cannot approve it, and another does', async () => {
  const one = await office.open(office.finance);
  await one.page.goto(`/dashboard/operator/wallets/${office.wallet}`);
  await one.page.getByRole('button', { name: 'Cash in', exact: true }).click();
  const dialog = one.page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('25000');
  await dialog.getByLabel('Reference').fill('SLIP-77');
  await dialog.getByLabel('Reason').fill('paid in at the desk');
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await one.page.getByText('another operator decides').waitFor();
  assert.equal(await one.page.getByRole('button', { name: 'Approve' }).count(), 0);
  const path = new URL(one.page.url()).pathname;

  const balance = async () => {
    const { body } = await office.admin.call('GET', `/operator/wallets/${office.wallet}`);
    return body.balance.total;
  };
  assert.equal(await balance(), 0);
  const other = await office.open(office.admin);
  await other.page.goto(path);
  await other.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await other.page.getByText('Approved', { exact: true }).waitFor();
  assert.equal(await balance(), 25_000);
  for (const { complaints, close } of [one, other]) {
    assert.equal(complaints.join('\n'), '');
    await close();
  }
});

test('what a role may not is not offered, and its address says so', async () => {
  const { page, close } = await office.open(office.support);
  await page.goto(`/dashboard/operator/wallets/${office.wallet}`);
  await page.getByRole('heading', { name: 'Statement' }).waitFor();
  for (const name of ['Freeze', 'Cash in', 'Adjust']) {
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
  }
  assert.equal(await page.getByRole('link', { name: 'Audit log' }).count(), 0);
  await page.goto('/dashboard/operator/approvals');
  await page.getByText('You may not do this').waitFor();
  // The control: who may is offered it.
  const admin = await office.open(office.admin);
  await admin.page.goto(`/dashboard/operator/wallets/${office.wallet}`);
  await admin.page.getByRole('button', { name: 'Freeze', exact: true }).waitFor();
  await admin.close();
  await close();
});
