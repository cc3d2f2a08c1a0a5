import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../service/test/support/harness.ts';
import { openProviderBooks } from '../../service/test/support/provider-books.ts';
import { violations } from './axe.ts';
import { type TestPage, visit } from './browser.ts';
import { type Office, openOffice } from './office.ts';
import { openShop, type Shop } from './shop.ts';
import { openStatements } from './statements.ts';

/** The directory for pictures of every page, for people who look at them. */
const pictures = process.env.RIALTO_PICTURES;
/** `RIALTO_DOC_PICTURES=docs/pictures` renews the pictures of docs/dashboard.md. */
const documented = process.env.RIALTO_DOC_PICTURES;
const inDocs = ['payments-light', 'payment-dark', 'delivery-light'];

let shop: Shop;
let office: Office;
/** A file of statements, and a case about one of its lines. */
let file: string;
let exception: string;
let closed: string;
before(async () => {
  shop = await openShop();
  office = await openOffice(shop);
  ({ file } = await openStatements(shop.service));
  const day = { rail: 'mpesa-ke', day: '2026-10-01' };
  closed = (await office.finance.call('POST', '/operator/closes', day)).body.id;
  await office.admin.call('POST', `/operator/closes/${closed}/review`);
  // The first month of a rail begins with its first closed day.
  const bank = await openProviderBooks(shop.service, { rail: 'bank-ug' });
  await bank.statement([], ['2026-10-31', '2026-10-31']);
  await bank.reconcile();
  const last = { rail: 'bank-ug', day: '2026-10-31' };
  const { id } = (await office.finance.call('POST', '/operator/closes', last)).body;
  await office.admin.call('POST', `/operator/closes/${id}/review`);
  exception = (await office.admin.call('GET', '/operator/cases?status=open&kind=missing_here')).body.data[0].id;
});
after(() => shop.stop());

/** The address of each page, by its name. */
const pages: Record<string, (shop: Shop) => string> = {
  home: ({ at }) => at('/home'),
  payments: ({ at }) => at('/payments'),
  payment: ({ at, payment }) => at(`/payments/${payment}`),
  links: ({ at }) => at('/links'),
  'new-link': ({ at }) => at('/links?new=1'),
  link: ({ at, link }) => at(`/links/${link}`),
  sessions: ({ at }) => at('/checkout'),
  session: ({ at, session }) => at(`/checkout/${session}`),
  tills: ({ at }) => at('/till'),
  shift: ({ at, shift }) => at(`/till/${shift}`),
  sale: ({ at, shift, sale }) => at(`/till/${shift}?sale=${sale}`),
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
  settlement: ({ at }) => at('/settlement'),
  exports: ({ at }) => at('/exports'),
  'export-schedules': ({ at }) => at('/exports?tab=schedules'),
  keys: ({ at }) => at('/keys'),
  webhooks: ({ at }) => at('/webhooks'),
  inbox: ({ at }) => at('/inbox'),
  endpoint: ({ at, endpoint }) => at(`/webhooks/${endpoint}`),
  'dead-letters': ({ at, endpoint }) => at(`/webhooks/${endpoint}?tab=dead`),
  replays: ({ at, endpoint }) => at(`/webhooks/${endpoint}?tab=replays`),
  delivery: ({ at, delivery }) => at(`/deliveries/${delivery}`),
  events: ({ at }) => at('/events'),
  event: ({ at, event }) => at(`/events/${event}`),
  requests: ({ at }) => at('/requests'),
  request: ({ at, request }) => at(`/requests/${request}`),
  developers: ({ at }) => at('/developers'),
  settings: ({ at }) => at('/settings'),
  account: () => '/dashboard/account',
  'sign-in': () => '/dashboard/sign-in',
  'sign-up': () => '/dashboard/sign-up',
  'new-password': () => '/dashboard/new-password',
  invitation: () => '/dashboard/invitation',
  'no-page': () => '/dashboard/nothing/here/at/all',
};

/** Operators' pages, below `/dashboard/operator`. */
const operatorPages: Record<string, () => string> = {
  'operator-health': () => '/health',
  'operator-merchants': () => '/merchants',
  'operator-merchant': () => `/merchants/${shop.merchant.merchantId}`,
  'operator-accounts': () => '/accounts?type=operator',
  'operator-account': () => `/accounts/${office.customer.id}`,
  'operator-kyc': () => '/kyc',
  'operator-review': () => `/kyc/${office.submission}`,
  'operator-payments': () => `/payments?integration=${shop.integration}`,
  'operator-payment': () => `/payments/${shop.payment}`,
  'operator-payouts': () => `/payouts?integration=${shop.integration}`,
  'operator-payout': () => `/payouts/${shop.payout}`,
  'operator-wallets': () => `/wallets?owner=${shop.merchant.merchantId}`,
  'operator-wallet': () => `/wallets/${office.wallet}`,
  'operator-approvals': () => '/approvals',
  'operator-approval': () => `/approvals/${office.approval}`,
  'operator-ledger': () => '/ledger',
  'operator-system-wallet': () => `/ledger/${office.systemWallet}`,
  'operator-posting': () => `/postings/${office.posting}`,
  'operator-audit': () => '/audit',
  'operator-limits': () => '/limits',
  'operator-fees': () => '/fees',
  'operator-cases': () => '/cases',
  'operator-case': () => `/cases/${office.case}`,
  'operator-floats': () => '/floats',
  'operator-rails': () => '/rails',
  'operator-rail': () => `/rails/${office.rail}`,
  'operator-reconciliation': () => '/reconciliation',
  'operator-reconciled-rail': () => '/reconciliation/mpesa-ke',
  'operator-statement-lines': () => `/statement_lines?file=${file}`,
  'operator-exception': () => `/cases/${exception}`,
  'operator-statements': () => '/statements',
  'operator-statement-file': () => `/statements/${file}`,
  'operator-statement-layouts': () => '/statement_layouts',
  'operator-closes': () => '/closes',
  'operator-close-preview': () => '/closes/mpesa-ke/2026-10-02',
  'operator-close': () => `/closes/${closed}`,
  'operator-closed-month': () => '/closed_months/bank-ug/2026-10',
  'operator-safeguarding': () => '/safeguarding/2026-10-01',
  'operator-matching-rules': () => '/matching_rules',
};

