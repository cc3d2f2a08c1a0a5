import type { InputOf } from '../../../contract/src/route.ts';
import type { replayWebhook } from '../../../contract/src/webhooks.ts';
import { encodeTime } from '../core/id.ts';
import type { Database } from '../db/database.ts';
import { isUnreachable } from '../db/failure.ts';
import { adaptPortion, type Portion } from '../db/portion.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import {
  advanceReplay,
  claimReplay,
  type EndpointRow,
  insertReplay,
  putOffReplay,
  type ReplayRow,
  resendPortion,
  selectEndpoint,
} from './store.ts';
import { renderReplay } from './view.ts';

/** Opens replays. The row is the job and stores its progress. */
export async function createReplays(
  tx: Tx,
  commands: Command<InputOf<typeof replayWebhook>>[],
): Promise<(string | Refusal)[]> {
  const results: (string | Refusal)[] = [];
  for (const { caller, input } of commands) {
    results.push(await createReplay(tx, caller.world, input));
  }
  tx.afterCommit(() => tx.node.wake('replays'));
  return results;
}

async function createReplay(tx: Tx, world: number, input: InputOf<typeof replayWebhook>): Promise<string | Refusal> {
  const [endpoint] = await tx.query<EndpointRow>(selectEndpoint, [world, input.id]);
  if (!endpoint) return new Refusal('not_found');
  if (endpoint.status === 'disabled') return new Refusal('webhook_disabled');
  const since = new Date(input.since);
  const now = Date.now();
  const until = new Date(input.until === undefined ? now : Math.min(Date.parse(input.until), now));
  if (Number.isNaN(since.getTime())) return invalidField('since', 'not_time');
  if (Number.isNaN(until.getTime())) return invalidField('until', 'not_time');
  if (since >= until) return invalidField('since', 'not_in_order', { other: 'until' });
  const values = [world, newId('rpl'), input.id, since, until, input.types ?? null, input.status ?? 'failed'];
  const [row] = await tx.query<ReplayRow>(insertReplay, values);
  return renderReplay(row!);
}

/** Adapted to the duration of a slice, for all replays of this process. */
const ofSlice = adaptPortion({ first: 200, most: 500 });
/** With waits of 2, 4, 8 … seconds these are some 17 minutes. */
const MOST_FAILURES = 10;
/** A delivery's id is generated at most this long before or after its created_at. */
const SLACK_MS = 60_000;
const statuses = {
  dead: ['dead'],
  held: ['held'],
  failed: ['dead', 'held'],
  all: ['dead', 'held', 'succeeded'],
} as const;

export type ReplayWorker = {
  readonly db: Database;
  readonly onError: (error: unknown) => void;
  /** Called when a replay has failed too often. It continues only after its endpoint is enabled again. */
  readonly onParked: (replay: string) => void;
};

/**
 * Queues one portion of one replay. A replay that fails waits longer each time, so that it does not block the others.
 */
export async function workOnReplays(
  { db, onError, onParked }: ReplayWorker,
  portion: Portion = ofSlice,
): Promise<number> {
  let claimed: ReplayRow | undefined;
  try {
    return await replayPortion(db, portion, (replay) => {
      claimed = replay;
    });
  } catch (error) {
    if (!claimed || isUnreachable(error)) throw error;
    onError(error);
    const [row] = await db.query<{ next_at: Date | null }>(putOffReplay, [claimed.world, claimed.id, MOST_FAILURES]);
    if (row?.next_at === null) onParked(claimed.id);
    return 1;
  }
}

/** Stores the progress in the same transaction, so that a crash repeats nothing and skips nothing. */
async function replayPortion(db: Database, portion: Portion, onClaimed: (replay: ReplayRow) => void): Promise<number> {
  const { size } = portion;
  let began = 0;
  const resent = await transaction(db, async (tx) => {
    began = performance.now();
    const [replay] = await tx.query<ReplayRow>(claimReplay);
    if (!replay) return null;
    onClaimed(replay);
    const { world, endpoint_id: endpoint, cursor, since, until, types } = replay;
    const bound = (time: Date, slack: number) => `dlv_${encodeTime(Math.max(time.getTime() + slack, 0))}`;
    const ids = await tx.query<{ id: string }>(resendPortion, [
      world,
      endpoint,
      cursor,
      bound(since, -SLACK_MS),
      bound(until, SLACK_MS),
      since,
      until,
      types,
      statuses[replay.delivery_status],
      size,
    ]);
    const last =
      ids
        .map((row) => row.id)
        .sort()
        .at(-1) ?? cursor;
    tx.query(advanceReplay, [world, replay.id, last, ids.length, ids.length < size]);
    tx.afterCommit(() => tx.node.wake('deliveries'));
    return ids.length;
  });
  if (resent === null) return 0;
  portion.took(resent, performance.now() - began);
  return 1;
}
