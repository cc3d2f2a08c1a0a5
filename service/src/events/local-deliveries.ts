import type { Database } from '../db/database.ts';

/** All that a send needs. Whoever has one has its lease. */
export type ClaimedDelivery = {
  world: number;
  livemode: boolean;
  id: string;
  endpoint_id: string;
  event_id: string;
  /** Attempts made so far, in all runs; the run that is under way began after `run_start` of them. */
  attempts_made: number;
  run_start: number;
  url: string;
  secret: Buffer;
  old_secret: Buffer | null;
  /** Headers of its own, sealed. */
  headers: Buffer | null;
  payload: string;
  /** Its last answer before the claim was no 2xx. */
  failing: boolean;
};

/** Longer than a send may take (10 s) and its record with it: what a dead worker had is tried again after this. */
export const DELIVERY_LEASE_S = 30;

/** This process's own sending of deliveries: what it has room for need not be claimed. */
export type LocalDeliveries = {
  /** For one transaction: tells of each delivery, by the key of its endpoint, whether there is room for it here. */
  open(): (key: string) => boolean;
  /** They are committed, with a lease that began at `since` (performance.now()). */
  take(deliveries: readonly ClaimedDelivery[], since: number): void;
};

/** By database, for a process may have several services, each with its own. */
const offered = new WeakMap<Database, LocalDeliveries>();

export const localDeliveriesOf = (db: Database): LocalDeliveries | undefined => offered.get(db);

/** @returns how to take the offer back */
export function offerLocalDeliveries(db: Database, deliveries: LocalDeliveries): () => void {
  offered.set(db, deliveries);
  return () => offered.delete(db);
}