/** Each kind of person with their pages. */
const visits = [
  { who: 'a developer', open: (options: object) => shop.open(options), pages: Object.entries(pages) },
  {
    who: 'an operator',
    open: (options: object) => office.open(office.admin, options),
    pages: Object.entries(operatorPages).map(
      ([name, pathOf]) => [name, () => `/dashboard/operator${pathOf()}`] as [string, (shop: Shop) => string],
    ),
  },
];

/** `npm run test:long` and picture runs open every page; `npm test` opens one of each kind. */
const all = process.env.PAGES === 'all' || pictures !== undefined;
const words = (text: string) => text.split(' ');
/** Pages made of the same parts as another tested page. */
const alike = [
  ...words('refunds refund payouts wallets transfers transfer dead-letters replays events event requests request'),
  ...words('new-password sign-up invitation operator-merchants operator-accounts operator-kyc operator-payment'),
  'operator-payouts',
  ...words('operator-payout operator-wallet operator-approvals operator-approval operator-system-wallet operator-fees'),
  ...words('operator-cases operator-exception operator-wallets operator-floats operator-statements operator-closes'),
  'export-schedules',
];
/** Only colours differ in dark mode, so a few pages are enough. */
const inTheDark = words('home payment endpoint operator-ledger');
const isLookedAt = (name: string, colorScheme: 'light' | 'dark') =>
  all || (colorScheme === 'dark' ? inTheDark.includes(name) : !alike.includes(name));

const desk = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

/** Everything is loaded: no placeholder is left. */
const settled = async ({ page, quiet }: TestPage) => {
  await page.locator('h1, h2').first().waitFor();
  await quiet();
  await page.locator('[role=status][aria-label]').waitFor({ state: 'detached' });
};

for (const { who, open, pages } of visits) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`pages of ${who} open without errors and are accessible (${colorScheme})`, async (t) => {
      const opened = await open({ colorScheme, viewport: desk });
      const { page, complaints, close } = opened;
      for (const [name, pathOf] of pages) {
        if (!isLookedAt(name, colorScheme)) continue;
        await t.test(name, async (inner) => {
          opened.showFailure(inner);
          await (all || name === 'no-page' ? page.goto(pathOf(shop)) : visit(page, pathOf(shop)));
          await settled(opened);
          const picture = `${name}-${colorScheme}`;
          if (pictures) await page.screenshot({ path: join(pictures, `${picture}.png`), fullPage: false });
          if (documented && inDocs.includes(picture)) {
            await page.screenshot({ path: join(documented, `${picture}.jpg`), type: 'jpeg', quality: 80 });
          }
          assert.equal((await violations(page)).join('\n'), '');
          if (colorScheme === 'light') await fitsAPhone(page, name);
          assert.equal(complaints.splice(0).join('\n'), '');
        });
      }
      await close();
    });
  }
}

/** Pages on which the shell folds up and a table scrolls. */
const narrow = ['home', 'payments', 'endpoint', 'statement', 'operator-ledger', 'operator-posting'];

const tooWide = (page: Page): Promise<unknown[]> =>
  page.evaluate(`[...document.querySelectorAll('*')]
    .filter(() => document.documentElement.scrollWidth > innerWidth)
    .filter((one) => one.getBoundingClientRect().right > innerWidth)
    .map((one) => one.outerHTML.slice(0, 200))`);

/** No page is wider than the screen of a phone. */
async function fitsAPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize(phone);
  try {
    if (pictures) await page.screenshot({ path: join(pictures, `${name}-phone.png`) });
    // An element placed by a script moves a moment after the style changes.
    let wide: unknown[] = [];
    const fits = async () => {
      wide = await tooWide(page);
      return wide.length === 0;
    };
    await until(fits).catch(() => {});
    assert.deepEqual(wide, [], `${name} is too wide`);
    if (narrow.includes(name)) assert.equal((await violations(page)).join('\n'), '');
  } finally {
    await page.setViewportSize(desk);
  }
}

test('control: axe finds a planted violation', async () => {
  const opened = await shop.open();
  const { page, close } = opened;
  await page.goto(pages['sign-in']!(shop));
  await settled(opened);
  await page.evaluate(`document.querySelector('label').remove()`);
  assert.match((await violations(page)).join('\n'), /label/);
  await close();
});
