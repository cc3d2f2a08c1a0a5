import { setTimeout as sleep } from 'node:timers/promises';
import type { BulkKind } from '../../../contract/src/bulk.ts';
import type { Database } from '../db/database.ts';
import { isBusy, isLocked, isUnreachable } from '../db/failure.ts';
import { GateFull } from '../db/gate.ts';
import { transaction } from '../db/transaction.ts';
import { keyOf, refuse } from '../idempotency/answer-all.ts';
import { tooManyWaiting } from '../idempotency/attempts.ts';
import { awaitStandby, insertAnswers, type StoredAnswer, selectAnswers } from '../idempotency/store.ts';
import type { Command } from '../kernel/command.ts';
import type { Answer } from '../kernel/operation.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type BulkCommand, createPortions, isTransient, type PortionOptions, type PortionStep } from './attempt.ts';
import { createItemTurns } from './item-turns.ts';
import type { BulkItem, BulkSort } from './portion.ts';
import { type BulkRow, selectBulk, selectResults } from './store.ts';
import { renderBulk } from './view.ts';

/** Items of a transaction. The requests beside it wait for its wallets at most 80 ms (`idempotency/once.ts`). */
const PORTION = 1_000;
/** Transactions of one mode at once: one writes what needs no lock while the other one has the wallets. */
const AT_ONCE = 3;
/**
 * The same for a world while others send requests. Each of their requests waits for the processor and for the event
 * loop at several steps, behind every portion that is under way.
 */
const AT_ONCE_BESIDE_OTHERS = 1;
/** A portion is tried for this long. */
const PATIENCE_MS = 5_000;

export type BulkOptions = PortionOptions & {
  readonly docBase: string;
  readonly onError: (error: unknown, requestId: string) => void;
  /** Whether other worlds send requests to this process. */
  readonly sharedWith: (world: number) => boolean;
  /** Rests while requests of other worlds wait. */
  readonly giveWay: (world: number, tookMs: number) => Promise<void>;
};

/** Turns a kind of bulk request into a function for one request. */
export type Bulks = <Item extends BulkItem>(sort: BulkSort<Item>) => (command: BulkCommand<Item>) => Promise<Answer>;

/** The turns of each mode. */
function openTurns({ sharedWith }: BulkOptions) {
  const mostOf = (world: number) => (sharedWith(world) ? AT_ONCE_BESIDE_OTHERS : AT_ONCE);
  return new Map([true, false].map((livemode) => [livemode, createItemTurns(AT_ONCE, mostOf)]));
}

