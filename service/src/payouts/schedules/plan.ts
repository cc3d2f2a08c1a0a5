import type { NewPayoutItem } from '../../../../contract/src/payouts.ts';
import { type Fault, fault } from '../../../../contract/src/reasons.ts';
import type { ScheduleInterval, ScheduleKind } from '../../../../contract/src/schedules.ts';
import { itemReferences } from '../../core/item-reference.ts';
import { toMinor } from '../../core/money.ts';
import { readRecipient } from '../../core/payout.ts';
import { isTimeZone } from '../../core/periods.ts';
import { hasCount, readRule } from '../../core/rule.ts';
import { nextRun, runAt, runDay } from '../../core/runs.ts';
import type { Tx } from '../../db/transaction.ts';
import { refuseAll } from '../../http/validate.ts';
import type { Caller, Command } from '../../kernel/command.ts';
import { type Detail, detailOf, invalidField, Refusal, refuseField } from '../../kernel/refusal.ts';
import type { TransferInput } from '../../transfers/decide.ts';
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
  kind: ScheduleKind,
): Promise<WalletRow> {
  const command: Command<typeof input> = { caller, input, requestId: '', idempotency: null };
  const wallet = (await findOwnWallets(tx, [command])).get(command);
  const refusal = checkOwn(command, wallet);
  if (refusal) throw refusal;
  if (wallet!.closed) throw new Refusal('wallet_closed', undefined, { param: 'wallet' });
  const selves = toItself(items, wallet!.id);
  if (selves.length > 0 && kind === 'transfer')
    throw new Refusal('same_wallet', `Wallet ${wallet!.id} is the wallet that pays`, { param: 'to' });
  if (selves.length > 0) throw refuseAll(selves);
  return wallet!;
}

export const sumOf = (items: readonly NewPayoutItem[]) => items.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

/** The payout of the next run. */
export function payoutOf(row: PayoutScheduleRow): PayoutInput {
  const items = row.items!;
  const slot = { schedule: row.id, day: dayOf(row) };
  const references = itemReferences(
    slot,
    items.map(({ recipient }) => recipient),
  );
  return {
    currency: row.currency,
    wallet: row.wallet_id,
    ...(row.rail === null ? {} : { rail: row.rail }),
    ...(row.fee_bearer === 'merchant' ? {} : { fee_bearer: row.fee_bearer }),
    reference: referenceOf(row),
    metadata: { schedule: row.id },
    items: items.map(({ recipient, amount, reference, description, name }, i) => ({
      ...{ recipient, amount: toMinor(amount), reference: reference ?? null },
      ...{ description: description ?? null, name: name ?? null },
      provider_reference: references[i]!,
    })),
  };
}

/** The transfer of the next run. */
export function transferOf(row: PayoutScheduleRow): TransferInput {
  const { recipient, amount, description } = row.items![0]!;
  return {
    ...{ from: row.wallet_id, to: recipient, amount, currency: row.currency },
    ...{ reference: referenceOf(row), description: description ?? null, metadata: { schedule: row.id } },
  };
}

/** A reference is used once for ever, so a schedule that was set back pays no run twice. */
const referenceOf = (row: PayoutScheduleRow): string => `${row.name} ${dayOf(row)}`;

/** The day of the next run. */
const dayOf = (row: PayoutScheduleRow): string => runDay(row, row.run)!;

/** @throws Refusal if the dates are invalid */
export function checkDates({ time_zone, first_date, until, rule }: PayoutScheduleRow): void {
  if (!isTimeZone(time_zone)) throw invalidField('time_zone', 'not_time_zone');
  if (until !== null && until < first_date) throw invalidField('until', 'not_before', { other: 'first_date' });
  if (until !== null && rule !== null && hasCount(rule))
    throw invalidField('until', 'not_together', { other: 'COUNT' });
}

type AskedDays = {
  readonly interval?: ScheduleInterval | undefined;
  readonly rule?: string | undefined;
  readonly until?: string | null | undefined;
};

/** The days that a request asks for, if it names any. @throws Refusal that names the part of the rule */
export function daysOf({ interval, rule, until }: AskedDays) {
  if (rule === undefined) {
    if (interval === 'rule') throw invalidField('rule', 'required');
    return interval === undefined ? null : { interval, rule: null };
  }
  if (interval !== undefined && interval !== 'rule') throw invalidField('rule', 'not_together', { other: 'interval' });
  const read = readRule(rule);
  if ('reason' in read) throw refuseField(detailOf('rule', read));
  if (read.until !== null && until) throw invalidField('until', 'not_together', { other: 'UNTIL' });
  return { interval: 'rule' as const, rule: read.rule, ...(read.until === null ? {} : { until: read.until }) };
}

type AskedWork = {
  readonly items?: readonly NewPayoutItem[] | undefined;
  readonly to?: string | undefined;
  readonly amount?: NewPayoutItem['amount'] | undefined;
  readonly description?: string | null | undefined;
};

/**
 * The items that each run pays. A transfer is kept as one item.
 * @throws Refusal that names a field that is missing, or that belongs to the other kind
 */
export function workOf(kind: ScheduleKind, asked: AskedWork, before?: NewPayoutItem): NewPayoutItem[] {
  const others = kind === 'payout' ? (['to', 'amount', 'description'] as const) : (['items'] as const);
  const other = others.find((field) => asked[field] !== undefined);
  if (other) throw invalidField(other, 'not_together', { other: `kind "${kind}"` });
  if (kind === 'payout') {
    if (!asked.items) throw invalidField('items', 'required');
    return checkItems(asked.items);
  }
  const { to = before?.recipient, amount = before?.amount, description = before?.description ?? null } = asked;
  if (to === undefined) throw invalidField('to', 'required');
  if (amount === undefined) throw invalidField('amount', 'required');
  const recipient = readRecipient(to);
  if (recipient === null) throw invalidField('to', 'not_recipient');
  return [{ recipient, amount, description }];
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
