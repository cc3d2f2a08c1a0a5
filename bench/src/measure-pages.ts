import type { Page } from 'playwright-core';
import { type BusyMerchant, fillMerchant } from './fill-merchant.ts';
import type { Findings, Options } from './options.ts';
import type { Stage } from './stage.ts';
import { table, whole } from './table.ts';
import { verifyLedger } from './verify.ts';
import { openBrowser, type Timed } from './watch-page.ts';
import { query } from './world.ts';

const PAYMENTS = 1_000_000;
const ROUNDS = 7;
const EXPECTED_MS = 300;

type Visit = {
  readonly what: string;
  /** The path of the page with the click, relative to `/dashboard/int_…/test`. */
  readonly from: string;
  /** Runs before the measurement. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly act: (page: Page) => Promise<unknown>;
};

type Line = { readonly what: string; readonly first: Timed; readonly later: Timed[] };

/** Measures the time from a click until the rows are on the screen. Browser and service share the cores. */
export async function measurePages(stage: Stage, options: Options, signal: AbortSignal): Promise<Findings> {
  const { service } = stage;
  const payments = options.quick ? PAYMENTS / 50 : PAYMENTS;
  const merchant = await fillMerchant(service.url, payments);
  const counts = await countRows(service.url);
  signal.throwIfAborted();
  const lines = await visitAll(service.base, merchant, await farBack(service.url), options.quick ? 1 : ROUNDS, signal);
  await verifyLedger(service);
  return {
    settings: `${counts}; ${options.quick ? 1 : ROUNDS} visits of each after the first`,
    report: table(head, lines.map(toRow)),
    verified: 'every page showed the requested rows, and every invariant of the ledger holds over the inserted data.',
    results: { lines },
  };
}

async function visitAll(
  base: string,
  merchant: BusyMerchant,
  deep: string,
  rounds: number,
  signal: AbortSignal,
): Promise<Line[]> {
  const browser = await openBrowser();
  try {
    const lines: Line[] = [];
    for (const visit of visits(merchant, deep)) {
      // The first visit of each kind has only the page that it starts from in the browser's cache.
      const watched = await browser.open(base, merchant);
      const times: Timed[] = [];
      for (let i = 0; i <= rounds; i++) {
        signal.throwIfAborted();
        await watched.arrive(`/dashboard/${merchant.integration}/test${visit.from}`);
        await visit.prepare?.(watched.page);
        times.push(await watched.time(() => visit.act(watched.page)));
      }
      await watched.close();
      lines.push({ what: visit.what, first: times[0]!, later: times.slice(1) });
    }
    return lines;
  } finally {
    await browser.close();
  }
}

const pages = [
  'payments',
  'refunds',
  'transfers',
  'payouts',
  'wallets',
  'webhooks',
  'events',
  'requests',
  'keys',
  'developers',
];

const visits = ({ wallet, endpoint }: BusyMerchant, deep: string): Visit[] => [
  ...pages.map((name) => ({ what: name, from: '/settings', ...follow(name) })),
  { what: "a wallet's statement", from: '/wallets', act: click(`a[data-row][href$="${wallet}"]`) },
  { what: "an endpoint's deliveries", from: '/webhooks', act: click(`a[data-row][href$="${endpoint}"]`) },
  { what: 'its dead letters', from: `/webhooks/${endpoint}`, act: click('[role=tab] >> nth=1') },
  {
    what: 'payments, 900 000 back: next',
    from: `/payments?starting_after=${deep}`,
    act: click('main nav button >> nth=1'),
  },
  { what: 'failed payments', from: '/payments', ...choose('Status', 'Failed') },
  { what: 'payments waiting for the customer', from: '/payments', ...choose('Status', 'Waiting for customer') },
  { what: 'payments in a rare currency, 1 in 25 000', from: '/payments', ...choose('Currency', 'KES') },
  { what: 'payments in an unused currency', from: '/payments', ...choose('Currency', 'GHS') },
  { what: "payments of a customer's phone", from: '/payments', ...write('Phone (some digits)', '+221770000123') },
  { what: 'payments of the last four digits of a phone', from: '/payments', ...write('Phone (some digits)', '0123') },
  { what: 'payments of digits that no phone has', from: '/payments', ...write('Phone (some digits)', '99999') },
  {
    what: 'digits of a phone within a month',
    from: `/payments?period=30d`,
    ...write('Phone (some digits)', '20123'),
  },
  // From old rows: the newest page has the same rows with and without this period.
  {
    what: 'payments of the last 7 days',
    from: `/payments?starting_after=${deep}`,
    ...choose('Period', 'Last 7 days'),
  },
  { what: 'payments of an amount', from: '/payments', ...write('Amount', '12345') },
  { what: 'a payment by its reference', from: '/payments', ...write('Reference', 'order-12345') },
  { what: 'failed refunds: none', from: '/refunds', ...choose('Status', 'Failed') },
  { what: 'transfers in an unused currency', from: '/transfers', ...choose('Currency', 'GHS') },
  { what: 'events of a rare kind, 1 in 800', from: '/events', ...choose('Type', 'payout.completed') },
  { what: 'events of an unused kind', from: '/events', ...choose('Type', 'wallet.frozen') },
  { what: 'failed requests', from: '/requests', ...choose('Status', 'Failed') },
  { what: 'a request by its idempotency key', from: '/requests', ...write('Idempotency key', 'shop-600001') },
  { what: 'pending deliveries: none', from: `/webhooks/${endpoint}`, ...choose('Status', 'Pending') },
  { what: 'home', from: '/settings', ...follow('home') },
];

const click = (selector: string) => (page: Page) => page.locator(selector).click();

/** A page of the menu. Its group is opened before, and the phone's bar, which is not visible, has links too. */
function follow(name: string): Pick<Visit, 'prepare' | 'act'> {
  const link = (page: Page) => page.locator(`nav a[href$="/${name}"]`).filter({ visible: true });
  return {
    prepare: async (page) => {
      while ((await link(page).count()) === 0) await page.locator('nav details:not([open]) > summary').first().click();
    },
    act: (page) => link(page).click(),
  };
}

const choose = (label: string, option: string): Pick<Visit, 'prepare' | 'act'> => ({
  prepare: (page) => page.getByRole('combobox', { name: label, exact: true }).click(),
  act: (page) => page.getByRole('option', { name: option, exact: true }).click(),
});

const write = (label: string, text: string): Pick<Visit, 'prepare' | 'act'> => ({
  prepare: (page) => page.getByLabel(label, { exact: true }).focus(),
  act: async (page) => {
    await page.keyboard.insertText(text);
    await page.keyboard.press('Enter');
  },
});

async function farBack(url: string): Promise<string> {
  const [row] = await query<{ id: string }>(
    url,
    `SELECT id FROM payments WHERE reference LIKE 'order-%' ORDER BY id OFFSET (SELECT count(*) / 10 FROM payments) LIMIT 1`,
  );
  return row!.id;
}

async function countRows(url: string): Promise<string> {
  const tables = ['payments', 'refunds', 'transfers', 'payouts', 'postings', 'events', 'deliveries', 'request_log'];
  const [row] = await query<Record<string, string>>(
    url,
    `SELECT ${tables.map((name) => `(SELECT count(*) FROM ${name}) AS ${name}`).join(', ')}`,
  );
  return tables.map((name) => `${whole(Number(row![name]))} ${name.replace('_', ' ')}`).join(', ');
}

const head = ['from click to paint', 'first ms', 'median ms', 'worst ms', 'service ms', 'expected', ''];

function toRow({ what, first, later }: Line): string[] {
  const sorted = (of: (timed: Timed) => number) => later.map(of).sort((a, b) => a - b);
  const painted = sorted((timed) => timed.painted);
  const median = painted[painted.length >> 1]!;
  const answered = sorted((timed) => timed.answered)[painted.length >> 1]!;
  const refused = [first, ...later].some((timed) => timed.refused);
  return [
    refused ? `${what}: refused` : what,
    ...[first.painted, median, painted.at(-1)!, answered].map(whole),
    `≤ ${EXPECTED_MS}`,
    median <= EXPECTED_MS && !refused ? 'met' : 'NOT MET',
  ];
}