/** Carries out requests with many items: in turns between worlds, each item once, whatever interrupts it. */
export function createBulks(options: BulkOptions): Bulks {
  const { db, docBase, onError, giveWay } = options;
  const turnsOf = openTurns(options);
  const attempt = createPortions(options);

  const carryOut = async <Item extends BulkItem>(sort: BulkSort<Item>, command: BulkCommand<Item>): Promise<Answer> => {
    const { caller, input } = command;
    const turns = turnsOf.get(caller.livemode)!;
    const size = input.mode === 'each' ? PORTION : input.items.length;
    const results: string[] = [];
    let row: BulkRow | null = null;
    /** Another request of this key carried out some of the items. */
    let shared = false;
    // Before the providers are asked: a replay asks nobody.
    const first = sort.prepare && (await findAnswer(db, command));
    if (first) {
      const known = await readAnswer(db, command, first, sort);
      if ('replayed' in known) return known;
      row = known;
      shared = true;
      if (row.completed_at) return { status: 201, body: await read(row), replayed: true };
    }
    while (!row?.completed_at) {
      const before: BulkRow | null = row;
      const slice = input.items.slice(before?.done ?? 0, (before?.done ?? 0) + size);
      // Outside the turn: a provider that is silent holds up this request alone.
      const items = sort.prepare ? await sort.prepare({ ...command, input: { ...input, items: slice } }) : slice;
      const began = performance.now();
      const step: PortionStep = await turns.during(caller.world, items.length, () =>
        attempt(sort, command, before, items),
      );
      if ('answered' in step) {
        const known = await readAnswer(db, command, step.answered, sort);
        if ('replayed' in known) return known;
        row = known;
        shared = true;
        if (row.completed_at) return { status: 201, body: await read(row), replayed: true };
      } else if ('moved' in step) {
        row = step.moved;
        shared = true;
      } else {
        row = step.row;
        for (const result of step.results) results.push(result);
        await giveWay(caller.world, performance.now() - began);
      }
    }
    return { status: 201, body: shared ? await read(row) : renderBulk(row, results), replayed: false };
  };
  /** A replay shows nothing that a synchronous standby may lack. */
  const read = (row: BulkRow) =>
    transaction(db, async (tx) => {
      awaitStandby(tx);
      return renderBulk(row, await selectResults(tx, row));
    });

  const answer = async <Item extends BulkItem>(sort: BulkSort<Item>, command: BulkCommand<Item>): Promise<Answer> => {
    try {
      return await carryOut(sort, command).catch((error) => {
        if (!(error instanceof Refusal) || error.code !== 'bulk_item_failed') throw error;
        return keep(sort, command, refuse(command, error, { docBase }));
      });
    } catch (error) {
      return refuse(command, refusalOf(error, command, onError), { docBase });
    }
  };
  /**
   * Answers with a refusal once it is kept for replays of its key. Another node may have carried out the same request
   * while this one waited for its wallets: then the key has that answer, and the refusal, which says that nothing
   * changed, would be false.
   */
  const keep = async <Item extends BulkItem>(sort: BulkSort<Item>, command: BulkCommand<Item>, refused: Answer) => {
    const { caller, idempotency } = command;
    if (!idempotency) return refused;
    const stored = { world: caller.world, ...idempotency, status: refused.status, body: refused.body };
    try {
      await transaction(db, async (tx) => insertAnswers(tx, [stored]), { lockTimeoutMs: PATIENCE_MS });
      return refused;
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (isLocked(error)) throw new Refusal('idempotency_in_progress');
      return carryOut(sort, command);
    }
  };

  return <Item extends BulkItem>(sort: BulkSort<Item>) =>
    oneOfKey<Item>(
      (command) => answer(sort, command),
      (command) => refuse(command, new Refusal('idempotency_in_progress'), { docBase }),
    );
}

function refusalOf(error: unknown, { requestId }: Command<unknown>, onError: BulkOptions['onError']): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof GateFull) return tooManyWaiting();
  if (isTransient(error)) return new Refusal('service_unavailable');
  onError(error, requestId);
  return new Refusal(isUnreachable(error) || isBusy(error) ? 'service_unavailable' : 'internal_error');
}

const findAnswer = async (db: Database, command: Command<unknown>) =>
  command.idempotency && (await transaction(db, (tx) => selectAnswers(tx, [command])))[0];

/** @returns the stored refusal to repeat, or the row of the bulk request that has the key */
async function readAnswer(
  db: Database,
  { caller, idempotency }: Command<unknown>,
  known: StoredAnswer,
  { kind }: { readonly kind: BulkKind },
) {
  if (!known.fingerprint.equals(idempotency!.fingerprint)) throw new Refusal('idempotency_key_reused');
  if (known.status !== 201) return { status: known.status, body: known.body, replayed: true };
  return (await selectBulk(db, caller.world, known.body, kind))!;
}

/** A repeat that comes while this process works on its key waits for the answer, at most 5 s. */
function oneOfKey<Item>(
  send: (command: BulkCommand<Item>) => Promise<Answer>,
  inProgress: (command: BulkCommand<Item>) => Answer,
): (command: BulkCommand<Item>) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  return async (command) => {
    if (!command.idempotency) return send(command);
    const key = keyOf(command.caller.world, command.idempotency.key);
    const end = performance.now() + PATIENCE_MS;
    for (let running = underWay.get(key); running; running = underWay.get(key)) {
      const waiting = new AbortController();
      const timeout = sleep(Math.max(end - performance.now(), 1), null, { signal: waiting.signal }).catch(() => null);
      const first = await Promise.race([running, timeout]);
      waiting.abort();
      if (first === null) return inProgress(command);
    }
    const answer = send(command);
    underWay.set(key, answer);
    try {
      return await answer;
    } finally {
      underWay.delete(key);
    }
  };
}
