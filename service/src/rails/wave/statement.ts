import { readAmount } from '../amount-text.ts';
import type { Balance, StatementRow } from '../rail.ts';
import { LIST_BYTES, type WaveCall, whyNoAnswer } from './call.ts';

/** @throws if Wave does not answer */
export async function readWaveBalance(call: WaveCall, exponent: number): Promise<Balance[]> {
  const response = await call('GET', '/v1/balance');
  const { amount, currency } = ((response.kind === 'answered' && response.json) || {}) as Record<string, unknown>;
  const available = readAmount(amount, exponent);
  if (available === null || typeof currency !== 'string') throw new Error(`balance: ${whyNoAnswer(response)}`);
  return [{ currency, available }];
}

const DAY_MS = 24 * 3_600_000;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

type Page = { readonly rows: StatementRow[]; readonly cursor: string | null };

/**
 * The movements of a period. Wave lists one day (UTC) at a time, in pages.
 * @param cursor `day` or `day|Wave's cursor`, from the page before
 * @throws if Wave does not answer
 */
export async function readWaveTransactions(
  call: WaveCall,
  exponent: number,
  period: { readonly from: Date; readonly to: Date; readonly cursor: string | null },
): Promise<Page> {
  const { from, to, cursor } = period;
  const [day = '', after = ''] = (cursor ?? dayOf(from)).split('|');
  const page = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
  const response = await call('GET', `/v1/transactions?date=${day}${page}`, { mostBytes: LIST_BYTES });
  const { items, page_info: info } = ((response.kind === 'answered' && response.json) || {}) as Record<string, unknown>;
  if (!Array.isArray(items)) throw new Error(`transactions: ${whyNoAnswer(response)}`);
  const rows = items.flatMap((item) => readWaveTransaction(item, exponent)).filter(({ at }) => at >= from && at < to);
  const { has_next_page: hasNext, end_cursor: end } = (info ?? {}) as Record<string, unknown>;
  if (hasNext === true && typeof end === 'string' && end !== after) return { rows, cursor: `${day}|${end}` };
  const next = new Date(Date.parse(day) + DAY_MS);
  return { rows, cursor: next < to ? dayOf(next) : null };
}

const kinds: Readonly<Record<string, StatementRow['kind']>> = {
  merchant_payment: 'incoming',
  merchant_payment_refund: 'refund',
  api_checkout: 'collection',
  api_checkout_refund: 'refund',
  api_payout: 'payout',
  api_payout_reversal: 'reversal',
  bulk_payment: 'payout',
  bulk_payment_reversal: 'reversal',
  b2b_payment: 'other',
  b2b_payment_reversal: 'reversal',
  merchant_sweep: 'other',
};

/**
 * How the fee of a kind counts, as in the layout of Wave's files. Wave shows the amount of a payout without its fee,
 * which is on top. A reversal brings both back. For money in, Wave shows what arrived: a payment is booked with the
 * amount that the customer paid, and money that nobody asked for with what arrived.
 */
const feeRules: Readonly<Record<string, 'on_top' | 'taken' | 'comes_back'>> = {
  payout: 'on_top',
  collection: 'taken',
  reversal: 'comes_back',
};

/** @returns the movement, and its fee as a movement of its own; nothing for a row that cannot be read */
export function readWaveTransaction(item: unknown, exponent: number): StatementRow[] {
  const fields = (item ?? {}) as Record<string, unknown>;
  const { transaction_id: operation, transaction_type: type, timestamp, currency } = fields;
  const amount = readAmount(fields.amount, exponent);
  const at = new Date(typeof timestamp === 'string' ? timestamp : Number.NaN);
  if (typeof operation !== 'string' || typeof currency !== 'string' || amount === null || Number.isNaN(at.getTime()))
    return [];
  const kind = (typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined) ?? 'other';
  const row: StatementRow = {
    operation,
    // The reference of a refund is its payment's id.
    record: kind === 'refund' ? null : textOf(fields.client_reference),
    kind,
    amount,
    currency,
    at,
    phone: textOf(fields.counterparty_mobile),
    accountText: waveAccountText(fields.custom_fields),
  };
  const fee = readAmount(fields.fee, exponent) ?? 0n;
  const rule = feeRules[kind];
  if (fee === 0n || rule === undefined) return [row];
  const charge = fee < 0n ? -fee : fee;
  const moved = rule === 'taken' ? { ...row, amount: amount + charge } : row;
  return [moved, { ...row, kind: 'fee', amount: rule === 'comes_back' ? charge : -charge, accountText: null }];
}

/** The texts that a payer typed at Wave, in the order of their fields. */
export function waveAccountText(fields: unknown): string | null {
  if (typeof fields !== 'object' || fields === null) return null;
  const texts = Object.values(fields).filter((value) => typeof value === 'string' && value.trim() !== '');
  return texts.length > 0 ? texts.join(' ') : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
