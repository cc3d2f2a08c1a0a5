import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openShop, type Shop } from './shop.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Where pictures of every page are put, for those who look at them. */
const pictures = process.env.RIALTO_PICTURES;

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.stop());

/** Each page by its name: where it is. */
const pages: Record<string, (shop: Shop) => string> = {
  home: ({ at }) => at('/home'),
  payments: ({ at }) => at('/payments'),
  payment: ({ at, payment }) => at(`/payments/${payment}`),
  refunds: ({ at }) => at('/refunds'),
  refund: ({ at, refund }) => at(`/refunds/${refund}`),
  payouts: ({ at }) => at('/payouts'),
  payout: ({ at, payout }) => at(`/payouts/${payout}`),
  'new-payout': ({ at }) => at('/payouts/new'),
  wallets: ({ at }) => at('/wallets'),
  wallet: ({ at, wallet }) => at(`/wallets/${wallet}?until=2026-01-31`),
  statement: ({ at, wallet }) => at(`/wallets/${wallet}/statement`),
  transfers: ({ at }) => at('/transfers'),
  transfer: ({ at, transfer }) => at(`/transfers/${transfer}`),
  keys: ({ at }) => at('/keys'),
  webhooks: ({ at }) => at('/webhooks'),
  endpoint: ({ at, endpoint }) => at(`/webhooks/${endpoint}`),
  'dead-letters': ({ at, endpoint }) => at(`/webhooks/${endpoint}?tab=dead`),
  replays: ({ at, endpoint }) => at(`/webhooks/${endpoint}?tab=replays`),
  delivery: ({ at, delivery }) => at(`/deliveries/${delivery}`),
  events: ({ at }) => at('/events'),
  event: ({ at, event }) => at(`/events/${event}`),
  account: () => '/dashboard/account',
  'sign-in': () => '/dashboard/sign-in',
  'new-password': () => '/dashboard/new-password',
  'no-page': () => '/dashboard/nothing/here/at/all',
};

/** What was asked for has come: no shape of what is to come is left. */
const settled = async (page: Page) => {
  await page.locator('h1, h2').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('[role=status][aria-label]').waitFor({ state: 'detached' });
};

const violations = async (page: Page): Promise<string[]> => {
  // Through the protocol: the page's own policy lets no script in.
  await page.evaluate(axe);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, failureSummary }) => id + ' ' + target + ' ' + html.slice(0, 300) + ' ' + failureSummary)))`);
};

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every page opens without a complaint, and everybody can use it (${colorScheme})`, async (t) => {
    const { page, complaints, close } = await shop.open({ colorScheme });
    for (const [name, pathOf] of Object.entries(pages)) {
      await t.test(name, async () => {
        await page.goto(pathOf(shop));
        await settled(page);
        if (pictures) await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`), fullPage: false });
        assert.equal((await violations(page)).join('\n'), '');
        assert.equal(complaints.splice(0).join('\n'), '');
      });
    }
    await close();
  });
}

test('on a phone nothing is wider than the screen', async () => {
  const { page, close } = await shop.open({ viewport: { width: 360, height: 740 } });
  for (const [name, pathOf] of Object.entries(pages)) {
    await page.goto(pathOf(shop));
    await settled(page);
    if (pictures) await page.screenshot({ path: join(pictures, `${name}-phone.png`) });
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), name);
  }
  await close();
});

test('the control: what axe is to find, it finds', async () => {
  const { page, close } = await shop.open();
  await page.goto(pages['sign-in']!(shop));
  await settled(page);
  await page.evaluate(`document.querySelector('label').remove()`);
  assert.match((await violations(page)).join('\n'), /label/);
  await close();
});
