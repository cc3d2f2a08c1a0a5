import type { callbackOutcomes } from '../../../contract/src/callbacks.ts';
import { readAccountCode } from '../core/account-code.ts';
import type { Queries, Statement } from '../db/database.ts';
import { dueOnEachRail, nextDueOnRails } from '../db/due-on-rails.ts';
import {
  arraysFrom,
  bool,
  bytea,
  from,
  int4,
  int8,
  jsonbAsText,
  nullable,
  text,
  textOf,
  timestamptz,
} from '../db/table.ts';
import type { Incoming } from '../rails/rail.ts';
import type { Callback } from './callback.ts';

/** The effect of a callback. */
export type CallbackOutcome = (typeof callbackOutcomes)[number];

export type KeptCallback = {
  readonly callback: Callback;
  /** How often it arrived in this batch. */
  readonly times: number;
  readonly record: string | null;
  readonly outcome: CallbackOutcome;
  /** Whether the rail is still to be asked, by the worker of callbacks. */
  readonly isDue: boolean;
};

const kept = arraysFrom<KeptCallback>({
  id: from(text, ({ callback }) => callback.id),
  rail: from(text, ({ callback }) => callback.rail),
  livemode: from(bool, ({ callback }) => callback.livemode),
  received_at: from(timestamptz, ({ callback }) => callback.receivedAt),
  times: from(int4, ({ times }) => times),
  method: from(text, ({ callback }) => callback.method),
  query: from(nullable(text), ({ callback }) => callback.query),
  source: from(text, ({ callback }) => callback.source),
  headers: from(jsonbAsText(), ({ callback }) => callback.headers),
  body: from(bytea, ({ callback }) => callback.body),
  digest: from(bytea, ({ callback }) => callback.digest),
  record: from(nullable(text), ({ record }) => record),
  handle: from(nullable(text), ({ callback }) => callback.handle),
  outcome: from(textOf<CallbackOutcome>(), ({ outcome }) => outcome),
  result: from(nullable(text), ({ callback }) => callback.result),
  due: from(bool, ({ isDue }) => isDue),
});

const insertStatement: Statement = {
  name: 'callbacks_insert',
  text: `
    INSERT INTO rail_callbacks AS c (id, rail, livemode, received_at, last_at, times, method, query, source, headers,
      body, digest, record, handle, outcome, result, due_at)
    SELECT id, rail, livemode, received_at, received_at, times, method, query, source, headers::jsonb, body,
           digest, record, handle, outcome, result, CASE WHEN due THEN now() END
    FROM (SELECT ${kept.unnest}) AS n
    ORDER BY rail, digest
    ON CONFLICT (rail, digest) DO UPDATE
    SET times = c.times + CASE WHEN c.id = excluded.id THEN 0 ELSE excluded.times END,
        last_at = greatest(c.last_at, excluded.last_at),
        record = coalesce(c.record, excluded.record), result = coalesce(c.result, excluded.result),
        outcome = CASE c.outcome WHEN 'unknown_record' THEN excluded.outcome ELSE c.outcome END,
        due_at = CASE c.outcome WHEN 'unknown_record' THEN excluded.due_at ELSE c.due_at END`,
};

/** Writes callbacks. A repeat of an earlier one is only counted. */
export function insertCallbacks(tx: Queries, callbacks: readonly KeptCallback[]): Promise<unknown> {
  return tx.query(insertStatement, kept.of(callbacks));
}

export type IncomingDraft = {
  readonly id: string;
  readonly callback: Callback;
  readonly money: Incoming;
};

const incoming = arraysFrom<IncomingDraft>({
  id: from(text, ({ id }) => id),
  rail: from(text, ({ callback }) => callback.rail),
  receipt: from(text, ({ money }) => money.receipt),
  livemode: from(bool, ({ callback }) => callback.livemode),
  amount: from(int8, ({ money }) => money.amount),
  currency: from(text, ({ money }) => money.currency),
  at: from(timestamptz, ({ money }) => money.at),
  payer: from(nullable(text), ({ money }) => money.payer),
  account_text: from(nullable(text), ({ money }) => money.accountText),
  callback: from(text, ({ callback }) => callback.id),
  due_at: from(timestamptz, ({ callback, money }) => new Date(callback.receivedAt.getTime() + ownMs(money))),
});

/**
 * A payment of ours settles by its own callback or question (Daraja: every 10 s). Only money that outlasts this is
 * looked for in the rail's list: reading it for each payment took half of the CPU of Daraja's payments.
 */
const OWN_MS = 15_000;
export const ownMs = ({ accountText }: Incoming): number => (readAccountCode(accountText ?? '') === null ? 0 : OWN_MS);

const insertIncomingStatement: Statement = {
  name: 'rail_incoming_insert',
  text: `
    INSERT INTO rail_incoming (${incoming.names}) SELECT ${incoming.names} FROM (SELECT ${incoming.unnest}) AS n
    ORDER BY rail, receipt
    ON CONFLICT (rail, receipt) DO NOTHING`,
};

/** Keeps money that nobody asked for, once for each receipt. */
export function insertIncoming(tx: Queries, drafts: readonly IncomingDraft[]): Promise<unknown> {
  return tx.query(insertIncomingStatement, incoming.of(drafts));
}

/** A callback about a final record, whose rail is asked whether it says the same. */
export type CallbackJob = {
  readonly id: string;
  readonly rail: string;
  readonly livemode: boolean;
  readonly record: string;
  readonly asked: number;
};

/** Longer than a rail's call may take, so that no other node asks meanwhile. */
const LEASE_S = 60;

export const claimCallbacks: Statement = {
  name: 'callbacks_claim',
  text: `
    UPDATE rail_callbacks c SET due_at = now() + interval '${LEASE_S} s', asked = c.asked + 1
    FROM ${dueOnEachRail('id', 'rail_callbacks')}
    WHERE c.id = due.id
    RETURNING c.id, c.rail, c.livemode, c.record, c.asked`,
};

export const nextDueCallback: Statement = { name: 'callbacks_next_due', text: nextDueOnRails('rail_callbacks') };

/** The outcome of a callback's job; `dueInMs` null: nothing is left to do. */
export type JobEnd = { readonly id: string; readonly outcome: CallbackOutcome; readonly dueInMs: number | null };

const ends = arraysFrom<JobEnd>({
  id: from(text, ({ id }) => id),
  outcome: from(text, ({ outcome }) => outcome),
  due_in_ms: from(nullable(int4), ({ dueInMs }) => dueInMs),
});

const endStatement: Statement = {
  name: 'callbacks_end',
  text: `
    UPDATE rail_callbacks c SET outcome = n.outcome, due_at = now() + make_interval(secs => n.due_in_ms / 1000.0)
    FROM (SELECT ${ends.unnest} ORDER BY id) AS n WHERE c.id = n.id`,
};

export async function endCallbacks(db: Queries, ended: readonly JobEnd[]): Promise<void> {
  await db.query(endStatement, ends.of(ended));
}

/** Callbacks are kept for 30 days, except for those whose rail is still to be asked. $1: the most to delete. */
export const deleteOldCallbacks: Statement = {
  name: 'retention_callbacks',
  text: `
    DELETE FROM rail_callbacks WHERE id IN (
      SELECT id FROM rail_callbacks WHERE id < id_from('clb', now() - interval '30 days') AND due_at IS NULL
      ORDER BY id LIMIT $1)
    RETURNING 1`,
};
