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

/** How wakes and local deliveries name an endpoint: with its world, which is the first column of every index. */
export const endpointKey = (world: number, id: string) => `${world}:${id}`;

/** This process's own sending of deliveries: what it has room for need not be claimed. */
export type LocalDeliveries = {
  /** For one transaction: tells of each delivery, by the key of its endpoint, whether there is room for it here. */
  open(): (key: string) => boolean;
  /** They are committed, with a lease that began at `since` (performance.now()). */
  take(deliveries: readonly ClaimedDelivery[], since: number): void;
};

declare module '../db/node.ts' {
  interface Node {
    /** While this process sends deliveries. */
    localDeliveries?: LocalDeliveries | undefined;
  }
}
