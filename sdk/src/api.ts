import type { RequestOptions, StreamOptions } from './answer.ts';
import type { WebhookEvent } from './generated/events.ts';
import type { List } from './list.ts';
import type { Operation } from './operation.ts';

/** The functions that the generated resources use to send operations and return their responses. */
export type Api = {
  // The generated methods declare the result types; this function cannot check them.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  send(operation: Operation, options?: RequestOptions): Promise<any>;
  list<T>(operation: Operation, options?: RequestOptions): List<T>;
  stream(operation: Operation, options?: StreamOptions): AsyncGenerator<WebhookEvent, void, undefined>;
};
