import type { Balance, Incoming, Rail, Rails, StatementRow } from '../../src/rails/rail.ts';
import type { RailRow } from '../../src/rails/rail-row.ts';
import { openPayment } from './flows.ts';
import type { TestMerchant, TestService } from './harness.ts';

export const slug = 'mpesa-ke';

export const railRow: RailRow = {
  id: 'rail_01kf0q1x5hf2br8m0tq6wz3cye',
  slug,
  provider: 'daraja',
  country: 'KE',
  currency: 'KES',
  livemode: false,
  merchant: null,
  baseUrl: 'http://127.0.0.1:9',
  prefixes: [],
  minimum: null,
  maximum: null,
  priority: 1,
  callsPerSecond: null,
  concurrency: null,
  payoutDayMaximum: null,
  floatMinimum: 1_000n,
  scheme: null,
  status: 'enabled',
  statusReason: null,
  statusUntil: null,
  callbackSources: [],
  version: 1,
};

export const rowOf = (money: Incoming, more: Partial<StatementRow> = {}): StatementRow => ({
  operation: money.receipt,
  record: null,
  kind: 'incoming',
  amount: money.amount,
  currency: money.currency,
  at: money.at,
  phone: null,
  accountText: money.accountText,
  ...more,
});

/** A rail whose provider lists these movements, and has this balance. */
export function listingRail() {
  const listed: StatementRow[] = [];
  const books: { balance: readonly Balance[] | Error } = { balance: [{ currency: 'KES', available: 5_000n }] };
  const rail = {
    name: slug,
    statement: async (_from: Date, _to: Date, cursor: string | null) => {
      // One row a page, as a provider with many pages.
      const at = Number(cursor ?? 0);
      const next = at + 1 < listed.length ? String(at + 1) : null;
      return { rows: listed.slice(at, at + 1), cursor: next };
    },
    balance: async () => {
      if (books.balance instanceof Error) throw books.balance;
      return books.balance;
    },
  } as unknown as Rail;
  const rails: Rails = {
    get: (name) => (name === slug ? rail : undefined),
    row: (name) => (name === slug ? railRow : undefined),
    names: () => [slug],
    heldBack: () => null,
    room: () => Number.POSITIVE_INFINITY,
  };
  return { rails, listed, books };
}

/** Keeps money that a provider reports, as the callback route does. */
export async function report(service: TestService, money: Incoming): Promise<void> {
  const text = `
    INSERT INTO rail_incoming (id, rail, receipt, livemode, amount, currency, at, payer, account_text)
    VALUES ($2, $1, $2, false, $3, $4, $5, $6, $7) ON CONFLICT (rail, receipt) DO NOTHING`;
  const { receipt, amount, currency, at, payer, accountText } = money;
  await service.db.query({ name: 'report', text }, [slug, receipt, amount, currency, at, payer, accountText]);
}

/** An open payment at the rail. */
export async function openAtRail(service: TestService, shop: TestMerchant, customer: string, amount: number) {
  const { id } = await openPayment(shop, { customer, amount, currency: 'KES' });
  const text = `UPDATE payments SET rail = $2, sent_at = now() WHERE id = $1`;
  await service.db.query({ name: 'to_rail', text }, [id, slug]);
  return id;
}
