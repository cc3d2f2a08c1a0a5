import { createHash } from 'node:crypto';
import type { SealPlace } from './batch.ts';

/** A closed batch of postings, and its link to the batch before it. */
export type SealRow = {
  readonly number: bigint;
  readonly to_xid: string;
  readonly to_wallet: string;
  readonly to_position: bigint;
  /** Postings of this batch, and of all batches up to it. */
  readonly count: number;
  readonly total: bigint;
  readonly sealed_at: Date;
  readonly digest: Buffer;
  readonly previous: Buffer;
  readonly hash: Buffer;
};

/** The hash before the first batch. */
export const SEAL_GENESIS = Buffer.alloc(32);

/**
 * SHA-256 over the previous hash and this text: the batch's fields in this order, joined by tabs. The digest is in
 * hexadecimal, the time in ISO 8601 with milliseconds.
 */
export function hashOfSeal(seal: Omit<SealRow, 'hash'>): Buffer {
  const { number, to_xid, to_wallet, to_position, count, total, sealed_at, digest, previous } = seal;
  const fields = [
    number,
    to_xid,
    to_wallet,
    to_position,
    count,
    total,
    sealed_at.toISOString(),
    digest.toString('hex'),
  ];
  return createHash('sha256').update(previous).update(fields.join('\t')).digest();
}

/** The place of the batch's last posting. */
export const placeOf = ({ to_xid: xid, to_wallet: wallet, to_position: position }: SealRow): SealPlace => ({
  xid,
  wallet,
  position,
});
