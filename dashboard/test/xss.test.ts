import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { becomes, until } from '../../service/test/support/harness.ts';
import { openPage, type TestPage } from './browser.ts';
import { payloads } from './payloads.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.stop());

/** Reports every payload that runs, and every one that the policy blocks. */
const report = async (page: Page, executed: string[]) => {
  await page.context().exposeFunction('executed', (number: number) => executed.push(`payload ${number}`));
};
/** Waits until the page shows `texts` and `about`, and payloads have had time to run or load something. */
const settled = async ({ page, quiet }: TestPage, path: string, texts: readonly string[], about: string) => {
  const missing = async () => {
    const text = String(await page.evaluate('document.body.textContent'));
    return [...texts, about].filter((one) => !text.includes(one));
  };
  await becomes(missing, [], path);
  await page.locator('[role=status][aria-label]').waitFor({ state: 'detached' });
  await quiet();
};
const made = ({ status, text, body }: { status: number; text: string; body: any }) => {
  assert.ok(status < 300, text.slice(0, 500));
  return body;
};
/** Metadata holds up to fifty values. */
const metadata = Object.fromEntries(payloads.map((payload, number) => [`note_${number}`, payload]));
const short = (payload: string, length: number) =>
  payload.length <= length ? payload : '<img src=x onerror=executed(7)>';

test('fifty payloads are plain text on every page: nothing runs, nothing is blocked', async (t) => {
  assert.equal(payloads.length, 50);
  const { merchant, receiver, integration, person } = shop;
  const payment = made(
    await merchant.call('POST', '/payments', {
      amount: 4_200,
      currency: 'XOF',
      customer: '+221770000007',
      reference: payloads[7],
      description: payloads[14],
      metadata,
    }),
  );
  const refund = made(
    await merchant.call('POST', '/refunds', { payment: shop.payment, amount: 500, reference: payloads[10], metadata }),
  );
  for (const payload of payloads.slice(0, 20)) {
    const key = { label: short(payload, 100), scopes: ['payments:read'] };
    made(await person.call('POST', `/integrations/${integration}/keys`, key));
  }
  await shop.service.db.pool.query('UPDATE integrations SET name = $1 WHERE id = $2', [payloads[9], integration]);
  await shop.service.db.pool.query('UPDATE merchants SET name = $1 WHERE id = $2', [payloads[15], merchant.merchantId]);
  const endpoint = made(
    await merchant.call('POST', '/webhooks', {
      url: `${receiver.url}?q=${encodeURIComponent(payloads[0]!)}`,
      events: ['*'],
      description: payloads[8],
      metadata,
    }),
  );
  receiver.answer = {
    status: 500,
    headers: { 'content-type': 'text/html', 'x-note': payloads[7]!, location: 'javascript:executed(46)' },
    body: payloads.join('\n'),
  };
  const { id: delivery, event } = made(await merchant.call('POST', `/webhooks/${endpoint.id}/test`, {}));

  const opened = await shop.open();
  const { page, complaints, close } = opened;
  const executed: string[] = [];
  await report(page, executed);
  /** Each page with its payloads, and another text that appears once it is loaded. */
  const paths: Record<string, [texts: readonly string[], about: string]> = {
    [`/payments/${payment.id}`]: [payloads, payment.id],
    [`/refunds/${refund.id}`]: [payloads, refund.id],
    [`/webhooks/${endpoint.id}`]: [[payloads[8]!], endpoint.id],
    [`/deliveries/${delivery}`]: [payloads, delivery],
    [`/events/${event}`]: [[], 'webhook.test'],
    '/payments': [[payloads[7]!], '4,200'],
    '/refunds': [[], '50,000'],
    '/webhooks': [[payloads[8]!], receiver.url],
    '/keys': [payloads.slice(0, 20).map((payload) => short(payload, 100)), 'Create key'],
    [`/payments?reference=${encodeURIComponent(payloads[7]!)}`]: [[payloads[7]!], '4,200'],
    [`/payments?status=${encodeURIComponent(payloads[1]!)}`]: [[], 'No results match these filters'],
    [`/events/${encodeURIComponent(payloads[9]!)}`]: [[], 'Not found'],
  };
  let shown = 0;
  for (const [path, [texts, about]] of Object.entries(paths)) {
    await page.goto(shop.at(path));
    // Control: the payloads are on the page.
    await settled(opened, path, texts, about);
    shown += texts.length;
    const links = await page.locator('a[href^="javascript:" i], [src^="javascript:" i], iframe, object').count();
    assert.equal(links, 0, path);
  }
  t.diagnostic(`${payloads.length} payloads, seen ${shown} times on ${Object.keys(paths).length} pages`);
  assert.deepEqual(executed, []);
  // The service answers 400 or 404 to an unknown id, and the browser logs it.
  assert.equal(complaints.filter((complaint) => !/status of 40[04]/.test(complaint)).join('\n'), '');
  await close();
});

test('control: as markup, the policy blocks the same payloads, and without it they run', async () => {
  for (const policy of [true, false]) {
    const { page, complaints, close } = await openPage(shop.service.base);
    const executed: string[] = [];
    await report(page, executed);
    await page.route('**/dashboard/careless', async (route) => {
      const headers = (await route.fetch({ url: `${shop.service.base}/dashboard` })).headers();
      const body = `<!doctype html><title>x</title>${payloads.map((payload) => `<div>${payload}</div>`).join('')}`;
      await route.fulfill({ contentType: 'text/html', body, headers: policy ? headers : {} });
    });
    await page.goto('/dashboard/careless');
    if (policy) {
      await until(async () => complaints.some((complaint) => complaint.startsWith('policy: script-src')));
      assert.deepEqual(executed, []);
    } else {
      await until(async () => executed.length >= 5);
    }
    await close();
  }
});
