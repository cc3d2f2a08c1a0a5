import type { Logger } from 'pino';
import { deleteExpired } from '../accounts/delete-expired.ts';
import { walkAudit } from '../audit/walk.ts';
import { deleteOldCallbacks } from '../callbacks/store.ts';
import { deleteUnusedSessions } from '../checkout/delete-unused.ts';
import type { Database, Statement } from '../db/database.ts';
import { deleteOldMarks } from '../db/history.ts';
import { adaptPortion } from '../db/portion.ts';
import { deleteOldNotes } from '../db/world-writes.ts';
import { deleteExpiredExportFiles } from '../exports/delete-expired.ts';
import { deleteOldStatement as deleteOldAnswers } from '../idempotency/store.ts';
import { deleteUnusedDocuments } from '../kyc/sweep.ts';
import { deleteOldMessages } from '../messages/queue-store.ts';
import { deleteOldDays } from '../payouts/count-day.ts';
import { deleteEndedSchedules } from '../payouts/schedules/store.ts';
import { readArchiver } from '../postgres/read-archiver.ts';
import { deleteOldCalls } from '../rails/calls.ts';
import { deleteOldMemory } from '../rails/memory.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { deleteOldLoad } from '../tenancy/load-store.ts';
import { deleteOldHours } from '../webhooks/count-hours.ts';
import { disableFailing, LAST_DAY } from '../webhooks/disable-failing.ts';
import { type Notifier, notifyDevelopers } from '../webhooks/notify-developers.ts';
import { askSoon, bringNear } from './clamp-deadlines.ts';
import { watchSteadiness } from './clock-jumps.ts';
import { createDeletion, type Deletions } from './delete-idle-tests.ts';
import { createEventDeletion } from './delete-old-test-events.ts';

/** Makes the partitions of deliveries for the coming weeks, and drops expired ones. $1: drop nothing. */
const rotateDeliveries: Statement = {
  name: 'retention_deliveries',
  text: 'SELECT rotate_deliveries($1) AS dropped',
};

/** The same for the days of the request log. */
const rotateRequestLog: Statement = {
  name: 'retention_request_log',
  text: 'SELECT rotate_request_log($1) AS dropped',
};

export type SweepOptions = {
  readonly db: Database;
  readonly documents: DocumentStore;
  /** Notifies developers of failing endpoints. */
  readonly telling: Notifier;
  readonly log: Logger;
  /** A test merchant is deleted after this many days without use. */
  readonly idleDays?: number;
  /** How long events of test worlds are kept. */
  readonly eventDays?: number;
  readonly onDeleted?: NonNullable<Deletions['onDeleted']>;
  /** An endpoint has failed for so long that it was disabled. */
  readonly onDisabled?: () => void;
  /** How long the database's clock must run undisturbed before expired rows are deleted. */
  readonly steadyMs: number;
};

/**
 * One minute's round: makes partitions, deletes expired data and reports failures. For `steadyMs` after the database's
 * clock was set, or after this process started, nothing is deleted, because a wrong clock may only seem to make it
 * expired.
 */
export function createSweep(options: SweepOptions): (isStopped: () => boolean) => Promise<void> {
  const { db, documents, log, steadyMs } = options;
  const deleteIdle = createDeletion(options);
  const deleteOldEvents = createEventDeletion(db, options.eventDays ?? 90);
  const checkClock = watchSteadiness(db, steadyMs);
  // The clock may have been set back while no node was running.
  let isUnchecked = true;
  let setBack = false;
  return async (isStopped) => {
    const { setByMs, doubted, steady } = await checkClock();
    if (setByMs !== 0)
      log.error({ set_by_ms: setByMs }, "the database's clock was changed; nothing is deleted for a while");
    setBack ||= setByMs < 0;
    await each([
      async () => {
        if (setBack || isUnchecked) await bringNear(db);
        isUnchecked = false;
        if (setBack) await askSoon(db);
        setBack = false;
      },
      () => checkRecords(db, log),
      async () => doubted || (await endFailing(options)),
      async () => steady && (await deleteOld(db, isStopped)),
      () => db.query(rotateRequestLog, [!steady]),
      () => db.query(rotateDeliveries, [!steady]),
      async () => steady && (await deleteUnusedDocuments(db, documents, isStopped)),
      async () => steady && (await deleteExpiredExportFiles(db, documents, isStopped)),
      async () => steady && (await deleteIdle(isStopped)),
      async () => steady && (await deleteOldEvents(isStopped)),
    ]);
  };
}

/**
 * Runs the steps one after the other, even if earlier ones failed. A lock that is not available, or a store that is
 * down for weeks, postpones only the step that needs it.
 * @throws the steps' errors
 */
async function each(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) await step().catch((error) => errors.push(error));
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, 'several steps of a sweep failed');
}

/** Reports a break in the audit log's chain, and stuck archiving. */
async function checkRecords(db: Database, log: Logger): Promise<void> {
  const verdict = await walkAudit(db);
  if (verdict && !verdict.whole)
    log.error({ seq: String(verdict.seq), fault: verdict.fault }, "the audit log's chain is broken");
  const { stuck } = await readArchiver(db);
  if (stuck)
    log.error({ segment: stuck }, 'WAL archiving fails; WAL accumulates until the disk of the database is full');
}

async function deleteOld(db: Database, isStopped: () => boolean): Promise<void> {
  for (const statement of [
    deleteOldAnswers,
    deleteOldCallbacks,
    deleteOldMessages,
    deleteOldMarks,
    deleteOldNotes,
    deleteUnusedSessions,
    deleteEndedSchedules,
    ...deleteExpired,
  ])
    await deleteInSlices(db, statement, isStopped);
  await db.query(deleteOldCalls);
  await db.query(deleteOldMemory);
  await db.query(deleteOldLoad);
  await db.query(deleteOldHours);
  await db.query(deleteOldDays);
}

/** Each statement is its own transaction, about as long as a slice. */
async function deleteInSlices(db: Database, statement: Statement, isStopped: () => boolean): Promise<void> {
  const portion = adaptPortion({ most: 5_000 });
  for (let more = true; more && !isStopped(); ) {
    const { size } = portion;
    const began = performance.now();
    const deleted = (await db.query(statement, [size])).length;
    portion.took(deleted, performance.now() - began);
    more = deleted === size;
  }
}

async function endFailing({ db, telling, log, onDisabled }: SweepOptions): Promise<void> {
  for (const endpoint of await disableFailing(db)) {
    const { id, url, day } = endpoint;
    if (day === LAST_DAY) onDisabled?.();
    const told = await notifyDevelopers(db, telling, endpoint);
    const what = day === LAST_DAY ? 'the webhook endpoint was disabled' : 'a webhook endpoint is failing';
    log.warn({ endpoint: id, host: new URL(url).host, days: day, told }, what);
  }
}
