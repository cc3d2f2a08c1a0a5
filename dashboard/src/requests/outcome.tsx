import type { RequestLogEntry } from '../../../contract/src/request-logs.ts';
import { Status } from '../ui/status.tsx';

/** 201, and whether that is well: never by colour alone. */
export function Outcome({ status }: { status: number }) {
  return (
    <>
      <Status status={status < 400 ? 'succeeded' : 'failed'} /> <code>{status}</code>
    </>
  );
}

/** The key by its last four characters, or the person. */
export function askedBy({ api_key, person }: RequestLogEntry): string {
  return api_key ? `…${api_key.last4}` : (person ?? '–');
}
