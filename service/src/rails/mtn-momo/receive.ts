import type { CallbackRequest, ReadCallback } from '../rail.ts';

/** A callback has the fields of a state query. It is unsigned, so it only wakes the next query. */
export function receiveFromMtn({ body, about }: Pick<CallbackRequest, 'body' | 'about'>): ReadCallback {
  const { externalId } = JSON.parse(body.toString('utf8')) as { externalId?: unknown };
  return { answer: { status: 200 }, about: about ?? (typeof externalId === 'string' ? externalId : null) };
}
