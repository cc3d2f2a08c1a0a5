import type { RequestLogEntry } from '../../../contract/src/request-logs.ts';
import { Status } from '../ui/status.tsx';

/** The status code with a sign of success or failure, so that colour is never the only sign. */
export function Outcome({ status }: { status: number }) {
  return (
    <>
      <Status status={status < 400 ? 'succeeded' : 'failed'} /> <code>{status}</code>
    </>
  );
}

/** The last four characters of the key, or the person. */
export function askedBy({ api_key, person }: RequestLogEntry): string {
  return api_key ? `…${api_key.last4}` : (person ?? '–');
}
