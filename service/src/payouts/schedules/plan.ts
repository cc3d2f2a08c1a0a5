import type { NewPayoutItem } from '../../../../contract/src/payouts.ts';
import { type Fault, fault } from '../../../../contract/src/reasons.ts';
import { toMinor } from '../../core/money.ts';
import { readRecipient } from '../../core/payout.ts';
import { isTimeZone } from '../../core/periods.ts';
import { nextRun, runAt, runDay } from '../../core/runs.ts';
import type { Tx } from '../../db/transaction.ts';
import { refuseAll } from '../../http/validate.ts';
import type { Caller, Command } from '../../kernel/command.ts';
import { type Detail, detailOf, invalidField, Refusal } from '../../kernel/refusal.ts';
import { checkOwn, findOwnWallets } from '../../wallets/find-own.ts';
import type { WalletRow } from '../../wallets/store.ts';
import { type PayoutInput, toItself } from '../validate.ts';
import type { PayoutScheduleRow } from './store.ts';

/** The items in the form in which they are kept. @throws Refusal that names the wrong ones */
export function checkItems(items: readonly NewPayoutItem[]): NewPayoutItem[] {
  const details: Detail[] = [];
  const first = new Map<string, number>();
  const kept = items.map((item, i) => {
    const refuse = (field: string, found: Fault) => details.push(detailOf(`items[${i}].${field}`, found));
    const recipient = readRecipient(item.recipient);
    if (recipient === null) refuse('recipient', fault('not_recipient'));
    const { reference } = item;
    if (reference && first.has(reference))
      refuse('reference', fault('reference_used_by', { other: `items[${first.get(reference)}]` }));
    else if (reference) first.set(reference, i);
    return { ...item, recipient: recipient ?? item.recipient };
  });
  if (details.length > 0) throw refuseAll(details);
  return kept;
}

/** The wallet that pays. @throws Refusal if it is not the caller's, is closed, or is among the recipients */
export async function payingWallet(
  tx: Tx,
  caller: Caller,
  input: { currency: string; wallet?: string | undefined },
  items: readonly NewPayoutItem[],
): Promise<WalletRow> {
  const command: Command<typeof input> = { caller, input, requestId: '', idempotency: null };
  const wallet = (await findOwnWallets(tx, [command])).get(command);
  const refusal = checkOwn(command, wallet);
  if (refusal) throw refusal;
  if (wallet!.closed) throw new Refusal('wallet_closed', undefined, { param: 'wallet' });
  const selves = toItself(items, wallet!.id);
  if (selves.length > 0) throw refuseAll(selves);
  return wallet!;
}

export const sumOf = (items: readonly NewPayoutItem[]) => items.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

/** The payout of the next run. A reference is used once for ever, so a schedule that was set back pays no run twice. */
export function payoutOf(row: PayoutScheduleRow): PayoutInput {
  return {
    currency: row.currency,
    wallet: row.wallet_id,
    ...(row.rail === null ? {} : { rail: row.rail }),
    reference: `${row.name} ${runDay(row, row.run)}`,
    metadata: { schedule: row.id },
    items: row.items!.map(({ recipient, amount, reference, description, name }) => ({
      ...{ recipient, amount: toMinor(amount), reference: reference ?? null },
      ...{ description: description ?? null, name: name ?? null },
    })),
  };
}

/** @throws Refusal if the dates are invalid */
export function checkDates({
  time_zone,
  first_date,
  until,
}: Pick<PayoutScheduleRow, 'time_zone' | 'first_date' | 'until'>) {
  if (!isTimeZone(time_zone)) throw invalidField('time_zone', 'not_time_zone');
  if (until !== null && until < first_date) throw invalidField('until', 'not_before', { other: 'first_date' });
}

/** Moves the row to its first run after now. @throws Refusal if there is none */
export function atNextRun(row: PayoutScheduleRow, now: Date): PayoutScheduleRow {
  const run = nextRun(row, row.run, now);
  if (run === null) throw new Refusal('schedule_has_no_run');
  return { ...row, run, run_at: runAt(row, run), noticed: false };
}

/** The time of the next step of an active schedule: its notice, then its run. */
export const dueAt = ({ run_at, noticed, notice_hours }: PayoutScheduleRow, now: Date): Date =>
  noticed ? run_at! : new Date(Math.max(run_at!.getTime() - notice_hours * 3_600_000, now.getTime()));

export const changed = (row: PayoutScheduleRow, now: Date): PayoutScheduleRow => ({
  ...row,
  updated_at: now,
  version: row.version + 1,
});
