import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { verify } from '../../service/src/core/signature.ts';
import { becomes, until } from '../../service/test/support/harness.ts';
import { type Receiver, startReceiver } from '../../service/test/support/receiver.ts';
import { advance, failAllAttempts, unixNow } from '../../service/test/support/webhook-flows.ts';
import { violations } from './axe.ts';
import type { TestPage } from './browser.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
let receiver: Receiver;
let opened: TestPage;
let page: Page;
/** The path of the endpoint in these tests. */
let endpoint: string;
let secret: string;

before(async () => {
  shop = await openShop();
  receiver = await startReceiver();
  opened = await shop.open();
  page = opened.page;
});
after(async () => {
  receiver.close();
  await shop.stop();
});

const dialog = () => page.getByRole('dialog');
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
async function choose(act: string) {
  await press('More');
  await page.getByRole('menuitem', { name: act, exact: true }).click();
}
/** Closes the dialog with the secret and checks that it is gone from the page. */
async function takeSecret(): Promise<string> {
  await dialog().getByText('Shown only once.').waitFor();
  const secret = await dialog().locator('code').last().innerText();
  assert.match(secret, /^whsec_/);
  await dialog().getByRole('button', { name: 'Done' }).click();
  await dialog().waitFor({ state: 'detached' });
  assert.ok(!(await page.content()).includes(secret));
  return secret;
}
const emit = () => shop.merchant.call('POST', '/test/events', { type: 'payment.succeeded' });

test('an endpoint is added, and its secret is shown once', async () => {
  await page.goto(shop.at('/webhooks'));
  await press('Add endpoint');
  await dialog().getByLabel('URL').fill('ftp://shop.example/');
  await dialog().getByRole('button', { name: 'Add endpoint' }).click();
  await dialog()
    .getByText(/https?/)
    .first()
    .waitFor();
  await dialog().getByLabel('URL').fill(receiver.url);
  await dialog().getByLabel('Description').fill('The shop itself');
  await dialog().getByRole('button', { name: 'Add endpoint' }).click();
  secret = await takeSecret();
  await page.getByRole('link', { name: receiver.url }).click();
  await page.getByText('No deliveries yet').waitFor();
  endpoint = new URL(page.url()).pathname;
  await page.reload();
  await page.getByText('The shop itself').first().waitFor();
  assert.ok(!(await page.content()).includes(secret));
});

test('a test event fails, both sides are shown, the server is fixed, and the event is resent', async () => {
  receiver.answer = { status: 500, headers: { 'x-shop': 'down' }, body: '{"oops":"no such table"}' };
  await press('Send test event');
  await page.getByText('500').first().waitFor();
  await page
    .getByLabel('Request headers of attempt 1')
    .getByText(/service-signature/i)
    .waitFor();
  await page.getByLabel('Request body of attempt 1').getByText('webhook.test').waitFor();
  await page.getByLabel('Response headers of attempt 1').getByText('x-shop: down').waitFor();
  await page.getByLabel('Response body of attempt 1').getByText('no such table').waitFor();
  receiver.answer = { status: 200, body: 'thanks' };
  await press('Resend now');
  await page.getByLabel('Response body of attempt 2').getByText('thanks').waitFor();
  const [first, second] = receiver.received;
  assert.equal(first!.event.id, second!.event.id);
  assert.equal(receiver.received.length, 2);
});

