import { withTraceparent } from '../tracing/outgoing.ts';
import type { TraceSpan, Tracing } from '../tracing/span.ts';
import type { RailMethod } from './wrap-calls.ts';

type Traced = {
  run<T>(call: () => T): T;
  /** @param answer its `state` is kept and nothing else of it */
  end(answer: unknown): void;
};

type Asked = { readonly id?: unknown; readonly traceparent?: string | null };

const untraced: Traced = { run: (call) => call(), end: () => {} };

/**
 * Times a call to a rail, in the trace of the request that made the record. A call about many records is a trace of its
 * own, with links. A call about none, such as for the balance, is not traced.
 */
export function traceCall(tracing: Tracing | undefined, rail: string, method: RailMethod, asked: unknown): Traced {
  const span = tracing ? startSpan(tracing, `${rail} ${method}`, asked) : null;
  if (!span) return untraced;
  return {
    run: (call) => withTraceparent(span.traceparent, call),
    end: (answer) => {
      const state = (answer as { state?: unknown } | undefined)?.state;
      span.end({
        'rialto.rail': rail,
        ...(typeof state === 'string' ? { 'rialto.state': state } : {}),
        ...(state === 'unknown' ? { 'error.type': 'unknown' } : {}),
      });
    },
  };
}

function startSpan(tracing: Tracing, name: string, asked: unknown): TraceSpan | null {
  if (Array.isArray(asked)) {
    const kept = asked.map(({ traceparent }: Asked) => traceparent);
    return tracing.startBatch(name, 'client', kept);
  }
  const { id, traceparent } = (asked ?? {}) as Asked;
  return traceparent ? tracing.startFor(name, 'client', traceparent, { 'rialto.record': `${id}` }) : null;
}
