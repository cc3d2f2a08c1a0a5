import { examples, sampleIds } from '../../../contract/src/examples.ts';
import type { Prefix } from '../../../contract/src/fields.ts';
import type { Route } from '../../../contract/src/route.ts';
import { routes } from '../../../contract/src/routes.ts';
import { paidPayment, phone, tomorrow } from './flows.ts';
import { type TestMerchant, type TestService, until } from './harness.ts';
import { paidOut } from './payout-flows.ts';

/** The contract's routes, for tests that are generated from it. */
export const allRoutes: readonly Route[] = Object.values<Route>(routes);
/** The routes that an API key may call. */
export const keyRoutes = allRoutes.filter(({ auth }) => auth.includes('key'));
export const nameOf = (route: Route) => `${route.method} ${route.path}`;

/** An id for each kind of record that a route's path can contain. */
export type Ids = { readonly [P in Prefix]?: string };

const prefixIn = ({ pattern }: { pattern: string }) => /^\^\(?(\w+?)[|_]/.exec(pattern)![1] as Prefix;

/**
 * The id prefix of a route: `pay` where its `{id}` is a payment's. A route that takes several kinds returns the first.
 */
export function prefixOf(route: Route): Prefix | undefined {
  const id = (route.params as any)?.properties.id;
  return id && prefixIn(id);
}

/** The path of a route with the ids filled in. Without ids it uses sample ids that belong to nobody. */
export function pathOf(route: Route, ids: Ids = {}): string {
  const known: Ids = { ...sampleIds, ...ids };
  const { properties } = (route.params ?? {}) as any;
  // A rail is named by its slug.
  const filled = (name: string) =>
    name === 'slug' ? 'no-such-rail' : (properties[name].enum?.[0] ?? known[prefixIn(properties[name])]!);
  return `/api/v1${route.path.replace(/\{(\w+)\}/g, (_, name) => filled(name))}`;
}

/** The same, with the days that a report needs. */
export const addressOf = (route: Route, ids: Ids = {}): string =>
  pathOf(route, ids) + ((route.query as any)?.required?.includes('from') ? '?from=2026-01-01&to=2026-01-02' : '');

/** The body of the contract's own example. A webhook endpoint gets an address without a listener. */
export function bodyOf(route: Route): Record<string, unknown> | undefined {
  const { request } = examples[route.id as keyof typeof routes];
  if (!request) return undefined;
  return { ...request, ...('url' in request ? { url: 'http://127.0.0.1:9/' } : {}) };
}

/** One record of every kind. */
export async function makeRecords(
  service: TestService,
  shop: TestMerchant,
): Promise<Required<Pick<Ids, RecordPrefix>>> {
  const wbk = (await shop.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })).body.id;
  const paid = await paidPayment(shop);
  const refund = await shop.call('POST', '/refunds', { payment: paid.id, amount: 10 });
  const to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
  const transfer = await shop.call('POST', '/wallets/transfer', { to, amount: 10, currency: 'XOF' });
  const held = { amount: 10, currency: 'XOF', expires_at: tomorrow() };
  const hold = await shop.call('POST', '/holds', { ...held, to });
  const legs = { debits: [{ wallet: paid.wallet, amount: 10, currency: 'XOF' }] };
  const movement = await shop.call('POST', '/movements', {
    ...legs,
    credits: [{ wallet: to, amount: 10, currency: 'XOF' }],
  });
  const { id: theirs } = (await (await service.merchant()).call('POST', '/wallets', { currency: 'XOF' })).body;
  const partner = await shop.call('POST', '/split_partners', { wallet: theirs });
  const usr = (await service.customer(phone(String(1_000 + Math.trunc(Math.random() * 9_000))), ['XOF'])).id;
  const delivery = await until(async () => {
    const { body } = await shop.call('GET', `/webhooks/${wbk}/deliveries`);
    return body.data[0];
  });
  const items = Array.from({ length: 5 }, () => ({ recipient: to, amount: 5 }));
  const pout = (await paidOut(shop, items)).id;
  const replay = await shop.call('POST', `/webhooks/${wbk}/replay`, { since: paid.created_at });
  const file = { resource: 'payments', format: 'csv' };
  const exported = await shop.call('POST', '/exports', file);
  const schedule = await shop.call('POST', '/export_schedules', { ...file, interval: 'daily' });
  const plan = { name: `Plan ${Math.random()}`, currency: 'XOF', interval: 'monthly', first_date: '2036-01-28' };
  const planned = await shop.call('POST', '/schedules', { ...plan, time: '09:00', items: items.slice(0, 1) });
  const known = await shop.call('POST', '/beneficiaries', { items: [{ recipient: to, name: 'Awa' }] });
  const priced = { amount: 10, currency: 'XOF' };
  const session = await shop.call('POST', '/checkout/sessions', priced);
  const link = await shop.call('POST', '/links', priced);
  const till = await shop.call('POST', '/links', { currency: 'XOF' });
  const shift = await shop.call('POST', '/shifts', { link: till.body.id });
  const sale = await shop.call('POST', `/shifts/${shift.body.id}/sales`, { amount: 10 });
  const branch = await shop.call('POST', '/branches', { name: `Branch ${Math.random()}` });
  const receipt = await shop.call('POST', '/receipts', { record: paid.id });
  const [customer] = (await shop.call('GET', `/customers?payment=${paid.id}`)).body.data;
  const note = await shop.call('POST', `/customers/${customer.id}/notes`, { text: 'Pays on time.' });
  return {
    wbk,
    usr,
    pay: paid.id,
    rfd: refund.body.id,
    wal: paid.wallet,
    trf: transfer.body.id,
    hld: hold.body.id,
    mov: movement.body.id,
    spp: partner.body.id,
    dlv: delivery.id,
    evt: delivery.event,
    rpl: replay.body.id,
    pout,
    exp: exported.body.id,
    exs: schedule.body.id,
    sch: planned.body.id,
    ben: known.body.data[0].id,
    cs: session.body.id,
    lnk: link.body.id,
    shf: shift.body.id,
    sale: sale.body.id,
    rct: receipt.body.id,
    br: branch.body.id,
    cus: customer.id,
    note: note.body.id,
  };
}
type RecordPrefix =
  | 'pay'
  | 'rfd'
  | 'wal'
  | 'trf'
  | 'hld'
  | 'mov'
  | 'spp'
  | 'wbk'
  | 'dlv'
  | 'evt'
  | 'usr'
  | 'rpl'
  | 'pout'
  | 'exp'
  | 'exs'
  | 'cus'
  | 'note'
  | 'sch'
  | 'ben'
  | 'cs'
  | 'lnk'
  | 'shf'
  | 'sale'
  | 'rct'
  | 'br';
