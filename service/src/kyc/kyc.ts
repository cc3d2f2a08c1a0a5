import type { Database } from '../db/database.ts';
import type { DataKey } from '../kernel/data-key.ts';
import type { DocumentStore } from '../storage/document-store.ts';

/** The parts that the routes of KYC need, put together once. */
export type Kyc = {
  readonly db: Database;
  readonly documents: DocumentStore;
  /** Seals a customer's identity. */
  readonly key: DataKey;
  /** Keys the fingerprint of a request with a customer's identity: a plain hash of a few digits is soon guessed. */
  readonly subjectKey: DataKey;
  /** Quota of a test customer's documents; absent if there is none. */
  readonly mostInTest?: number | undefined;
  readonly onError: (error: unknown, requestId: string) => void;
};
