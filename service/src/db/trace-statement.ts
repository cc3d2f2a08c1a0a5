import type { TraceSpan } from '../tracing/span.ts';
import { isStatementError } from './failure.ts';
import type { Statement } from './statement.ts';

const attributes = { 'db.system.name': 'postgresql' };

/** Times a statement until its answer. Its name says which it is; its text and values are not sent. */
export function traceStatement({ start }: TraceSpan, { name }: Statement, result: Promise<unknown>): void {
  const span = start(name, 'client', attributes);
  result.then(
    () => span.end(),
    (error) => span.end({ 'error.type': (isStatementError(error) && error.code) || 'connection' }),
  );
}
