import { type CaseDraft, openCases } from '../cases/open-cases.ts';
import type { Database } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { newId } from '../kernel/new-id.ts';
import type { Callback } from './callback.ts';
import {
  type CallbackOutcome,
  type IncomingDraft,
  insertCallbacks,
  insertIncoming,
  type KeptCallback,
  ownMs,
} from './store.ts';
import { type FoundRecord, wakeRecords } from './wake-records.ts';

/**
 * Commits callbacks together with their effects, all in one transaction: their open records are due at once, money
 * that nobody asked for is kept, and a case is open for each unknown record and each refused source.
 */
export async function commitCallbacks(db: Database, callbacks: readonly Callback[]): Promise<void> {
  const distinct = countRepeats(callbacks);
  await transaction(db, async (tx) => {
    const named = distinct.map(({ callback }) => nameOf(callback));
    const found = await wakeRecords(tx, named);
    const kept = distinct.map(({ callback, times }, i) => judge(callback, times, found[i]));
    const drafts = kept.flatMap(incomingOf);
    const cases = kept.flatMap((one, i) => caseOf(one, found[i]));
    await Promise.all([
      insertCallbacks(tx, kept),
      drafts.length > 0 && insertIncoming(tx, drafts),
      cases.length > 0 && openCases(tx, cases),
    ]);
    tx.afterCommit(() => {
      for (const worker of new Set(found.filter((one) => one?.woken).map((one) => one!.worker))) tx.node.wake(worker);
      if (kept.some(({ isDue }) => isDue)) tx.node.wake('callbacks');
      if (drafts.some(({ money }) => ownMs(money) === 0)) tx.node.wake('incoming');
    });
  });
}

type Counted = { readonly callback: Callback; readonly times: number };

/** One statement cannot write a row twice. */
function countRepeats(callbacks: readonly Callback[]): Counted[] {
  const counted = new Map<string, Counted>();
  for (const callback of callbacks) {
    const key = `${callback.rail} ${callback.digest.toString('hex')}`;
    const before = counted.get(key);
    counted.set(key, { callback: before?.callback ?? callback, times: (before?.times ?? 0) + 1 });
  }
  return [...counted.values()];
}

/** A callback from a refused source names nothing, so it has no effect. */
function nameOf({ rail, record, handle, sourceRefused }: Callback) {
  return sourceRefused ? { rail, record: null, handle: null } : { rail, record, handle };
}

function judge(callback: Callback, times: number, known: FoundRecord | undefined): KeptCallback {
  const { record, sourceRefused } = callback;
  const found = known?.rail === callback.rail ? known : undefined;
  // A result counts only for a record that the rail has.
  const result = found ? callback.result : null;
  return {
    callback: { ...callback, result },
    times,
    record: sourceRefused ? record : (found?.id ?? record),
    outcome: outcomeOf(callback, found),
    isDue: found !== undefined && !found.woken,
  };
}

function outcomeOf(callback: Callback, found: FoundRecord | undefined): CallbackOutcome {
  const { record, handle, sourceRefused, unreadable, incoming } = callback;
  if (sourceRefused) return 'source_refused';
  if (unreadable) return 'unreadable';
  if (found) return found.woken ? 'asked' : 'waiting';
  if (incoming.length > 0) return 'incoming';
  return record === null && handle === null ? 'noted' : 'unknown_record';
}

function incomingOf({ callback }: KeptCallback): IncomingDraft[] {
  if (callback.sourceRefused) return [];
  return callback.incoming.map((money) => ({ id: newId('inc'), callback, money }));
}

/**
 * One case for each unknown record. Callbacks from refused sources, and those about records at other rails, have one
 * case for each rail: accounts of several rails at one provider may send all callbacks to one of them.
 */
function caseOf({ callback, outcome }: KeptCallback, known: FoundRecord | undefined): CaseDraft[] {
  const { id, rail, livemode, record, handle, source } = callback;
  const draft = { rail, livemode, world: null, amount: null, currency: null };
  if (outcome === 'source_refused')
    return [{ ...draft, kind: 'callback_source', record: null, facts: { callback: id, source } }];
  if (outcome === 'unknown_record' && known)
    return [
      { ...draft, kind: 'unknown_callback', record: null, facts: { callback: id, record: known.id, at: known.rail } },
    ];
  if (outcome === 'unknown_record')
    return [{ ...draft, kind: 'unknown_callback', record: record ?? handle, facts: { callback: id, source } }];
  return [];
}
