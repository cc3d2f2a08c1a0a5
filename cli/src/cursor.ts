import { createHash, randomBytes } from 'node:crypto';
import type { Rialto, WebhookEvent } from '../../sdk/src/rialto.ts';
import { readJson, stateFile, writeJson } from './files.ts';

type State = {
  secret: string;
  /** The position at which to resume the stream; absent when it is unknown. */
  place?: string | undefined;
  /** The time of the newest event that was handled. */
  since: string;
  /** The handled events within the overlap before `since`. */
  done: Record<string, string>;
};

export type Cursor = {
  readonly secret: string;
  /** The time at which the last run stopped; null on the first run. */
  readonly resumed: string | null;
  /** The position at which to resume the stream. When it is undefined, first read the events since `from`. */
  place(): string | undefined;
  /** Events from this time on may be new. */
  from(): string;
  isNew(event: WebhookEvent): boolean;
  /** Records that the event was handled; with `place`, also every event before it in the stream. */
  done(event: WebhookEvent, place?: string): void;
  /** Sets the position at which to resume the stream; undefined means unknown. */
  move(place: string | undefined): void;
};

/**
 * An event becomes visible when its transaction commits, so an event can appear behind one that was read before.
 * Reading the last 30 s again finds it: no transaction of the service takes nearly as long. The stream does not need
 * this.
 */
const OVERLAP = 30_000;

/** The position of a listener, stored on disk after each event, per deployment and key. */
export async function openCursor(rialto: Rialto, { place, fresh }: { place: string; fresh: boolean }): Promise<Cursor> {
  const file = stateFile(`listen-${createHash('sha256').update(place).digest('hex').slice(0, 16)}`);
  const kept = readJson<State>(file);
  const resumed = kept && !fresh ? kept.since : null;
  const secret = kept?.secret ?? newSecret();
  const state: State = resumed !== null ? kept! : { secret, ...(await present(rialto)) };
  writeJson(file, state);
  const from = () => new Date(Math.max(0, Date.parse(state.since) - OVERLAP)).toISOString();
  return {
    secret,
    resumed,
    place: () => state.place,
    from,
    isNew: ({ id }) => !(id in state.done),
    done: ({ id, created_at }, place = state.place) => {
      state.place = place;
      state.done[id] = created_at;
      if (created_at > state.since) state.since = created_at;
      const oldest = from();
      for (const [seen, at] of Object.entries(state.done)) if (at < oldest) delete state.done[seen];
      writeJson(file, state);
    },
    move: (place) => {
      state.place = place;
      writeJson(file, state);
    },
  };
}

/** Existing events are not sent. Their end is the newest event's time, which is the service's clock. */
async function present(rialto: Rialto): Promise<Pick<State, 'since' | 'done'>> {
  const { data } = await rialto.events.list({ limit: 1 });
  const since = data[0]?.created_at ?? new Date(0).toISOString();
  const from = new Date(Math.max(0, Date.parse(since) - OVERLAP));
  const seen = await rialto.events.list({ created_at: { gte: from, lte: since }, limit: 100 }).toArray();
  return { since, done: Object.fromEntries(seen.map(({ id, created_at }) => [id, created_at])) };
}

/** The service's own format: 36 bytes as 48 base64 characters without + and /. */
function newSecret(): string {
  for (;;) {
    const text = randomBytes(36).toString('base64');
    if (!/[+/]/.test(text)) return `whsec_${text}`;
  }
}
