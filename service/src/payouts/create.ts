import { setImmediate as turn } from 'node:timers/promises';
import { fault } from '../../../contract/src/reasons.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import { foresee } from '../bulk/foresee.ts';
import type { Foreseen } from '../bulk/portion.ts';
import type { FeeSchedule } from '../core/fee.ts';
import { sentOf } from '../core/fee-bearer.ts';
import { type Charge, chargeBy, noCharge } from '../core/fee-tax.ts';
import { openBook, reserve } from '../core/ledger.ts';
import type { Tx } from '../db/transaction.ts';
import { storedRequestOf } from '../events/emit.ts';
import { findRates } from '../fees/find-rates.ts';
import { atItsLine } from '../http/bulk.ts';
import { refuseAll } from '../http/validate.ts';
import { preferTaken, type References, takenReferences } from '../idempotency/references.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { detailOf, Refusal } from '../kernel/refusal.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { candidatesOf } from '../rails/route.ts';
import { checkOwn, checkUsable, findOwnWallets, previewOwnWallets } from '../wallets/find-own.ts';
import type { WalletRow } from '../wallets/store.ts';
import { checkRail } from './check-rail.ts';
import { fitsDay } from './count-day.ts';
import { countRepeats } from './count-repeats.ts';
import { deleteItems, insertItems, type NewItem } from './item-store.ts';
import { builtInOnly, type ItemRouting } from './route-items.ts';
import { insertPayouts, type PayoutRow } from './store.ts';
import { type PayoutInput, toItself } from './validate.ts';
import { renderPayout } from './view.ts';

type PayoutCommand = Command<PayoutInput>;

export type PayoutOptions = {
  readonly pendingSeconds: number;
  /** A person's payout above this total, by currency, waits for a second person. */
  readonly approvalAbove: ReadonlyMap<string, bigint>;
  /** The most that a person pays out per day without a second person, by currency. */
  readonly personDayMax: ReadonlyMap<string, bigint>;
  /** Default: no rails of providers. */
  readonly routing?: ItemRouting;
};

/** Items per statement: other requests get their turn between two of them. */
const PORTION = 250;

type Draft = {
  readonly row: PayoutRow;
  readonly items: readonly NewItem[];
  /** Amounts, fees and taxes together. */
  readonly reserved: bigint;
  /** The person who makes the payout; null for a key. */
  readonly person: string | null;
};

/**
 * Opens payouts. Their items are written, one hold each reserves the whole sum, and once that is committed the row is
 * the job. The items come first, so that the wallet is locked only for the reservation and not while 10 000 rows are
 * written. If the reservation is then refused, the items are removed again.
 *
 * A person's payout above the operator's total is not a job yet: `decide.ts` makes it one.
 * @returns for each the serialised Payout, or the refusal
 */
export async function createPayouts(
  tx: Tx,
  commands: PayoutCommand[],
  { pendingSeconds, approvalAbove, personDayMax, routing = builtInOnly }: PayoutOptions,
): Promise<(string | Refusal)[]> {
  const [references, walletOf, rateOf, repeatsOf] = await Promise.all([
    takenReferences(tx, 'payouts', commands),
    findOwnWallets(tx, commands),
    findRates(tx, commands, 'payout'),
    countRepeats(tx, commands),
  ]);
  const drafts = commands.map((command): Draft | Refusal => {
    const wallet = walletOf.get(command);
    const refusal = checkCommand(command, wallet) ?? checkRail(command, routing) ?? references.check(command);
    if (refusal) return refusal;
    const draft = toDraft(
      command,
      wallet!,
      rateOf(command, command.input.rail ?? null),
      approvalAbove,
      repeatsOf.get(command)!,
    );
    return checkSent(command, draft) ?? checkFunds(wallet!, draft) ?? take(references, command, draft);
  });
  const good = drafts.filter((draft): draft is Draft => !(draft instanceof Refusal));
  for (const { row, items } of good) await writeItems(tx, row, items);
  const short = await reserveShares(tx, good);
  const opened = good.filter(({ row }) => !short.has(row.id));
  // Counted after the wallets, which all transactions lock in one order, and after all checks that may refuse: a
  // refused payout is not counted.
  for (const draft of opened) await countToDay(tx, draft, personDayMax);
  const rows = opened.map(({ row }) => row);
  for (const row of rows)
    if (row.approval === 'pending' && canCheckNames(row, routing)) row.names_due_at = row.created_at;
  insertPayouts(tx, rows, pendingSeconds);
  if (rows.length > 0) tx.afterCommit(() => tx.node.wake('payouts'));
  if (rows.some((row) => row.names_due_at)) tx.afterCommit(() => tx.node.wake('payout_names'));
  await recordRequests(tx, commands, drafts, rows);
  const results = drafts.map((draft) =>
    draft instanceof Refusal ? draft : (short.get(draft.row.id) ?? renderPayout(draft.row)),
  );
  return preferTaken(tx, 'payouts', commands, results);
}

