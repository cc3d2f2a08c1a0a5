import type { Operation, RequestOptions, StreamOptions } from './answer.ts';
import type { WebhookEvent } from './generated/events.ts';
import type { List } from './list.ts';

/** What the resources are made of: one who sends an operation and gives what was answered. */
export type Api = {
  // The generated methods say what comes back; nothing here could check it.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  send(operation: Operation, options?: RequestOptions): Promise<any>;
  list<T>(operation: Operation, options?: RequestOptions): List<T>;
  stream(operation: Operation, options?: StreamOptions): AsyncGenerator<WebhookEvent, void, undefined>;
};
