import type { Tx } from '../../db/transaction.ts';
import type { MessageQueue } from '../../messages/enqueue.ts';
import { languageOf, readableAmount, writeEmail } from '../../messages/texts.ts';
import { type PayoutScheduleRow, selectNoticed, selectScheduleWorld } from './store.ts';

export type ScheduleNotifier = {
  readonly queue: MessageQueue;
  readonly brand: string;
  /** The dashboard. */
  readonly dashboard: string;
  readonly exponentOf: (currency: string) => number;
};

/**
 * Mails the people who made or approved the schedule, and the owners, through the durable queue and in the transaction
 * of the step. Each run causes one message of a kind for each person.
 */
export async function notifyPeople(
  tx: Tx,
  { queue, brand, dashboard, exponentOf }: ScheduleNotifier,
  row: PayoutScheduleRow,
  what: 'upcoming' | 'failed',
): Promise<void> {
  const kind = `${row.kind === 'payout' ? 'schedule' : 'transfer'}_${what}` as const;
  const { world, id, name, currency, livemode } = row;
  const people = await tx.query<{ email: string; language: string }>(selectNoticed, [
    ...[world, row.requested_by, row.approved_by],
  ]);
  if (people.length === 0) return;
  const [own] = await tx.query<{ integration: string }>(selectScheduleWorld, [world]);
  const page = `${dashboard}/${own!.integration}/${livemode ? 'live' : 'test'}/schedules/${id}`;
  const messages = people.map(({ email, language: tag }) => {
    const language = languageOf(tag);
    const values = {
      name,
      page,
      count: String(row.count),
      amount: readableAmount(row.amount, { code: currency, exponent: exponentOf(currency) }, language),
      at: readableTime(row.run_at!, row.time_zone, language),
    };
    const message = writeEmail(email, kind, values, { brand, language });
    return { world, kind, about: id, channel: 'email' as const, message };
  });
  await queue.add(tx, messages);
}

/** In the schedule's own time zone, with its name. CLDR has no Haitian Creole. */
function readableTime(at: Date, timeZone: string, language: string): string {
  const style = { dateStyle: 'full', timeStyle: 'short', timeZone } as const;
  return `${new Intl.DateTimeFormat(language === 'ht' ? 'fr-HT' : language, style).format(at)} (${timeZone})`;
}
