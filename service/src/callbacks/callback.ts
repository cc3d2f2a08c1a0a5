import { hash } from 'node:crypto';
import type { Incoming } from '../rails/rail.ts';

/** A request from a provider, read and ready to be committed. */
export type Callback = {
  /** `clb_…`, given on arrival: a callback that is committed twice has one row. */
  readonly id: string;
  /** The slug. */
  readonly rail: string;
  readonly livemode: boolean;
  readonly receivedAt: Date;
  readonly method: string;
  /** The query, without secrets; null if there is none. */
  readonly query: string | null;
  /** The address that it came from. */
  readonly source: string;
  /** Without secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without secrets. */
  readonly body: Buffer;
  /** The same for every repeat, 32 bytes. */
  readonly digest: Buffer;
  /** Our id; null if the request names none. */
  readonly record: string | null;
  /** The provider's id, if the request names no id of ours. */
  readonly handle: string | null;
  /** The sources of the rail do not include its address: it is kept, and nothing else is done. */
  readonly sourceRefused: boolean;
  /** The rail could not read it. */
  readonly unreadable: boolean;
  /** JSON text for the next check of the record; null if there is none. */
  readonly result: string | null;
  readonly incoming: readonly Incoming[];
};

const RECORD = /^(pay|rfd|pit)_[0-9a-z]{26}$/;
/** The columns are indexed, and a longer text would not fit. */
const MOST_HANDLE = 1_024;

export const isRecordId = (text: string): boolean => RECORD.test(text);

/** A provider's id as it is stored: no longer than a handle, and without the character that PostgreSQL refuses. */
export const storable = (text: string): string => text.replaceAll('\u0000', '').slice(0, MOST_HANDLE);

type Digested = {
  readonly rail: string;
  readonly method: string;
  readonly query: string;
  readonly about: string | null;
  readonly body: Buffer;
  /** Kept apart: a copy from a refused source must not count as the first arrival. */
  readonly sourceRefused: boolean;
};

/** Repeats differ in time stamps and signatures of their headers, so the headers do not count. */
export function callbackDigest({ body, ...rest }: Digested): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from(JSON.stringify(rest)), body]), 'buffer');
}