test('dead letters show how long they are kept, and are resent: the chosen ones, and all', async () => {
  const id = endpoint.split('/').at(-1)!;
  // One of the shop's payments expires when the clock advances. Its event is sent now, so that it does not become a
  // dead letter later.
  await advance(shop.merchant, 7 * 86_400);
  const waiting = async (path: string) => (await shop.merchant.call('GET', path)).body.data.length > 0;
  await until(async () => !(await waiting('/payments?status=requires_action')));
  await until(async () => !(await waiting(`/webhooks/${id}/deliveries?status=pending`)));
  receiver.answer = { status: 503, body: 'closed' };
  const before = receiver.received.length;
  for (let i = 0; i < 3; i++) await emit();
  await receiver.nth(before + 3);
  const { body } = await shop.merchant.call('GET', `/webhooks/${id}/deliveries?limit=3`);
  for (const delivery of body.data) await failAllAttempts(shop.merchant, delivery.id);
  // The advances of the test clock also brought the deadlines of the other deliveries nearer. None came after the last
  // one died.
  const { rows } = await shop.service.db.pool.query(
    `SELECT id, kept_until FROM deliveries WHERE endpoint_id = $1 AND status = 'dead' ORDER BY updated_at DESC`,
    [id],
  );
  assert.equal(rows.length, 3);

  await page.goto(`${endpoint}?tab=dead`);
  const one = page.getByRole('checkbox', { name: `Choose ${rows[0].id}` });
  const kept = page.getByRole('row').filter({ has: one }).locator('td:nth-child(4) time');
  await becomes(() => kept.getAttribute('datetime'), rows[0].kept_until.toISOString());

  const all = page.getByRole('checkbox', { name: 'Choose all on this page' });
  await all.check();
  await page.getByRole('button', { name: 'Resend 3' }).waitFor();
  await page.getByRole('checkbox', { name: `Choose ${rows[0].id}` }).uncheck();
  await page.getByRole('checkbox', { name: `Choose ${rows[1].id}` }).uncheck();
  await page.locator('input[data-indeterminate]').waitFor();
  receiver.answer = { status: 200 };
  await press('Resend 1');
  await page.getByRole('checkbox', { name: `Choose ${rows[2].id}` }).waitFor({ state: 'detached' });

  await press('Replay all');
  await dialog().getByText(receiver.url).waitFor();
  await dialog().getByRole('button', { name: 'Replay all' }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Replays' }).click();
  await page.getByText('Completed').waitFor();
  await page.getByRole('cell', { name: '2', exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Dead letters' }).click();
  await page.getByText('No dead letters').waitFor();
});

test('a rolled secret signs beside the old one, and is shown once', async () => {
  await page.goto(endpoint);
  await choose('Roll secret');
  await dialog().getByRole('button', { name: 'Roll secret' }).click();
  const newSecret = await takeSecret();
  const before = receiver.received.length;
  await emit();
  const { headers, raw } = await receiver.nth(before + 1);
  const isSigned = (name: string, by: string) => verify(String(headers[name]), raw, by, unixNow());
  assert.ok(isSigned('service-signature', secret));
  assert.ok(isSigned('service-signature-next', newSecret));
});

test('an endpoint is disabled, enabled and deleted, each after a question with its name', async () => {
  await choose('Disable');
  await dialog().getByText(receiver.url).waitFor();
  await dialog().getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Disabled', { exact: true }).waitFor();
  const before = receiver.received.length;
  await emit();
  await page.goto(`${endpoint}?tab=dead`);
  // The service would refuse a replay now.
  await page.getByText('Endpoint disabled').waitFor();
  await page.getByText('No dead letters').waitFor();
  assert.equal((await violations(page)).join('\n'), '');
  assert.equal(await page.getByRole('button', { name: 'Replay all' }).count(), 0);
  await press('Enable and replay');
  await page.getByText('Enabled', { exact: true }).waitFor();
  await receiver.nth(before + 1);
  await page.getByText('Endpoint disabled').waitFor({ state: 'detached' });
  await choose('Disable');
  await dialog().getByRole('button', { name: 'Disable' }).click();
  await choose('Enable');
  await page.getByText('Enabled', { exact: true }).waitFor();
  await choose('Delete');
  await dialog().getByText(receiver.url).waitFor();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
  await page.getByRole('link', { name: receiver.url }).waitFor({ state: 'detached' });
  assert.equal(opened.complaints.filter((text) => !/status of 400/.test(text)).join('\n'), '');
});