/** Whether some rail can check the recipients' names before a second person decides. */
const canCheckNames = ({ livemode, rail }: PayoutRow, { rails }: ItemRouting): boolean =>
  (livemode || rail !== null) && candidatesOf(rails).some((one) => one.checksNames && one.row.livemode === livemode);

/** Decides a payout without writing: its fees and taxes, or why it would be refused. */
export async function previewPayout(
  tx: Tx,
  command: PayoutCommand,
  { approvalAbove, routing = builtInOnly }: PayoutOptions,
): Promise<Charge & { readonly foreseen: Foreseen[] }> {
  const [references, walletOf, rateOf] = await Promise.all([
    takenReferences(tx, 'payouts', [command]),
    previewOwnWallets(tx, [command]),
    findRates(tx, [command], 'payout'),
  ]);
  const wallet = walletOf.get(command);
  const refusal = checkCommand(command, wallet) ?? checkRail(command, routing) ?? references.check(command);
  const draft = refusal
    ? null
    : toDraft(command, wallet!, rateOf(command, command.input.rail ?? null), approvalAbove, 0);
  const failed = refusal ?? checkSent(command, draft!) ?? checkFunds(wallet!, draft!);
  const { items } = command.input;
  if (failed) return { foreseen: items.map(() => foresee(references, command, failed)), ...noCharge };
  return { foreseen: items.map(() => null), ...sumOf(draft!.items) };
}

function checkCommand(command: PayoutCommand, wallet: WalletRow | undefined): Refusal | null {
  const refusal = checkOwn(command, wallet);
  if (refusal) return refusal;
  const selves = toItself(command.input.items, wallet!.id);
  return selves.length > 0 ? atItsLine(refuseAll(selves), 'items', command.lines) : null;
}

function toDraft(
  command: PayoutCommand,
  wallet: WalletRow,
  rate: FeeSchedule,
  approvalAbove: PayoutOptions['approvalAbove'],
  repeats: number,
): Draft {
  const { caller, input } = command;
  const now = new Date();
  const id = newId('pout');
  const { fee_bearer: bearer = 'merchant' } = input;
  const items = input.items.map((item) => {
    const charge = chargeBy(item.amount, rate);
    const amount = sentOf(item.amount, charge.fee + charge.tax, bearer);
    const { provider_reference = null } = item;
    return { ...item, id: newId('pit'), ...charge, amount, provider_reference };
  });
  const amount = items.reduce((sum, item) => sum + item.amount, 0n);
  const asked = input.items.reduce((sum, item) => sum + item.amount, 0n);
  const most = approvalAbove.get(input.currency);
  const takesTwo = caller.person !== null && most !== undefined && asked > most;
  const { fee, tax } = sumOf(items);
  const reserved = amount + fee + tax;
  const row: PayoutRow = {
    world: caller.world,
    livemode: caller.livemode,
    id,
    status: 'pending',
    wallet_id: wallet.id,
    currency: input.currency,
    rail: input.rail ?? null,
    count: items.length,
    amount,
    succeeded_count: 0,
    succeeded_amount: 0n,
    failed_count: 0,
    failed_amount: 0n,
    returned_count: 0,
    returned_amount: 0n,
    ...noCharge,
    repeated_recipients: repeats,
    reference: input.reference ?? null,
    metadata: input.metadata ?? {},
    request: storedRequestOf(command),
    created_at: now,
    updated_at: now,
    completed_at: null,
    version: 1,
    cursor: '',
    due_at: takesTwo ? null : now,
    approval: takesTwo ? 'pending' : null,
    requested_by: takesTwo ? caller.id : null,
    reserved: takesTwo ? reserved : null,
    decided_by: null,
    decided_at: null,
    rejection_reason: null,
    names_due_at: null,
    asked: bearer === 'receiver' ? asked : null,
  };
  return { row, items, reserved, person: caller.person?.id ?? null };
}

