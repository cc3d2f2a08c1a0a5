import type { InputOf } from '../../../contract/src/route.ts';
import type { replayWebhook } from '../../../contract/src/webhooks.ts';
import type { Command } from '../command.ts';
import { encodeTime } from '../core/id.ts';
import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { wakeWorker } from '../workers/wake.ts';
import type { Round } from '../workers/worker.ts';
import {
  advanceReplay,
  claimReplay,
  type EndpointRow,
  insertReplay,
  type ReplayRow,
  resendPortion,
  selectEndpoint,
} from './store.ts';
import { renderReplay } from './view.ts';

/** Opens replays. The row is the job, and holds how far it is. */
export async function createReplays(
  tx: Tx,
  commands: Command<InputOf<typeof replayWebhook>>[],
): Promise<(string | Refusal)[]> {
  const results: (string | Refusal)[] = [];
  for (const { caller, input } of commands) {
    results.push(await createReplay(tx, caller.world, input));
  }
  tx.afterCommit(() => wakeWorker('replays'));
  return results;
}

async function createReplay(tx: Tx, world: number, input: InputOf<typeof replayWebhook>): Promise<string | Refusal> {
  const [endpoint] = await tx.query<EndpointRow>(selectEndpoint, [world, input.id]);
  if (!endpoint) return new Refusal('not_found');
  if (endpoint.status === 'disabled') return new Refusal('webhook_disabled');
  const since = new Date(input.since);
  const now = Date.now();
  const until = new Date(input.until === undefined ? now : Math.min(Date.parse(input.until), now));
  if (Number.isNaN(since.getTime())) return invalidField('since', 'must be an RFC 3339 time');
  if (Number.isNaN(until.getTime())) return invalidField('until', 'must be an RFC 3339 time');
  if (since >= until) return invalidField('since', 'must lie in the past, and before until');
  const values = [world, newId('rpl'), input.id, since, until, input.types ?? null, input.status ?? 'failed'];
  const [row] = await tx.query<ReplayRow>(insertReplay, values);
  return renderReplay(row!);
}

const PORTION = 500;
/** A delivery's id is made with it, at most this long before or after its created_at. */
const SLACK_MS = 60_000;
const statuses = {
  dead: ['dead'],
  held: ['held'],
  failed: ['dead', 'held'],
  all: ['dead', 'held', 'succeeded'],
} as const;

/** Puts one portion of one replay in line, in a transaction with how far it is: a crash repeats nothing and skips nothing. */
export async function workOnReplays(db: Database): Promise<Round> {
  const done = await transaction(db, async (tx) => {
    const [replay] = await tx.query<ReplayRow>(claimReplay);
    if (!replay) return 0;
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
      PORTION,
    ]);
    const last =
      ids
        .map((row) => row.id)
        .sort()
        .at(-1) ?? cursor;
    tx.query(advanceReplay, [world, replay.id, last, ids.length, ids.length < PORTION]);
    tx.afterCommit(() => wakeWorker('deliveries'));
    return 1;
  });
  return { done, nextDueMs: null };
}
