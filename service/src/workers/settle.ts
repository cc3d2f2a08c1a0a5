import { type Book, openBook } from '../core/ledger.ts';
import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { type EventDraft, openEvents } from '../events/emit.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { contradictions, type SettledState } from './contradiction.ts';
import type { AnsweredJob } from './rail-worker.ts';

/** The records of a portion, locked, and what the answers make of them. */
export type LockedPortion<Settled> = {
  /** The current states of the records, to compare with the rails' answers. */
  readonly states: readonly SettledState[];
  /** The wallets that settling them needs. */
  readonly wallets: readonly string[];
  /** Reads what the lock of these wallets protects. */
  prepare?(): Promise<void>;
  /** Moves the money, in the book of these wallets. */
  post(book: Book): Posted<Settled>;
};

export type Posted<Settled> = {
  readonly settled: Settled;
  readonly drafts: readonly EventDraft[];
  /** Writes the records. Nothing to await: COMMIT follows on the wire. */
  write(): void;
};

/**
 * Settles a portion of the rails' answers in one transaction: records, postings, events and deliveries commit together.
 * A record that was claimed twice before its rail answered is settled once.
 * @param db a transaction: it settles in this one
 * @param onError receives answers that contradict a final state
 */
export function settle<
  Job extends Traced & { readonly world: number; readonly id: string },
  Answer extends { readonly state: string },
  Settled,
>(
  db: Database | Tx,
  asked: readonly AnsweredJob<Job, Answer>[],
  lock: (tx: Tx, jobs: readonly Job[], answers: ReadonlyMap<string, Answer>) => Promise<LockedPortion<Settled>>,
  onError: (error: unknown) => void,
): Promise<Settled> {
  const answers = new Map(asked.map(({ job, answer }) => [job.id, answer]));
  const jobs = [...new Map(asked.map(({ job }) => [job.id, job])).values()];
  const settling = async (tx: Tx) => {
    const [{ states, wallets, prepare, post }, events] = await Promise.all([
      lock(tx, jobs, answers),
      openEvents(tx, jobs),
    ]);
    tx.afterCommit(() => contradictions(states, answers).forEach(onError));
    const book = openBook(wallets.length > 0 ? await lockWallets(tx, wallets) : []);
    await prepare?.();
    const { settled, drafts, write } = post(book);
    writeBook(tx, book);
    write();
    events.emit(drafts);
    return settled;
  };
  const span = traceSettlement(db, jobs);
  return transaction(db, settling, { span }).finally(() => span?.end());
}

/** How a record keeps the span of its request. */
type Traced = {
  readonly request?: { readonly traceparent?: string };
  readonly traceparent?: string | null;
};

/** A trace of the settlement, if one of its records has a traced request. */
function traceSettlement({ node }: Database | Tx, jobs: readonly Traced[]) {
  const kept = jobs.map(({ request, traceparent }) => traceparent ?? request?.traceparent);
  return node.tracing?.startBatch('settle', 'internal', kept) ?? null;
}
