import type { Database } from '../db/database.ts';
import { findReceiptOfRecord, type ReceiptRow } from './store.ts';
import { openReceiptToken, receiptUrl } from './token.ts';
import type { ReceiptAddresses } from './view.ts';

/**
 * Reads the address of a record's receipt, for the answers that show one record. Null: it has none, or its receipt was
 * revoked.
 */
export const createReceiptFinder =
  (db: Database, { base, key }: ReceiptAddresses) =>
  async (world: number, id: string): Promise<string | null> => {
    const row = await db.find<Pick<ReceiptRow, 'id' | 'sealed_token'>>(findReceiptOfRecord, { world, id });
    return row ? receiptUrl(base, openReceiptToken(row.sealed_token, key, row.id)) : null;
  };
