import type { Database } from '../db/database.ts';
import { toCollection } from '../payments/store.ts';
import { toDisbursement } from '../payouts/item-store.ts';
import { addContext, type ContextSource } from '../rails/context.ts';
import type { Rails } from '../rails/rail.ts';
import { toRepayment } from '../refunds/store.ts';
import { createRailWorker, type RailWorker } from '../workers/rail-worker.ts';
import { compareAnswer } from './compare-answer.ts';
import { type AnsweredRecord, type FinalRecord, loadRecord } from './final-store.ts';
import { type CallbackJob, claimCallbacks, endCallbacks, type JobEnd, nextDueCallback } from './store.ts';
import { wakeRecords } from './wake-records.ts';

/**
 * Settles an answer of the rail that contradicts a final record. It may be called again with the same two.
 * @returns false if the answer is known already
 */
export type OnContradiction = (found: AnsweredRecord) => Promise<boolean>;

export type CallbacksWorker = {
  readonly db: Database;
  readonly rails: Rails;
  readonly contextOf: ContextSource;
  readonly onContradiction: OnContradiction;
  readonly onError: (error: unknown) => void;
};

/** A locked record is written within milliseconds. */
const LOCKED_MS = 200;
const AGAIN_MS = 30_000;
const MOST_ASKED = 5;

type Finding =
  /** Nothing is known yet. */
  | { readonly state: 'unknown' }
  /** The record is open again, or still: its own worker asks. */
  | { readonly state: 'woken' }
  | { readonly state: 'locked' }
  | { readonly state: 'gone' }
  | { readonly state: 'answered'; readonly found: AnsweredRecord };

/**
 * Works on callbacks about records that were final, or locked, when they arrived. Such a callback is never trusted: the
 * rail is asked, and an answer that contradicts the record goes to `onContradiction`.
 */
export function createCallbacksWorker(options: CallbacksWorker): RailWorker {
  const { db, rails, onError } = options;
  return createRailWorker<CallbackJob, Finding, void>({
    node: db.node,
    name: 'callbacks',
    rails,
    claim: (quotas) => db.query<CallbackJob>(claimCallbacks, [quotas.rails, quotas.rooms]),
    nextDueMs: async (known) => (await db.query<{ ms: number | null }>(nextDueCallback, [known]))[0]?.ms ?? null,
    ask: (job) => find(options, job),
    noAnswer: { state: 'unknown' },
    settle: async (portion) => {
      const ended: JobEnd[] = [];
      for (const { job, answer } of portion) ended.push(await end(options, job, answer));
      await endCallbacks(db, ended);
      return [];
    },
    onSettled: () => {},
    onError,
  });
}

async function find(options: CallbacksWorker, job: CallbackJob): Promise<Finding> {
  const { db } = options;
  const [found] = await wakeRecords(db, [{ rail: job.rail, record: job.record, handle: null }]);
  if (found?.rail !== job.rail) return { state: 'gone' };
  if (found.woken) {
    db.node.wake(found.worker);
    return { state: 'woken' };
  }
  if (found.open) return { state: 'locked' };
  const record = await loadRecord(db, found);
  if (!record) return { state: 'gone' };
  const answered = await askRail(options, record);
  return answered ? { state: 'answered', found: answered } : { state: 'unknown' };
}

/** Null if the rail cannot be asked. */
async function askRail({ rails, contextOf }: CallbacksWorker, record: FinalRecord): Promise<AnsweredRecord | null> {
  const rail = rails.get(record.row.rail);
  switch (record.kind) {
    case 'payment': {
      const [job] = await addContext([record.row], contextOf);
      const answer = await rail?.check?.(toCollection(job!));
      return answer ? { ...record, answer } : null;
    }
    case 'refund': {
      const [job] = await addContext([record.row], contextOf);
      const answer = await rail?.checkRefund?.(toRepayment(job!));
      return answer ? { ...record, answer } : null;
    }
    case 'payout_item': {
      const [job] = await addContext([record.row], contextOf);
      const answer = await rail?.checkPayOut?.(toDisbursement(job!));
      return answer ? { ...record, answer } : null;
    }
  }
}

async function end({ onContradiction }: CallbacksWorker, job: CallbackJob, finding: Finding): Promise<JobEnd> {
  const { id, asked } = job;
  switch (finding.state) {
    case 'woken':
      return { id, outcome: 'asked', dueInMs: null };
    case 'locked':
      return { id, outcome: 'waiting', dueInMs: LOCKED_MS };
    case 'gone':
      return { id, outcome: 'unknown_record', dueInMs: null };
    case 'answered': {
      const { found } = finding;
      const compared = compareAnswer(found.row.status, found.answer);
      const isKnown = compared === 'contradicted' && !(await onContradiction(found));
      if (compared) return { id, outcome: isKnown ? 'confirmed' : compared, dueInMs: null };
    }
  }
  const isOver = asked >= MOST_ASKED;
  return { id, outcome: isOver ? 'unanswered' : 'waiting', dueInMs: isOver ? null : AGAIN_MS * asked };
}
