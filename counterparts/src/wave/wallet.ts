import { randomBytes } from 'node:crypto';
import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/min';
import type { Kit } from '../kit/kit.ts';
import { exponentOf, toDecimal } from '../kit/money.ts';
import type { Setting } from '../kit/server.ts';
import { createStatement, type Statement } from './statement.ts';
import { openWebhooks, type Webhooks } from './webhooks.ts';

/** docs.wave.com, Checkout: a session is open for 30 minutes. */
const SESSION_LIFE_MS = 30 * 60_000;

/** The business wallet that the API key belongs to. */
export type Wallet = {
  readonly kit: Kit;
  readonly currency: string;
  readonly exponent: number;
  /** '+221' for Senegal: sender and receiver of a payout are in one country. */
  readonly prefix: string;
  readonly businessName: string;
  readonly statement: Statement;
  readonly webhooks: Webhooks;
  /** False for a record that is too young for a search: control makes lists late with `{"search_after_ms": …}`. */
  isListed(createdAt: number): boolean;
  /** @returns minor units as Wave writes an amount: no decimals where they are zero */
  amount(minor: bigint): string;
  /** The amount of a record. Control chooses text, a number, or text with decimals: `{"amount_as": "number"}`. */
  shownAmount(minor: bigint): string | number;
  /** @returns a time as Wave writes it, in UTC without milliseconds */
  time(ms: number): string;
  /** @returns a new id, such as 'cos-1b01sghpg100j' */
  newId(prefix: 'cos' | 'pt' | 'pb'): string;
  /** @returns a new id, such as 'T_46HS5COOWE' */
  newCode(prefix: 'T' | 'EV' | 'AE'): string;
};

export function openWallet({ country, currency, kit }: Setting): Wallet {
  kit.settings.sessionLifeMs ??= SESSION_LIFE_MS;
  kit.settings.payerFollowsLink ??= true;
  kit.settings.searchAfterMs ??= 0;
  kit.settings.amountAs ??= 'text';
  const exponent = Math.min(exponentOf(currency), 2);
  const amount = (minor: bigint) => toDecimal(minor, exponent).replace(/\.0+$/, '');
  const shownAmount = (minor: bigint) => {
    const { amountAs } = kit.settings;
    if (amountAs === 'number') return Number(amount(minor));
    return amountAs === 'decimals' ? toDecimal(minor, exponent).replace(/^(-?\d+)$/, '$1.00') : amount(minor);
  };
  const time = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
  const newCode = (prefix: string) => `${prefix}_${letters(10)}`;
  return {
    kit,
    currency,
    exponent,
    prefix: `+${getCountryCallingCode(country as CountryCode)}`,
    businessName: 'Annas Apiaries',
    statement: createStatement({ kit, currency, amount, time }),
    webhooks: openWebhooks(kit, () => `EV_${letters(12)}`),
    isListed: (createdAt) => kit.now() >= createdAt + Number(kit.settings.searchAfterMs),
    amount,
    shownAmount,
    time,
    newId: (prefix) => `${prefix}-${letters(13).toLowerCase()}`,
    newCode,
  };
}

/** Crockford's alphabet, as in Wave's ids: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 65 bits for an id of 13 letters: 20 000 ids share none. */
const letters = (count: number) => Array.from(randomBytes(count), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
