import { AsyncLocalStorage } from 'node:async_hooks';

const outgoing = new AsyncLocalStorage<string>();

/** Runs a call to a provider, whose HTTP requests then carry this `traceparent`. */
export const withTraceparent = <T>(traceparent: string, call: () => T): T => outgoing.run(traceparent, call);

/** The header of the present call to a provider, if it is part of a trace. */
export function traceHeaders(): { readonly traceparent?: string } {
  const traceparent = outgoing.getStore();
  return traceparent === undefined ? {} : { traceparent };
}
