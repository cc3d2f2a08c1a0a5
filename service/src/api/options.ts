import type { People } from '../accounts/people.ts';
import type { DocumentKeys } from '../closes/document-keys.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Feed } from '../events/feed.ts';
import type { MessageQueue } from '../messages/enqueue.ts';
import type { LookUps } from '../rails/look-up.ts';
import type { Rails } from '../rails/rail.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { LoadCounter } from '../tenancy/count-load.ts';
import type { Quotas } from '../tenancy/quotas/metered.ts';
import type { AttemptOptions } from '../webhooks/attempt.ts';
import type { Policy } from '../webhooks/guard.ts';
import type { RailOptions } from './rail-routes.ts';

export type AppOptions = {
  readonly db: Database;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly rails: Rails;
  readonly railOptions: RailOptions;
  readonly lookUps: LookUps;
  readonly webhookPolicy: Policy;
  readonly attempts: AttemptOptions;
  readonly people: People;
  readonly documents: DocumentStore;
  readonly feed: Feed;
  readonly documentKeys: DocumentKeys;
  readonly queue: MessageQueue;
  /** The quotas of test worlds; null if they are off. */
  readonly quotas: Quotas | null;
  readonly load: LoadCounter;
  /** `asked` is the method and path of the route, if known. */
  readonly onError: (error: unknown, requestId: string, asked?: { method: string; route: string }) => void;
};
