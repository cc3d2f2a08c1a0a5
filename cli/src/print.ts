import type { Delivery } from '../../sdk/src/rialto.ts';
import { decimalsOf } from './minor-unit.ts';

/** On and off codes of ECMA-48. Node's `styleText` needs 20.12; the command line supports 20.3. */
const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;
type Color = keyof typeof codes;
let colors: boolean | undefined;

/** `--no-color` turns colors off. Otherwise NO_COLOR (https://no-color.org) and whether stdout is a terminal decide. */
export function useColors(wanted: boolean | undefined): void {
  colors = wanted === false ? false : undefined;
}

export function paint(color: Color, text: string): string {
  const { NO_COLOR, TERM } = process.env;
  const on = colors ?? (!NO_COLOR && TERM !== 'dumb' && process.stdout.isTTY === true);
  const [begin, end] = codes[color];
  return on ? `\u001b[${begin}m${text}\u001b[${end}m` : text;
}

export function line(text = ''): void {
  process.stdout.write(`${text}\n`);
}

/** Prints a notice to stderr, so that stdout has only the output. */
export function trouble(what: string): void {
  process.stderr.write(`${paint('yellow', what)}\n`);
}

type Fields = Record<string, unknown>;

/** Prints a record: as JSON for programs, as lines of names and values for people. */
export function printRecord(record: object, json = false): void {
  if (json) {
    line(JSON.stringify(record, null, 2));
    return;
  }
  const fields = Object.entries(flatten(record as Fields)).filter(([, value]) => value !== null && value !== undefined);
  const width = Math.max(...fields.map(([name]) => name.length));
  for (const [name, value] of fields)
    line(`${paint('dim', name.padEnd(width))}  ${show(name, value, record as Fields)}`);
}

/** Prints a delivery without its payload, and the result of each attempt. */
export function printDelivery(delivery: Delivery, json = false): void {
  if (json) {
    printRecord(delivery, true);
    return;
  }
  const { attempts, payload: _, ...rest } = delivery;
  printRecord(rest);
  for (const { number, at, response_status, error, duration_ms } of attempts)
    line(`${paint('dim', `attempt ${number}`)}  ${at}  ${error?.message ?? response_status}  ${duration_ms} ms`);
}

/** Prints a page or a whole list as a table. The columns depend on the kind of record. */
export function printList(records: readonly object[], json = false, more = false): void {
  if (json) line(JSON.stringify({ object: 'list', data: records, has_more: more }, null, 2));
  else if (records.length === 0) line(paint('dim', 'none'));
  else printTable(records);
  if (more && !json) line(paint('dim', '… there are more: use --all or a larger --limit'));
}

function printTable(records: readonly object[]): void {
  const rows = records.map((record) => columnsOf(record as Fields));
  const names = Object.keys(rows[0]!);
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => row[name]!.length)));
  const text = (cells: string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd();
  line(paint('dim', text(names)));
  for (const row of rows)
    line(
      names
        .map((name, i) => colored(row[name]!, widths[i]!))
        .join('  ')
        .trimEnd(),
    );
}

const colored = (cell: string, width: number) => paintStatus(cell) + ' '.repeat(width - cell.length);

const statusColors: Record<string, Color> = {
  succeeded: 'green',
  completed: 'green',
  active: 'green',
  enabled: 'green',
  failed: 'red',
  dead: 'red',
  frozen: 'red',
  disabled: 'red',
  revoked: 'red',
  pending: 'yellow',
  processing: 'yellow',
  requires_action: 'yellow',
  requires_capture: 'yellow',
  held: 'yellow',
};
export const paintStatus = (text: string) => (statusColors[text] ? paint(statusColors[text], text) : text);

/** 1050 minor units of USD are `10.50 USD`. */
export function money(amount: number, currency: string): string {
  const digits = decimalsOf(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits).replace(/\B(?=(\d{3})+$)/g, ' ');
  return `${amount < 0 ? '-' : ''}${whole}${digits ? `.${text.slice(-digits)}` : ''} ${currency}`;
}

type Tier = { from: number; basis_points: number; fixed: number; minimum: number | null; maximum: number | null };

/** "1.5 % + 5 XOF", or "from 1 XOF: 0 %; from 100 XOF: 2 % + 5 XOF, at least 20 XOF". */
function feeWords(tiers: readonly Tier[], currency: string): string {
  const rates = tiers.map(({ basis_points, fixed, minimum, maximum }) =>
    [
      [
        ...(basis_points > 0 || fixed === 0 ? [`${basis_points / 100} %`] : []),
        ...(fixed > 0 ? [money(fixed, currency)] : []),
      ].join(' + '),
      ...(minimum === null ? [] : [`at least ${money(minimum, currency)}`]),
      ...(maximum === null ? [] : [`at most ${money(maximum, currency)}`]),
    ].join(', '),
  );
  if (rates.length < 2) return rates[0] ?? 'not yet';
  return tiers.map(({ from }, i) => `from ${money(from, currency)}: ${rates[i]}`).join('; ');
}

type Total = { amount: number; currency: string };

