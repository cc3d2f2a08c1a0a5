import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { readEvents } from '../api/event-stream.ts';
import { openStream, type World } from '../api/request.ts';
import { keyOf } from './read.ts';

/** The resources that are old after an event about a record of this kind. */
const touched: Readonly<Record<string, readonly string[]>> = {
  payment: ['payments', 'wallets', 'summary'],
  refund: ['refunds', 'payments', 'wallets', 'summary'],
  transfer: ['transfers', 'wallets', 'summary'],
  movement: ['movements', 'transfers', 'wallets', 'summary'],
  payout: ['payouts', 'payout_items', 'wallets', 'summary'],
  wallet: ['wallets', 'summary'],
  checkout_session: ['checkout', 'links', 'shifts', 'sales', 'payments'],
};
/** An event names its session, and not the sale or link that it is about. */
const unnamed = ['links', 'shifts', 'sales'];
/** Every event adds an event, deliveries and a logged request. */
const always = ['events', 'webhooks', 'deliveries', 'inbox', 'request_logs'];

/** Events within this time cause one refetch: a busy shop has hundreds of events a second. */
const GATHER_MS = 400;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Keeps the page up to date with one stream per tab. The stream runs only while the tab is visible, since a browser has
 * six connections to a service for all of its tabs. After an interruption it resumes at its last event.
 */
export function useLive(world: World | null): void {
  const client = useQueryClient();
  const { integration, mode } = world ?? {};
  useEffect(() => {
    if (!integration || !mode) return;
    const here = { integration, mode };
    const refetch = createRefetch(client, here);
    const gathered = gatherEvents((events) => refetch((query) => events.some((event) => isOld(query, event))));
    // Changes between the page's own reads and the start of the stream are unknown.
    const stream = createStream(here, () => refetch(() => true), gathered.add);
    const leave = whileVisible(stream);
    return () => {
      leave();
      gathered.stop();
    };
  }, [client, integration, mode]);
}

/** Calls `follow` whenever the tab becomes visible, until it is hidden. @returns a function that ends this */
function whileVisible(follow: (signal: AbortSignal) => void): () => void {
  let following: AbortController | undefined;
  const followIfVisible = () => {
    if (document.visibilityState === 'hidden') {
      following?.abort();
      following = undefined;
    } else if (!following) {
      following = new AbortController();
      follow(following.signal);
    }
  };
  followIfVisible();
  document.addEventListener('visibilitychange', followIfVisible);
  return () => {
    document.removeEventListener('visibilitychange', followIfVisible);
    following?.abort();
  };
}

/** Follows the events of a world until the signal. `onStart` is called if the stream starts without a last event. */
function createStream(
  world: World,
  onStart: () => void,
  onEvent: (data: string) => void,
): (signal: AbortSignal) => Promise<void> {
  let lastEventId: string | undefined;
  const follow = async (signal: AbortSignal) => {
    const body = await openStream('/events/stream', { world, lastEventId, signal });
    if (!lastEventId) onStart();
    for await (const { id, data } of readEvents(body)) {
      lastEventId = id;
      if (data !== undefined) onEvent(data);
    }
  };
  return async (signal) => {
    for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      const begun = Date.now();
      const error = await follow(signal).catch((error: unknown) => error);
      if (isFinal(error)) return;
      // The last event id is too old to resume from.
      if (error instanceof ApiError && error.status === 400) lastEventId = undefined;
      if (Date.now() - begun > LONGEST_WAIT_MS) wait = FIRST_WAIT_MS;
      await pause(wait * (0.5 + Math.random() / 2), signal);
    }
  };
}

type LiveEvent = { text: string; kind: string };

/** Collects the events of GATHER_MS. */
function gatherEvents(onEvents: (events: readonly LiveEvent[]) => void) {
  let gathered: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add: (data: string) => {
      gathered.push(data);
      timer ??= setTimeout(() => {
        const events = gathered.map((text) => ({ text, kind: kindOf(text) }));
        gathered = [];
        timer = undefined;
        onEvents(events);
      }, GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** @returns a function that refetches those of the world's queries that are old */
function createRefetch(client: QueryClient, world: World): (isOld: (query: Query) => boolean) => void {
  const [name] = keyOf(world, '');
  const [old, refetching] = [new Set<Query>(), new Set<Query>()];
  /**
   * Refetches after a read in flight, which may have been answered before the event. It does not restart that read:
   * if events come faster than answers, a restarted read would never end.
   */
  const refetch = async (query: Query) => {
    old.add(query);
    if (refetching.has(query)) return;
    refetching.add(query);
    while (old.has(query)) {
      await query.promise?.catch(() => undefined);
      old.delete(query);
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
    refetching.delete(query);
  };
  return (isOld) => {
    const isOurs = (query: Query) => query.queryKey[0] === name && isOld(query);
    client.getQueryCache().findAll({ predicate: isOurs }).forEach(refetch);
  };
}

/** Signed out or not allowed: a retry would change nothing. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.status === 403 || error.status === 404);

const kindOf = (text: string): string => JSON.parse(text).data?.object?.object ?? '';

/** A list is old after an event of its kind, and a record if the event names it. */
function isOld({ queryKey }: Query, event: LiveEvent): boolean {
  const [, path, params] = queryKey as [string, string, { id?: string }];
  const resource = path.split('/')[1]!;
  if (always.includes(resource)) return true;
  if (!touched[event.kind]?.includes(resource)) return false;
  return !params.id || unnamed.includes(resource) || event.text.includes(params.id);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
