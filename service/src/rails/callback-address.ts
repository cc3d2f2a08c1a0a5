import { timingSafeEqual } from 'node:crypto';
import { type DataKey, hmacUnder } from '../kernel/data-key.ts';

/** 160 bits. Daraja refuses addresses that contain words such as `sql`, `cmd` or `exe`, which hex cannot spell. */
const SECRET_DIGITS = 40;
const RECORD = /^(pay|rfd|pit)_[0-9a-z]{26}$/;

/** The address of a callback, without the base address. */
export type CallbackPath = {
  /** The opaque id of the rail, `rail_…`. */
  readonly rail: string;
  readonly secret: string;
  /** The hex of our record's id; undefined at the rail's own address. */
  readonly record?: string | undefined;
};

/**
 * The address that a provider calls about one record, or about no single record.
 * @param base the public base address, without a slash at the end
 * @param key the secret is computed from it, so nothing is stored; a rotation keeps it, and so the address
 * @param record our id, or null for the rail's own address
 */
export function callbackUrl(base: string, key: DataKey, rail: string, record: string | null): string {
  const about = record === null ? '' : `/${Buffer.from(record).toString('hex')}`;
  return `${base}/rails/${rail}/${secretOf(key, rail, record)}${about}`;
}

/**
 * Checks the secret of an address in constant time. It fits one rail and one record only.
 * @returns our id, or null at the rail's own address; undefined if the address is not one that we gave
 */
export function readCallbackPath(key: DataKey, { rail, secret, record }: CallbackPath): string | null | undefined {
  const about = record === undefined ? null : Buffer.from(record, 'hex').toString('latin1');
  const expected = Buffer.from(secretOf(key, rail, about));
  const given = Buffer.from(secret);
  const fits = timingSafeEqual(expected, given.length === expected.length ? given : Buffer.alloc(expected.length));
  const isRecord = about === null || (RECORD.test(about) && record === Buffer.from(about).toString('hex'));
  return fits && isRecord ? about : undefined;
}

function secretOf(key: DataKey, rail: string, record: string | null): string {
  const mac = hmacUnder(key).update(`${rail}\n${record ?? ''}`);
  return mac.digest('hex').slice(0, SECRET_DIGITS);
}
