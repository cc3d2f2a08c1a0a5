import type { Round } from '../../workers/worker.ts';
import { readNextEvents } from './read-events.ts';
import { sendDueAlert } from './send-mail.ts';
import { type SummarySender, sendDueSummary } from './send-summary.ts';
import { type AlertWork, selectAlertWork } from './store.ts';

/** Payments are looked for this often, while somebody wants to hear of them. */
const EVERY_MS = 2_000;

/** Tells merchants' people by e-mail that money arrived, and sends their daily summaries. */
export function createAlertWorker(sender: SummarySender): () => Promise<Round> {
  let last = 0;
  return async () => {
    const [work] = await sender.db.query<AlertWork>(selectAlertWork);
    const { reads, mail_ms: mail, summary_ms: summary } = work!;
    if (reads) last = await readNextEvents(sender.db, last);
    const hasRead = reads && last > 0;
    const hasSent = (hasRead || isDue(mail)) && (await sendDueAlert(sender));
    const hasReported = isDue(summary) && (await sendDueSummary(sender));
    if (hasRead || hasSent || hasReported) return { done: 1, nextDueMs: null };
    const waits = [reads ? EVERY_MS : null, mail, summary].filter((ms) => ms !== null);
    return { done: 0, nextDueMs: waits.length === 0 ? null : Math.max(Math.min(...waits), 0) };
  };
}

const isDue = (ms: number | null) => ms !== null && ms <= 0;
