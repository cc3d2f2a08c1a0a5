import { hash, randomBytes } from 'node:crypto';
import type { DataKey } from '../kernel/data-key.ts';
import { openSecret, sealSecret } from '../kernel/seal.ts';

/** 128 random bits, as 22 characters that need no escape in an address. */
export const newReceiptToken = (): string => randomBytes(16).toString('base64url');

/** A page is found by this hash, so the time of a lookup says nothing about the tokens that exist. */
export const hashReceiptToken = (token: string): Buffer => hash('sha256', token, 'buffer');

export const sealReceiptToken = (token: string, key: DataKey, receipt: string): Buffer =>
  sealSecret(token, key, receipt);
export const openReceiptToken = (sealed: Buffer, key: DataKey, receipt: string): string =>
  openSecret(sealed, key, receipt);

/** The public address of a receipt. */
export const receiptUrl = (base: string, token: string): string => `${base}/r/${token}`;

/** The address of the receipt of a record that was read with it. Null: it has none, or its receipt was revoked. */
export const createReceiptUrl =
  (base: string, key: DataKey) =>
  ({ receipt, sealed_token: sealed }: { receipt: string | null; sealed_token: Buffer | null }): string | null =>
    receipt && sealed ? receiptUrl(base, openReceiptToken(sealed, key, receipt)) : null;
