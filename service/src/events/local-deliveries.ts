/** The data that a send needs. The process that has it holds its lease. */
export type ClaimedDelivery = {
  world: number;
  livemode: boolean;
  id: string;
  endpoint_id: string;
  event_id: string;
  /** Attempts made so far, in all runs. The current run began after `run_start` of them. */
  attempts_made: number;
  run_start: number;
  url: string;
  secret: Buffer;
  old_secret: Buffer | null;
  /** The endpoint's own headers, sealed. */
  headers: Buffer | null;
  payload: string;
  /** The span of the request behind the event, if it was traced. */
  traceparent: string | null;
  /** The last answer before the claim was not a 2xx. */
  failing: boolean;
};

/**
 * Longer than a send (10 s) and its record may take. After this time the deliveries of a dead worker are tried again.
 */
export const DELIVERY_LEASE_S = 30;

/** How wakes and local deliveries name an endpoint: with its world, which is the first column of every index. */
export const endpointKey = (world: number, id: string) => `${world}:${id}`;

/** The deliveries that this process commits and sends itself. Those that it has room for need no claim. */
export type LocalDeliveries = {
  /**
   * For one transaction: returns a function that says, by endpoint key, whether there is room for the next delivery.
   */
  open(): (key: string) => boolean;
  /** Called when they are committed, with a lease that began at `since` (performance.now()). */
  take(deliveries: readonly ClaimedDelivery[], since: number): void;
};

declare module '../db/node.ts' {
  interface Node {
    /** While this process sends deliveries. */
    localDeliveries?: LocalDeliveries | undefined;
  }
}
