import { toMinor } from '../kit/money.ts';
import type { Fields } from './admit.ts';
import type { Detail } from './errors.ts';

/** docs.wave.com, "Amount": text, no leading zeros, at most two decimals. */
const AMOUNT = /^(0|[1-9]\d{0,14})(\.\d{1,2})?$/;
const WHOLE = /^[1-9]\d{0,14}$/;
const PHONE = /^\+[1-9]\d{6,14}$/;

/** Collects the bad fields of one object. */
export type Check = {
  readonly details: Detail[];
  /** @returns the text of a required or optional field; null if it is absent or bad */
  text(name: string, rule?: { required?: boolean; max?: number; pattern?: RegExp; msg?: string }): string | null;
  phone(name: string, required: boolean): string | null;
  /** An https address; http only on loopback. */
  address(name: string): string | null;
  /** @returns minor units; null if it is bad */
  amount(name: string, exponent: number, whole: boolean): bigint | null;
  /** Refuses the names that were never asked for. */
  nothingElse(): void;
};

/** @param place the path to the object, for example ['payouts', 0] */
export function checkFields(fields: Fields, place: readonly (string | number)[] = []): Check {
  const details: Detail[] = [];
  const asked = new Set<string>();
  const bad = (name: string, msg: string): null => {
    details.push({ loc: [...place, name], msg });
    return null;
  };
  const text: Check['text'] = (name, { required = false, max = 255, pattern, msg = 'value is not valid' } = {}) => {
    asked.add(name);
    const value = fields[name];
    if (value === undefined || value === null) return required ? bad(name, 'field required') : null;
    if (typeof value !== 'string') return bad(name, 'str type expected');
    if (value.length > max) return bad(name, `ensure this value has at most ${max} characters`);
    return pattern && !pattern.test(value) ? bad(name, msg) : value;
  };
  return {
    details,
    text,
    phone: (name, required) => text(name, { required, pattern: PHONE, msg: 'value is not a valid mobile number' }),
    address: (name) => {
      const value = text(name, { required: true, max: 2_000 });
      if (value === null) return null;
      return isAddress(value) ? value : bad(name, 'URL scheme not permitted: https is required');
    },
    amount: (name, exponent, whole) => {
      const rule = { required: true, pattern: whole ? WHOLE : AMOUNT, msg: 'value is not a valid amount' };
      const value = text(name, rule);
      if (value === null) return null;
      // toMinor would take '5.00' for a currency without decimals, which Wave refuses.
      const minor = exponent === 0 && value.includes('.') ? null : toMinor(value, exponent);
      return minor === null || minor <= 0n ? bad(name, 'value is not a valid amount') : minor;
    },
    nothingElse: () => {
      for (const name of Object.keys(fields)) if (!asked.has(name)) bad(name, 'extra fields not permitted');
    },
  };
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname));
}
