import type { BulkKind, BulkMode } from '../../../contract/src/bulk.ts';
import type { Tx } from '../db/transaction.ts';
import { type Events, openEvents, storedRequestOf } from '../events/emit.ts';
import { insertAnswers, type StoredAnswer, selectAnswers } from '../idempotency/store.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { refuseItems } from './refuse-items.ts';
import { type BulkRow, insertBulk, insertResults, updateBulk } from './store.ts';
import { bulkCompleted, renderDone, renderFailed } from './view.ts';

export type BulkItem = { readonly amount: number; readonly currency: string };

/** A request after its validation. */
export type BulkInput<Item> = {
  readonly mode: BulkMode;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly items: readonly Item[];
  readonly dry_run?: boolean;
};

/** The outcome of one item: the id of its record, or why there is none. */
export type ItemOutcome = string | Failed;
export type Failed = { readonly refusal: Refusal; readonly record?: string | undefined };

/** The outcome that an item would have: null, or why it would fail. */
export type Foreseen = Failed | null;

export type PortionHow = {
  /** The first try failed: look references up, and lock before anything is written. */
  readonly careful: boolean;
  /** Resolves when the portion may be written. Await it beside the first reads. */
  readonly begun: Promise<unknown>;
  readonly events: Promise<Events>;
  /** Waits for this node's turn to lock wallets. Call it right before they are locked. */
  readonly enter: () => Promise<void>;
};

/** Carries out the items of one transaction. */
export type CarryOut<Item> = (tx: Tx, command: Command<BulkInput<Item>>, how: PortionHow) => Promise<ItemOutcome[]>;

export type BulkSort<Item> = {
  readonly kind: BulkKind;
  readonly done: 'succeeded' | 'accepted';
  /** Completes the items of a portion before and outside its transaction. */
  readonly prepare?: (command: Command<BulkInput<Item>>) => Promise<readonly Item[]>;
  readonly carryOut: CarryOut<Item>;
  /** Decides the items in order, without writing. */
  readonly preview: (tx: Tx, commands: Command<Item>[]) => Promise<readonly Foreseen[]>;
};

/** Thrown to leave the transaction: the key has an answer. */
export class KeyAnswered extends Error {
  readonly answer: StoredAnswer;
  constructor(answer: StoredAnswer) {
    super('the key has an answer');
    this.answer = answer;
  }
}

/** Thrown to leave the transaction: the wallets changed between the first decision and the lock. */
export class Changed extends Error {}

export type Committed = { readonly row: BulkRow; readonly results: readonly string[] };

/**
 * Carries out the items of one transaction, and writes their results in it. The first portion also writes the request
 * and its answer's key.
 * @param before the request so far; null before its first portion
 * @param all the number of items of the whole request
 */
export async function writePortion<Item extends BulkItem>(
  tx: Tx,
  { kind, done, carryOut }: BulkSort<Item>,
  command: Command<BulkInput<Item>>,
  before: BulkRow | null,
  all: number,
  how: Pick<PortionHow, 'careful' | 'enter'>,
): Promise<Committed> {
  const { caller, input } = command;
  tx.wrote(caller.world);
  const events = openEvents(tx, [caller]);
  const begun = before === null ? checkKey(tx, command) : Promise.resolve();
  // The first error of these ends the transaction, and the others are consequences.
  for (const one of [events, begun]) one.catch(() => {});
  const outcomes = await carryOut(tx, command, { ...how, begun, events });
  if (input.mode === 'all_or_nothing') refuseIfFailed(outcomes, command.lines);
  const row = add(before ?? open(command, kind, all), input.items, outcomes);
  if (before === null) insertBulk(tx, row);
  else updateBulk(tx, row);
  const results = outcomes.map((outcome) =>
    typeof outcome === 'string' ? renderDone(done, outcome) : renderFailed(outcome.refusal, outcome.record),
  );
  insertResults(tx, row, before?.done ?? 0, results);
  if (row.completed_at) (await events).emit([bulkCompleted(row)]);
  const { idempotency } = command;
  if (before === null && idempotency)
    insertAnswers(tx, [{ world: caller.world, ...idempotency, status: 201, body: row.id }]);
  return { row, results };
}

async function checkKey(tx: Tx, command: Command<unknown>): Promise<void> {
  const [answer] = command.idempotency ? await selectAnswers(tx, [command]) : [];
  if (answer) throw new KeyAnswered(answer);
}

function refuseIfFailed(outcomes: readonly ItemOutcome[], lines: Command<unknown>['lines']): void {
  const refusal = refuseItems(
    outcomes.map((outcome) => (typeof outcome === 'string' ? null : outcome.refusal)),
    lines,
  );
  if (refusal) throw refusal;
}

/** In the order of jsonb, so that a replay, which reads it there, is the first answer byte for byte. */
function asStored(metadata: Readonly<Record<string, string>>): Record<string, string> {
  const keys = Object.keys(metadata).map((key) => Buffer.from(key));
  const sorted = keys.sort((a, b) => a.length - b.length || a.compare(b)).map(String);
  return Object.fromEntries(sorted.map((key) => [key, metadata[key]!]));
}

function open(command: Command<BulkInput<unknown>>, kind: BulkKind, count: number): BulkRow {
  const { caller, input } = command;
  return {
    world: caller.world,
    livemode: caller.livemode,
    id: newId('blk'),
    ...{ kind, mode: input.mode, count, done: 0, succeeded: 0, amounts: {} },
    metadata: asStored(input.metadata ?? {}),
    request: storedRequestOf(command),
    created_at: new Date(),
    completed_at: null,
  };
}

function add(row: BulkRow, items: readonly BulkItem[], outcomes: readonly ItemOutcome[]): BulkRow {
  const sums = new Map(Object.entries(row.amounts).map(([currency, amount]) => [currency, BigInt(amount)]));
  let succeeded = row.succeeded;
  for (const [i, { amount, currency }] of items.entries()) {
    if (typeof outcomes[i] !== 'string') continue;
    succeeded++;
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount));
  }
  const done = row.done + items.length;
  const amounts = Object.fromEntries([...sums].map(([currency, sum]) => [currency, String(sum)]));
  return { ...row, done, succeeded, amounts, completed_at: done === row.count ? new Date() : null };
}
