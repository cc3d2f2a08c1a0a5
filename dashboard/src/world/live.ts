import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { readEvents } from '../api/event-stream.ts';
import { openStream, type World } from '../api/request.ts';
import { keyOf } from './read.ts';

/** Resources whose answers are old after an event about a record of this kind. */
const touched: Readonly<Record<string, readonly string[]>> = {
  payment: ['payments', 'wallets', 'summary'],
  refund: ['refunds', 'payments', 'wallets', 'summary'],
  transfer: ['transfers', 'wallets', 'summary'],
  payout: ['payouts', 'payout_items', 'wallets', 'summary'],
  wallet: ['wallets', 'summary'],
};
/** Each event is one, goes to endpoints, and came of a request. */
const always = ['events', 'webhooks', 'deliveries', 'request_logs'];

/** What comes within this time is read anew once: a busy shop has hundreds of events a second. */
const GATHER_MS = 400;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Keeps what is on the screen up to date: one stream a tab, and only while somebody may look at it, since a browser has
 * six connections to a service for all of its tabs. After a break it goes on where it was.
 */
export function useLive(world: World | null): void {
  const client = useQueryClient();
  const { integration, mode } = world ?? {};
  useEffect(() => {
    if (!integration || !mode) return;
    const here = { integration, mode };
    const [name] = keyOf(here, '');
    let lastEventId: string | undefined;
    let following: AbortController | undefined;
    let gathered: string[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const [old, renewing] = [new Set<Query>(), new Set<Query>()];

    /**
     * After what is being read of it: that may have been answered before the event, and where events come faster than answers,
     * what is begun anew at each of them never ends.
     */
    const renew = async (query: Query) => {
      old.add(query);
      if (renewing.has(query)) return;
      renewing.add(query);
      while (old.has(query)) {
        await query.promise?.catch(() => undefined);
        old.delete(query);
        await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
      }
      renewing.delete(query);
    };
    const renewAll = (isOld: (query: Query) => boolean) => {
      const isOurs = (query: Query) => query.queryKey[0] === name && isOld(query);
      client.getQueryCache().findAll({ predicate: isOurs }).forEach(renew);
    };

    const tell = (data: string) => {
      gathered.push(data);
      timer ??= setTimeout(() => {
        const events = gathered.map((text) => ({ text, kind: kindOf(text) }));
        gathered = [];
        timer = undefined;
        renewAll((query) => events.some((event) => isOld(query, event)));
      }, GATHER_MS);
    };
    const follow = async (signal: AbortSignal) => {
      const body = await openStream('/events/stream', { world: here, lastEventId, signal });
      // What happened between the page's own reading and now is known to nobody.
      if (!lastEventId) renewAll(() => true);
      for await (const { id, data } of readEvents(body)) {
        lastEventId = id;
        tell(data);
      }
    };
    const keepFollowing = async (signal: AbortSignal) => {
      for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
        const begun = Date.now();
        const error = await follow(signal).catch((error: unknown) => error);
        if (isFinal(error)) return;
        // An id that is too old to go on from.
        if (error instanceof ApiError && error.status === 400) lastEventId = undefined;
        if (Date.now() - begun > LONGEST_WAIT_MS) wait = FIRST_WAIT_MS;
        await pause(wait * (0.5 + Math.random() / 2), signal);
      }
    };
    const look = () => {
      if (document.visibilityState === 'hidden') {
        following?.abort();
        following = undefined;
      } else if (!following) {
        following = new AbortController();
        keepFollowing(following.signal);
      }
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      following?.abort();
      clearTimeout(timer);
    };
  }, [client, integration, mode]);
}

/** Signed out, or not allowed to: asking again changes nothing. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.status === 403 || error.status === 404);

const kindOf = (text: string): string => JSON.parse(text).data?.object?.object ?? '';

/** A list is old, and a record where the event names it. */
function isOld({ queryKey }: Query, event: { text: string; kind: string }): boolean {
  const [, path, params] = queryKey as [string, string, { id?: string }];
  const resource = path.split('/')[1]!;
  if (always.includes(resource)) return true;
  if (!touched[event.kind]?.includes(resource)) return false;
  return !params.id || event.text.includes(params.id);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
