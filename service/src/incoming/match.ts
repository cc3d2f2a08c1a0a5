import { createHash } from 'node:crypto';
import { accountCodeOf, readAccountCode } from '../core/account-code.ts';
import type { Incoming } from '../rails/rail.ts';

/** An open payment at the rail of the money. */
export type OpenPayment = {
  readonly id: string;
  /** E.164. */
  readonly customer: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly created_at: Date;
};

/** Nodes' and providers' clocks differ: money this long before its payment may still belong to it. */
const SLACK_MS = 60_000;
/** A digest has neither. */
const MASKED = /[*x]/i;

/**
 * The open payment that unasked money belongs to, or null. Amount and currency must be equal. The account text decides
 * if it is a code of ours. Otherwise the payer's phone decides, if one open payment alone fits: a masked phone proves
 * little, so it must also be the only payment of that amount.
 */
export function matchIncoming<Payment extends OpenPayment>(money: Incoming, open: readonly Payment[]): Payment | null {
  const fitting = open.filter(
    ({ amount, currency, created_at }) =>
      amount === money.amount && currency === money.currency && created_at.getTime() <= money.at.getTime() + SLACK_MS,
  );
  const code = codeIn(money.accountText ?? '');
  if (code !== null) return fitting.find(({ id }) => accountCodeOf(id) === code) ?? null;
  if (money.payer === null) return null;
  const { payer } = money;
  const [only, ...more] = fitting.filter(({ customer }) => isSamePhone(payer, customer));
  if (!only || more.length > 0) return null;
  return MASKED.test(payer) && fitting.length > 1 ? null : only;
}

/** The whole text, or one word of it: some providers join several fields. */
const codeIn = (text: string): string | null =>
  readAccountCode(text) ??
  text
    .split(/\s+/)
    .map(readAccountCode)
    .find((code) => code !== null) ??
  null;

/**
 * Compares a payer as a provider shows it with a phone: digits, masked digits (`2547 ***** 126`), or the SHA-256 of the
 * digits in hexadecimal. A hash or a mask is never stored as a person's phone.
 * @param phone E.164
 */
export function isSamePhone(payer: string, phone: string): boolean {
  const digits = phone.replace(/^\+/, '');
  const shown = payer.replace(/[\s+-]/g, '').toLowerCase();
  if (/^[0-9a-f]{64}$/.test(shown)) return shown === createHash('sha256').update(digits).digest('hex');
  if (/^\d+$/.test(shown)) return shown === digits;
  if (!/^\d*[*x]+\d+$/.test(shown)) return false;
  const [start = '', end = ''] = shown.split(/[*x]+/);
  return digits.length >= start.length + end.length && digits.startsWith(start) && digits.endsWith(end);
}
