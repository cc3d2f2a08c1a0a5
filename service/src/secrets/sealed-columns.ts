import type { Secrets } from './secrets.ts';

/** A column that a data key seals. `bound`: the sealed bytes open only for the id of their row. */
export type SealedColumn = {
  readonly table: string;
  /** A column that is unique and has an order. */
  readonly id: string;
  readonly column: string;
  readonly key: keyof Secrets;
  readonly bound: boolean;
  /** The column is text: the bytes in base64. */
  readonly isText?: true;
  /** Rows without a future are left out, so that an index finds the others. */
  readonly where?: string;
};

/** Every sealed column. `sealed-columns.test.ts` compares them with the database. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'signing_keys', id: 'kid', column: 'private_key', key: 'encryptionKey', bound: false },
  { table: 'document_keys', id: 'kid', column: 'private_key', key: 'encryptionKey', bound: false },
  { table: 'webhook_endpoints', id: 'id', column: 'secret', key: 'encryptionKey', bound: false },
  { table: 'webhook_endpoints', id: 'id', column: 'old_secret', key: 'encryptionKey', bound: false },
  { table: 'webhook_endpoints', id: 'id', column: 'headers', key: 'encryptionKey', bound: true },
  { table: 'accounts', id: 'id', column: 'totp_seed', key: 'encryptionKey', bound: false },
  { table: 'receipts', id: 'id', column: 'sealed_token', key: 'encryptionKey', bound: true },
  { table: 'messages', id: 'id', column: 'sealed', key: 'encryptionKey', bound: true },
  {
    ...{ table: 'payments', id: 'id', column: 'sealed_code', key: 'encryptionKey', bound: true, isText: true },
    where: 'due_at IS NOT NULL',
  },
  { table: 'kyc_submissions', id: 'id', column: 'identity', key: 'identityKey', bound: true },
  { table: 'person_requests', id: 'approval_id', column: 'subject', key: 'identityKey', bound: true },
  { table: 'person_erasures', id: 'id', column: 'subject', key: 'identityKey', bound: true },
  { table: 'person_keys', id: 'erasure_id', column: 'key', key: 'identityKey', bound: true },
  { table: 'rails', id: 'id', column: 'credentials', key: 'railKey', bound: true },
  { table: 'rails', id: 'id', column: 'proposed_credentials', key: 'railKey', bound: true },
  { table: 'reconciled_rails', id: 'rail', column: 'pickup_credentials', key: 'railKey', bound: true },
];

/** The names of everything in the store of documents, which `documentKey` seals. */
export const storedDocuments = `
  SELECT id AS name FROM kyc_documents WHERE stored_at IS NOT NULL AND doomed_at IS NULL
  UNION ALL SELECT document FROM export_parts
  UNION ALL SELECT document FROM person_export_parts
  UNION ALL SELECT document FROM statement_chunks`;
