import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes, until } from '../../service/test/support/harness.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.stop());

test('an address of a foreign integration gives one answer and stores nothing', async () => {
  const { page, complaints, quiet, close } = await shop.open();
  for (const address of ['/dashboard/int_nope/test/home', `/dashboard/${shop.integration}/tset/home`]) {
    await page.goto(address);
    await page.getByRole('heading', { name: 'Integration not found' }).waitFor();
    await quiet();
    assert.equal(complaints.splice(0).join('\n'), '');
    await page.getByRole('link', { name: 'Go to the first page' }).click();
    await page.waitForURL(new RegExp(`${shop.integration}/test/home`));
    await quiet();
  }
  await close();
});

test('a phone is queried by some of its digits, and the field says what is missing', async () => {
  const { page, complaints, close } = await shop.open();
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1002').waitFor();
  const phone = page.getByLabel('Phone (some digits)');
  const advice = page.getByText('Type at least 3 digits.');
  await phone.fill('22');
  await advice.waitFor();
  await page.getByText('order-1002').waitFor();
  await phone.fill('00221 77 000 00 01');
  await page.waitForURL((url) => url.searchParams.get('phone') === '+221770000001');
  await page.getByText('order-1001').waitFor({ state: 'detached' });
  await becomes(() => page.locator('[data-row]').count(), 1);
  await becomes(() => advice.count(), 0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText('order-1001').waitFor();
  assert.equal(complaints.splice(0).join('\n'), '');
  await close();
});

test('a tab is named after its content, also where nothing is found', async () => {
  const { page, close } = await shop.open();
  const gone = `${shop.payment.slice(0, -4)}0000`;
  const names: [path: string, title: string][] = [
    [shop.at('/payments'), 'Payments · Rialto'],
    [shop.at(`/payments/${gone}`), 'Payment · Rialto'],
    [shop.at(`/payments/${shop.payment}`), `Payment ${shop.payment} · Rialto`],
    [shop.at('/nothing'), 'Page not found · Rialto'],
    ['/dashboard/int_nope/test/home', 'Integration not found · Rialto'],
  ];
  await page.goto(shop.at('/payments'));
  for (const [path, title] of names) {
    // A navigation inside the page, like a link.
    await page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
    await until(async () => (await page.title()) === title);
  }
  await close();
});

test('an event links to its record', async () => {
  const { page, close } = await shop.open();
  const { body } = await shop.merchant.call('GET', '/events?limit=100');
  for (const [type, id] of [
    ['payout.completed', shop.payout],
    ['transfer.succeeded', shop.transfer],
    ['refund.created', shop.refund],
  ]) {
    const event = body.data.find((one: { type: string }) => one.type === type);
    await page.goto(shop.at(`/events/${event.id}`));
    await page.getByRole('link', { name: id! }).click();
    await page.waitForURL((url) => url.pathname.endsWith(id!));
  }
  await close();
});