// biome-ignore lint/suspicious/noExplicitAny: each table has its own record type
const tables: Record<string, (record: any) => Fields> = {
  payment: ({ id, status, amount, currency, customer, reference, created_at }) => ({
    id,
    status,
    amount: money(amount, currency),
    customer,
    reference,
    created_at,
  }),
  refund: ({ id, status, amount, currency, payment, reference, created_at }) => ({
    id,
    status,
    amount: money(amount, currency),
    payment,
    reference,
    created_at,
  }),
  wallet: ({ id, status, currency, balance, label, default: isDefault }) => ({
    id,
    status,
    available: money(balance.available, currency),
    reserved: money(balance.reserved, currency),
    label,
    default: isDefault ? 'yes' : '',
  }),
  entry: ({ kind, source, about, direction, amount, currency, balance_after, created_at }) => ({
    created_at,
    kind,
    customer: about?.name ?? about?.customer ?? '',
    reference: about?.reference ?? '',
    amount: money(direction === 'debit' ? -amount : amount, currency),
    balance: money(balance_after, currency),
    source,
  }),
  transfer: ({ id, amount, currency, from, to, reference, created_at }) => ({
    id,
    amount: money(amount, currency),
    from,
    to,
    reference,
    created_at,
  }),
  escrow: ({ id, status, amount, currency, merchant, decision, other_decision, expires_at }) => ({
    id,
    status,
    amount: money(amount, currency),
    merchant: merchant.name,
    decision,
    other_decision,
    expires_at,
  }),
  hold: ({ id, status, amount, amount_remaining, currency, reference, expires_at }) => ({
    id,
    status,
    amount: money(amount, currency),
    held: money(amount_remaining, currency),
    reference,
    expires_at,
  }),
  approval: ({ id, status, kind, livemode, payload, reason, created_at }) => ({
    id,
    status,
    kind,
    mode: livemode === null ? '' : livemode ? 'live' : 'test',
    totals: payload.totals?.map((total: Total) => money(total.amount, total.currency)).join(', '),
    reason,
    created_at,
  }),
  split_partner: ({ id, status, wallet, marketplace, debt, reserved, currency }) => ({
    id,
    status,
    wallet,
    marketplace: marketplace.merchant,
    debt: money(debt, currency),
    reserved: money(reserved, currency),
  }),
  payout: ({ id, status, result, totals, currency, reference, created_at }) => ({
    id,
    status,
    result,
    items: totals.count,
    amount: money(totals.amount, currency),
    reference,
    created_at,
  }),
  payout_item: ({ id, status, recipient, amount, currency, failure, reference, name }) => ({
    id,
    status,
    recipient,
    amount: money(amount, currency),
    reference,
    name,
    failure: failure?.code,
  }),
  webhook_endpoint: ({ id, status, url, events }) => ({ id, status, url, events: events.join(',') }),
  delivery: ({ id, status, event_type, event, attempts, next_attempt_at }) => ({
    id,
    status,
    event_type,
    event,
    attempts: attempts.length,
    next_attempt_at,
  }),
  event: ({ id, type, data, created_at }) => ({ id, type, object: data.object.id, created_at }),
  api_key: ({ id, label, last4, livemode, status, scopes, created_at }) => ({
    id,
    status,
    mode: livemode ? 'live' : 'test',
    label,
    last4,
    scopes: scopes.length,
    created_at,
  }),
  request_log: ({ id, method, path, status, duration_ms, error_code, created_at }) => ({
    created_at,
    method,
    path,
    status,
    ms: duration_ms,
    error_code,
    id,
  }),
  usable_rail: ({ slug, provider, country, currency, flow, status, until, min_amount, max_amount }) => ({
    slug,
    status,
    provider,
    country,
    currency,
    flow,
    smallest: min_amount === null || currency === null ? '' : money(min_amount, currency),
    largest: max_amount === null || currency === null ? '' : money(max_amount, currency),
    until,
  }),
  fee: ({ charged_on, currency, rail, tiers, tax_basis_points: tax, fee_on_refund: on_refund, next }) => ({
    charged_on,
    currency,
    rail: rail ?? 'all',
    fee: feeWords(tiers, currency),
    tax: tax === 0 ? '' : `${tax / 100} % of the fee`,
    on_refund,
    next: next
      ? `${next.tiers.length === 0 ? 'the fee of all rails' : feeWords(next.tiers, currency)}, ${next.starts_at}`
      : '',
  }),
  integration: ({ id, name, slug, role }) => ({ id, name, slug, role }),
};

function columnsOf(record: Fields): Record<string, string> {
  const table = tables[String(record.object)] ?? flatten;
  return Object.fromEntries(
    Object.entries(table(record)).map(([name, value]) => [
      name,
      value === null || value === undefined ? '' : String(value),
    ]),
  );
}

const AMOUNTS = new RegExp(
  '^((\\w+_)?amount|amount_refunded|(fee|tax)(_returned)?|net|total|approval\\.reserved|balance\\.\\w+|' +
    'totals\\.\\w*(amount|fee|tax))$',
);

function show(name: string, value: unknown, { currency }: Fields): string {
  if (AMOUNTS.test(name) && typeof value === 'number' && typeof currency === 'string') return money(value, currency);
  return name === 'status' ? paintStatus(String(value)) : String(value);
}

/** `balance: { available }` becomes `balance.available`. A list of plain values becomes one line. */
function flatten(record: Fields, before = ''): Fields {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
      const name = before + key;
      if (Array.isArray(value))
        return [[name, value.every((one) => typeof one !== 'object') ? value.join(', ') : JSON.stringify(value)]];
      if (typeof value === 'object' && value !== null) return Object.entries(flatten(value as Fields, `${name}.`));
      return [[name, value]];
    }),
  );
}
