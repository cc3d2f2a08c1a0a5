import { Readable } from 'node:stream';
import type { EventGroup } from '../../../contract/src/events.ts';
import { type Caller, mayReadBuild } from '../kernel/command.ts';
import type { FeedEvent, Position } from './feed-store.ts';

export type Listening = {
  readonly caller: Caller;
  /** The last event that the client has. */
  readonly lastEventId: string | undefined;
  /** The stream also takes events that are resent. */
  readonly resent?: boolean;
  /** Only events of this group, such as `checkout.*`. */
  readonly group?: EventGroup | undefined;
  /** @throws if the caller may not listen any more */
  readonly check: () => Promise<unknown>;
};

export type Stream = Pick<Listening, 'caller' | 'check' | 'resent' | 'group'> & {
  readonly world: number;
  readonly out: Readable;
  /** Resolves when its client reads more. */
  drained: () => void;
  /** Heartbeats without room in the buffer since the client last read. */
  missed: number;
  at: Position;
  /** Whether `at` is an event of another group, so that the client has an earlier id. */
  skipped: boolean;
};

/** The id of the start position, from which a client of a world without events resumes. */
export const BEGINNING = '0';

/** A stream that begins after this position. */
export function createStream({ caller, check, group, resent = false }: Listening, at: Position): Stream {
  const take = () => {
    stream.missed = 0;
    stream.drained();
  };
  const out = new Readable({ read: take });
  const stream: Stream = {
    ...{ world: caller.world, caller, check, resent, group, out, at },
    ...{ skipped: false, drained: () => {}, missed: 0 },
  };
  // The client gets its position before the first event, so that it loses nothing if it reconnects.
  out.push(`retry: 1000\nid: ${at.id || BEGINNING}\n\n`);
  return stream;
}

/** A comment. With an id, the client also resumes behind events of other groups, which it did not get. */
export function sendHeartbeat(stream: Stream): void {
  stream.out.push(stream.skipped ? `:\nid: ${stream.at.id}\n\n` : ':\n\n');
  stream.skipped = false;
}

export function notify(stream: Stream, event: FeedEvent): void {
  stream.skipped = !isOfGroup(stream, event.payload);
  if (!stream.skipped) stream.out.push(`id: ${event.id}\ndata: ${event.payload}\n\n`);
  stream.at = event;
}

/** The kind is near the start of an event, before anything that others wrote. */
const KIND = /"type":"(\w+)\./;

export function isOfGroup({ group, caller }: Stream, payload: string): boolean {
  if (!mayReadBuild(caller) && KIND.exec(payload)?.[1] === 'webhook') return false;
  return group === undefined || KIND.exec(payload)?.[1] === group.slice(0, -2);
}

export const isBufferFull = ({ out }: Stream) => out.readableLength > out.readableHighWaterMark;

/** Waits until the client reads its buffer or disconnects. */
export async function room(stream: Stream): Promise<void> {
  if (!isBufferFull(stream)) return;
  await new Promise<void>((resolve) => {
    stream.drained = resolve;
  });
}
