import type { Database } from '../db/database.ts';
import type { DocumentStore } from '../storage/document-store.ts';

/** What the routes of KYC take, put together once. */
export type Kyc = {
  readonly db: Database;
  readonly documents: DocumentStore;
  /** Seals who a customer is. */
  readonly key: Buffer;
  /** Keys the fingerprint of a request that says who a customer is: a plain hash of a few digits is soon guessed. */
  readonly pepper: Buffer;
  /** Quota of a test customer's documents, where there is one. */
  readonly mostInTest?: number | undefined;
  readonly onError: (error: unknown, requestId: string) => void;
};