const sumOf = (charges: readonly Charge[]): Charge =>
  charges.reduce((sum, { fee, tax }) => ({ fee: sum.fee + fee, tax: sum.tax + tax }), noCharge);

/** A person's payout that does not fit their day waits for a second person, like one above the total. */
async function countToDay(tx: Tx, { row, reserved, person }: Draft, personDayMax: ReadonlyMap<string, bigint>) {
  const most = personDayMax.get(row.currency);
  if (person === null || row.approval !== null || most === undefined) return;
  const { livemode, currency, asked } = row;
  if (await fitsDay(tx, { person, livemode, currency, amount: asked ?? row.amount }, most)) return;
  Object.assign(row, { due_at: null, approval: 'pending', requested_by: person, reserved: reserved });
}

/** An item whose receiver would get nothing is refused. */
function checkSent(command: PayoutCommand, { items }: Draft): Refusal | null {
  const details = items.flatMap(({ amount, fee, tax }, i) =>
    amount > 0n ? [] : [detailOf(`items[${i}].amount`, fault('fee_takes_all', { fee: fee + tax }))],
  );
  return details.length > 0 ? atItsLine(refuseAll(details), 'items', command.lines) : null;
}

/** Reads without a lock, so that a payout that will be refused writes nothing. */
function checkFunds(wallet: WalletRow, { reserved }: Draft): Refusal | null {
  return checkUsable(wallet) ?? (wallet.posted - wallet.held < reserved ? tooLittle(reserved) : null);
}

const tooLittle = (reserved: bigint) =>
  new Refusal(
    'insufficient_funds',
    `The items and their fees total ${reserved}, which is more than the available balance`,
  );

function take(references: References, command: PayoutCommand, draft: Draft): Draft {
  references.take(command, draft.row.id);
  return draft;
}

async function writeItems(tx: Tx, row: PayoutRow, items: readonly NewItem[]): Promise<void> {
  for (let from = 0; from < items.length; from += PORTION) {
    if (from > 0) await turn();
    insertItems(tx, row, items.slice(from, from + PORTION));
  }
}

/** @returns the refusals, by payout */
async function reserveShares(tx: Tx, drafts: readonly Draft[]): Promise<Map<string, Refusal>> {
  const book = openBook(
    await lockWallets(
      tx,
      drafts.map(({ row }) => row.wallet_id),
    ),
  );
  const at = BigInt(Date.now()) * 1000n;
  const short = new Map<string, Refusal>();
  for (const { row, reserved } of drafts) {
    const refusal = reserve(book, { wallet: row.wallet_id, source: row.id, amount: reserved, at });
    if (refusal === 'insufficient_funds') short.set(row.id, tooLittle(reserved));
    else if (refusal) short.set(row.id, new Refusal(refusal, undefined, { param: 'wallet' }));
  }
  writeBook(tx, book);
  const refused = drafts.map(({ row }) => row).filter(({ id }) => short.has(id));
  if (refused.length > 0) deleteItems(tx, refused);
  return short;
}

/**
 * Records payouts that wait for a second person, once the wallets are locked: the audit log's own lock comes after
 * theirs.
 */
async function recordRequests(
  tx: Tx,
  commands: readonly PayoutCommand[],
  drafts: readonly (Draft | Refusal)[],
  opened: readonly PayoutRow[],
): Promise<void> {
  const acts = drafts.flatMap((draft, i) => {
    if (draft instanceof Refusal || draft.row.approval === null || !opened.includes(draft.row)) return [];
    const { id, amount, currency, count, wallet_id: wallet } = draft.row;
    const after = { amount: Number(amount), currency, count, wallet };
    return [{ ...actorOf(commands[i]!), action: 'payout.requested', target: id, after }];
  });
  await recordActs(tx, acts);
}
