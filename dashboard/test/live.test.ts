import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../service/test/support/harness.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.stop());

const pay = async (reference: string) =>
  (
    await shop.merchant.call('POST', '/payments', {
      amount: 31_000,
      currency: 'XOF',
      customer: '+221770000100',
      reference,
    })
  ).body.id as string;

test('a payment made by a server appears in an open list, and its timeline can be read', async () => {
  const { page, complaints, close } = await shop.open();
  let loads = 0;
  page.on('load', () => loads++);
  const streamed = page.waitForResponse((response) => response.url().endsWith('/events/stream'));
  await page.goto(shop.at('/payments'));
  await page.getByText('order-1001').waitFor();
  await streamed;
  const payment = await pay('by-itself');
  const row = page.getByRole('row').filter({ hasText: 'by-itself' });
  await row.getByText('Succeeded').waitFor();
  assert.equal(loads, 1, 'the page was not reloaded');
  // A mark on an existing row: the element is kept, so nothing flickers.
  await page.evaluate(`document.querySelector('tbody tr').dataset.mark = '1'`);
  await pay('the-next-one');
  await page.getByRole('row').filter({ hasText: 'the-next-one' }).getByText('Succeeded').waitFor();
  await page.locator('tr[data-mark]').filter({ hasText: 'by-itself' }).waitFor();

  await row.getByRole('link').click();
  await page.waitForURL(`**/payments/${payment}`);
  for (const text of ['Payment created', 'Payment succeeded', 'Credited to the wallet:', 'payment.succeeded']) {
    await page.locator('ol').getByText(text).first().waitFor();
  }
  await page.getByText('As the API returns it').click();
  await page.locator('pre').last().getByText('"amount": 31000').waitFor();
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('the search box finds a record by its reference and by the start of its id', async () => {
  const { page, complaints, close } = await shop.open();
  await page.goto(shop.at('/events'));
  await page.getByRole('heading', { name: 'Events' }).waitFor();
  for (const text of ['order-1003', shop.payment.slice(0, 29)]) {
    await page.keyboard.press('/');
    await page.getByRole('dialog').getByRole('combobox').fill(text);
    const hit = page.getByRole('option').filter({ hasText: /Payment · / });
    await hit.first().click();
    await page.waitForURL('**/payments/pay_*');
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  assert.equal(complaints.join('\n'), '');
  await close();
});

test('after an interruption the stream resumes where it was', async () => {
  const { page, close } = await shop.open();
  const streams: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/events/stream')) streams.push(request.headers()['last-event-id']);
  });
  const streamed = page.waitForResponse((response) => response.url().endsWith('/events/stream'));
  await page.goto(shop.at('/payments'));
  await streamed;
  assert.equal(streams.length, 1);
  await pay('before-the-break');
  await page.getByRole('row').filter({ hasText: 'before-the-break' }).getByText('Succeeded').waitFor();
  await page.context().setOffline(true);
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);
  await pay('in-the-break');
  await page.context().setOffline(false);
  await page.evaluate(`delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))`);
  await page.getByRole('row').filter({ hasText: 'in-the-break' }).getByText('Succeeded').waitFor();
  // The list may have been read before the stream was reopened.
  await until(async () => /^evt_/.test(streams.at(-1) ?? ''));
  await close();
});
