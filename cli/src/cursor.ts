import { createHash, randomBytes } from 'node:crypto';
import type { Rialto, WebhookEvent } from '../../sdk/src/rialto.ts';
import { readJson, stateFile, writeJson } from './files.ts';

type State = {
  secret: string;
  /** Where the stream of events is to be resumed; absent where that is not known. */
  place?: string | undefined;
  /** The time of the newest event that was dealt with. */
  since: string;
  /** What was dealt with of the overlap before it. */
  done: Record<string, string>;
};

export type Cursor = {
  readonly secret: string;
  /** Where the last run stopped; null when this is the first. */
  readonly resumed: string | null;
  /** Where the stream is to be resumed; undefined: read what there is since `from` first. */
  place(): string | undefined;
  /** What is of this time on may be new. */
  from(): string;
  isNew(event: WebhookEvent): boolean;
  /** It was dealt with, and with `place` everything up to it in the stream. */
  done(event: WebhookEvent, place?: string): void;
  /** Where the stream is to be resumed; undefined: nobody knows. */
  move(place: string | undefined): void;
};

/**
 * An event becomes visible when its transaction commits, so one can appear behind another that was seen before it. Whoever reads
 * again what is this old finds it; no transaction of the service takes nearly as long. The stream needs none of this.
 */
const OVERLAP = 30_000;

/** Where a listener is, kept on disk after each event, for each deployment and key. */
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

/** What is there already is not sent. By the clock of the service: the newest event's. */
async function present(rialto: Rialto): Promise<Pick<State, 'since' | 'done'>> {
  const { data } = await rialto.events.list({ limit: 1 });
  const since = data[0]?.created_at ?? new Date(0).toISOString();
  const from = new Date(Math.max(0, Date.parse(since) - OVERLAP));
  const seen = await rialto.events.list({ created_at: { gte: from, lte: since }, limit: 100 }).toArray();
  return { since, done: Object.fromEntries(seen.map(({ id, created_at }) => [id, created_at])) };
}

/** As the service makes them: 36 bytes in 48 characters of base64, none of them + or /. */
function newSecret(): string {
  for (;;) {
    const text = randomBytes(36).toString('base64');
    if (!/[+/]/.test(text)) return `whsec_${text}`;
  }
}
