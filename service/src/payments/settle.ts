import type { EventKind } from '../../../contract/src/events.ts';
import { lockSessionsOf } from '../checkout-state/end-attempts.ts';
import { type ChargeEnds, canTakeCharge, postCharge } from '../core/charge.ts';
import { type Book, type LedgerRefusal, type Movement, move } from '../core/ledger.ts';
import { advance, failed, isDecided, isFinal, type RailAnswer } from '../core/payment.ts';
import { paceOf, pollDelayMs } from '../core/poll.ts';
import { postProviderFee, providerFeeOf } from '../core/provider-fee.ts';
import { afterAnswer, withPresentAnswers } from '../core/sending.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { type EventDraft, laterRequestOf } from '../events/emit.ts';
import { newId } from '../kernel/new-id.ts';
import { type RailUse, rememberRails } from '../rails/memory.ts';
import { walletsOf } from '../wallets/charge-wallets.ts';
import { systemWallets } from '../wallets/system.ts';
import { insertSuspended, type Suspended } from '../workers/parking/store.ts';
import type { AnsweredJob } from '../workers/rail-worker.ts';
import { type LockedPortion, settle } from '../workers/settle.ts';
import { settleEach } from '../workers/settle-each.ts';
import { holdAtRail, writeHolds } from './capture/hold.ts';
import { noPartners, openPartners, type Partners } from './splits/open-partners.ts';
import { postShares, shareDebtors, shareWallets } from './splits/post.ts';
import { updateSplits } from './splits/store.ts';
import { endPayments, lockPayments, type PaymentRow, type PaymentUpdate, updatePayments } from './store.ts';
import { renderPayment } from './view.ts';

export type AskedPayment = AnsweredJob<PaymentRow, RailAnswer>;

export type SettlementHooks = {
  /** Called with a payment whose settlement failed on its own. */
  readonly onFailed?: (error: unknown, payment: PaymentRow) => void | Promise<void>;
  /** Called when the ledger did not let money into its wallet. */
  readonly onSuspended?: (suspended: Suspended) => void;
};

/**
 * Settles the rails' answers for many payments in one transaction: state, postings, fee, tax, event and deliveries
 * commit together. A final payment is left alone, so a repeated answer settles once.
 *
 * Most payments have not changed since their rail was asked, and are written as decided from that row. A payment that
 * changed meanwhile is locked, read and decided again in a separate transaction, because the holder of its lock may be
 * waiting for the others. A payment that the ledger refuses stays unchanged and is settled with the suspense wallet, in
 * a transaction of its world.
 * @param db a transaction: it settles in this one
 * @param onError receives answers that contradict a final state
 * @returns the payments that became final
 */
export async function settlePayments(
  db: Database | Tx,
  asked: readonly AskedPayment[],
  onError: (error: unknown) => void,
  { onFailed = onError, onSuspended = () => {} }: SettlementHooks = {},
): Promise<PaymentRow[]> {
  const walletOf = await settlementWallets(db, asked);
  const settleUnlocked: Lock = async (tx, basedOn, answers) => ({
    ...(await advanceAll(tx, basedOn, answers, walletOf)),
    states: [],
  });
  const { final, missed, refused } = await settle(db, asked, settleUnlocked, onError);
  const settleAgain = (portion: AskedPayment[], suspense?: SuspenseOf) => {
    const lock: Lock = async (tx, jobs, answers) => {
      const { rows } = await lockPayments(tx, jobs);
      return advanceAll(tx, withPresentAnswers(rows, jobs, answers), answers, walletOf, suspense);
    };
    const settlePart = async (part: AskedPayment[]) => {
      const settled = await settle(db, part, lock, onError);
      settled.suspended.forEach(onSuspended);
      refused.push(...settled.refused);
      return settled.final;
    };
    return settleEach(portion, settlePart, (error, { job }) => onFailed(error, job), worldOf);
  };
  if (missed.length > 0) final.push(...(await settleAgain(missed)));
  if (refused.length === 0) return final;
  const suspense = await suspenseWallets(db, refused);
  for (const share of Map.groupBy(refused.splice(0), worldOf).values())
    final.push(...(await settleAgain(share, suspense)));
  return final;
}

const worldOf = ({ job }: AskedPayment) => job.world;

type SuspenseOf = (payment: PaymentRow) => string;

/** Suspense wallets are opened when first needed. */
async function suspenseWallets(db: Database | Tx, refused: readonly AskedPayment[]): Promise<SuspenseOf> {
  const find = await systemWallets(
    db,
    refused.map(({ job: { currency, livemode } }) => ({ role: 'suspense' as const, currency, livemode })),
  );
  return ({ currency, livemode }) => find('suspense', currency, livemode);
}

type SettlementWallets = {
  clearing(payment: PaymentRow): string;
  ends(payment: PaymentRow): ChargeEnds;
  /** Known if one of the answers names a charge of the rail's provider. */
  charges(payment: PaymentRow): string;
};

/**
 * The system wallets for settling these payments: the rail's clearing wallet and those for fees and taxes. A payment
 * between wallets here is settled by its approval.
 */
async function settlementWallets(db: Database | Tx, asked: readonly AskedPayment[]): Promise<SettlementWallets> {
  const kinds = new Map(asked.map(({ job }) => [`${job.rail} ${job.currency} ${job.livemode}`, job]));
  const charged = new Set(asked.flatMap(({ job, answer }) => (providerFeeOf(answer) > 0n ? [job.rail] : [])));
  const taxed = new Set(asked.flatMap(({ job }) => (job.tax > 0n ? [`${job.currency} ${job.livemode}`] : [])));
  const find = await systemWallets(
    db,
    [...kinds.values()]
      .filter(({ rail }) => rail !== 'wallet')
      .flatMap(({ rail, currency, livemode }) => [
        { role: `clearing:${rail}` as const, currency, livemode },
        { role: 'fees' as const, currency, livemode },
        ...(taxed.has(`${currency} ${livemode}`) ? [{ role: 'tax' as const, currency, livemode }] : []),
        ...(charged.has(rail) ? [{ role: `provider_fees:${rail}` as const, currency, livemode }] : []),
      ]),
  );
  return {
    charges: ({ rail, currency, livemode }) => find(`provider_fees:${rail}`, currency, livemode),
    clearing: ({ rail, currency, livemode }) => find(`clearing:${rail}`, currency, livemode),
    ends: ({ currency, livemode, fee, tax }) => ({
      fees: fee > 0n ? find('fees', currency, livemode) : null,
      taxes: tax > 0n ? find('tax', currency, livemode) : null,
    }),
  };
}

/**
 * The effect of an answer on a payment, decided from the row `basedOn`. It may only change when the rail is asked next.
 */
type Step = PaymentUpdate & { readonly basedOn: PaymentRow; readonly isChange: boolean };

type Answers = ReadonlyMap<string, RailAnswer>;

type Lock = (tx: Tx, jobs: readonly PaymentRow[], answers: Answers) => Promise<LockedPortion<Settlement>>;

type Settlement = {
  final: PaymentRow[];
  /** Payments that changed since `basedOn` and were not written. Among locked rows, only the final ones. */
  missed: AskedPayment[];
  /** Payments that the ledger refuses while there is no suspense wallet. They stay as in `basedOn`. */
  refused: AskedPayment[];
  suspended: Suspended[];
};

/** Writes what the answers make of the rows, which locks them. Money is posted only for those that were written. */
async function advanceAll(
  tx: Tx,
  rows: readonly PaymentRow[],
  answers: Answers,
  walletOf: SettlementWallets,
  suspense?: SuspenseOf,
): Promise<LockedPortion<Settlement>> {
  const { localQueue } = tx.node;
  const now = new Date();
  const decided = decide(rows, answers, now, localQueue?.room() ?? 0);
  const written = new Set((await updatePayments(tx, decided)).map(({ id }) => id));
  const steps = decided.filter(({ basedOn }) => written.has(basedOn.id));
  const sessions = await lockSessionsOf(tx, ended(steps));
  const paid = steps.filter(({ isChange, payment }) => isChange && payment.status === 'succeeded');
  const held = steps.filter(({ isChange, payment }) => isChange && payment.status === 'requires_capture');
  const wallets = [
    ...held.map(({ payment }) => walletOf.clearing(payment)),
    ...paid.flatMap(({ payment }) => [
      payment.wallet_id,
      ...shareWallets(payment),
      walletOf.clearing(payment),
      ...walletsOf(walletOf.ends(payment)),
      ...(suspense ? [suspense(payment)] : []),
      ...(providerFeeOf(answers.get(payment.id)) > 0n ? [walletOf.charges(payment)] : []),
    ]),
  ];
  const askedOf = (job: PaymentRow): AskedPayment => ({ job, answer: answers.get(job.id)! });
  let partners = noPartners;
  const prepare = async () => {
    partners = await openPartners(tx, shareDebtors(paid.map(({ payment }) => payment)));
  };
  const post = (book: Book) => {
    const { refused, suspended } = postSucceeded(book, paid, { ...walletOf, suspense, partners }, now);
    for (const step of paid) if (!refused.has(step)) chargeProvider(book, step, walletOf, answers, now);
    const holds = held.map(({ payment }) => holdAtRail(book, payment, walletOf.clearing(payment), now));
    const changes = steps.filter((step) => step.isChange && !refused.has(step));
    const before = changes.map(({ basedOn }) => basedOn);
    const changed = changes.map(({ payment }) => payment);
    const unchanged = [...refused].map(({ basedOn }) => basedOn);
    const write = () => {
      insertSuspended(tx, suspended);
      endPayments(tx, unchanged);
      writeHolds(tx, holds, now);
      partners.write();
      updateSplits(
        tx,
        changed.filter(({ status }) => status === 'succeeded'),
      );
      rememberRails(tx, changed.filter(({ status }) => status === 'succeeded').map(useOf));
      const kept = steps.filter(({ claimedLocally }) => claimedLocally).map(({ payment }) => payment);
      tx.afterCommit(() => localQueue?.take(kept, pollDelayMs(1)));
    };
    const settled = {
      final: changed.filter(({ status }) => isFinal(status)),
      missed: rows.filter(({ id }) => !written.has(id)).map(askedOf),
      refused: unchanged.map(askedOf),
      suspended,
    };
    return { settled, drafts: [...paymentEvents(before, changed), ...sessions.end(changed)], write };
  };
  return { states: rows, wallets, prepare, post };
}

const ended = (steps: readonly Step[]): PaymentRow[] =>
  steps.filter(({ isChange, payment }) => isChange && isFinal(payment.status)).map(({ payment }) => payment);

/**
 * Most payments become final at the second poll. This process keeps them for it too while its queue has room. A claim
 * takes the others.
 */
function decide(rows: readonly PaymentRow[], answers: Answers, now: Date, room: number): Step[] {
  let free = room;
  return rows
    .filter(({ status }) => !isDecided(status))
    .map((basedOn) => {
      const answer = endAtExpiry(basedOn, answers.get(basedOn.id)!, now);
      const next = advanceRow(basedOn, answer, now);
      const payment = { ...(next ?? basedOn), ...afterAnswer(basedOn, answer), sending: false };
      const dueInMs = nextPoll(basedOn, answer, now);
      const step = { basedOn, isChange: next !== null, dueInMs };
      const mayStay = payment.sent_at !== null && dueInMs === pollDelayMs(1);
      if (isDecided(payment.status) || !mayStay || free === 0) return { ...step, payment };
      free--;
      return { ...step, payment: { ...payment, asked: basedOn.asked + 1 }, claimedLocally: true };
    });
}

/**
 * Moves the money of succeeded payments. Money that the ledger refuses goes to the suspense wallet, if there is one:
 * the customer has paid, and the money is here.
 */
function postSucceeded(
  book: Book,
  paid: readonly Step[],
  {
    suspense,
    partners,
    ...walletOf
  }: SettlementWallets & { readonly suspense: SuspenseOf | undefined; partners: Partners },
  at: Date,
): { refused: ReadonlySet<Step>; suspended: Suspended[] } {
  const refused = new Set<Step>();
  const suspended: Suspended[] = [];
  for (const step of paid) {
    const { payment } = step;
    const ends = { from: walletOf.clearing(payment), ends: walletOf.ends(payment) };
    const refusal = postPayment(book, payment, { ...ends, at, settling: true, partners });
    if (refusal === null) continue;
    if (suspense) suspended.push(suspend(book, payment, ends.from, suspense(payment), at, refusal));
    else refused.add(step);
  }
  return { refused, suspended };
}

const useOf = ({ customer: phone, livemode, rail }: PaymentRow): RailUse => ({
  ...{ phone, livemode, rail },
  direction: 'collect',
});

function chargeProvider(book: Book, { payment }: Step, walletOf: SettlementWallets, answers: Answers, now: Date): void {
  const amount = providerFeeOf(answers.get(payment.id));
  if (amount === 0n) return;
  const ends = { clearing: walletOf.clearing(payment), charges: walletOf.charges(payment) };
  postProviderFee(book, { ...ends, source: payment.id, amount, at: BigInt(now.getTime()) * 1000n });
}

/** Only the gross: the fee is taken when the money moves on to its wallet. */
function suspend(book: Book, row: PaymentRow, from: string, to: string, at: Date, reason: LedgerRefusal): Suspended {
  const refusal = move(book, { ...grossOf(row, from, at), to, settling: true });
  if (refusal) throw new Error(`the suspense wallet refused ${row.id}: ${refusal}`);
  const { id: record_id, world, amount, currency, wallet_id } = row;
  return { id: newId('prk'), record_id, world, amount, currency, wallet_id, suspense_wallet: to, reason };
}

/** A payment that no provider took until its end fails, because nobody can have paid it. */
function endAtExpiry(row: PaymentRow, answer: RailAnswer, now: Date): RailAnswer {
  if (answer.state !== 'not_taken' || now < row.expires_at) return answer;
  return failed('rail_unavailable', 'The provider could not be reached in time. The customer was not asked to pay.');
}

/** Milliseconds until the rail is asked again: at its own pace or the usual one, and when the approval expires. */
function nextPoll(row: PaymentRow, answer: RailAnswer, now: Date): number {
  const toExpiry = row.expires_at.getTime() - now.getTime();
  // An approval on the wallet rail is recorded here, so there is no provider to poll.
  if (row.payer_wallet_id !== null) return Math.max(toExpiry, 0);
  const pace = paceOf(answer) ?? pollDelayMs(row.asked);
  return toExpiry > 0 ? Math.min(pace, toExpiry) : pace;
}

/** The row after the rail's answer, or null if it changes nothing. */
export function advanceRow<Row extends PaymentRow>(row: Row, answer: RailAnswer, now: Date): Row | null {
  const next = advance(row, answer);
  if (!next) return null;
  return {
    ...row,
    ...next,
    updated_at: now,
    version: row.version + 1,
    succeeded_at: next.status === 'succeeded' ? now : null,
    failed_at: next.status === 'failed' ? now : null,
  };
}

export type PaymentPosting = {
  /** The rail's clearing wallet, or the customer's own. */
  readonly from: string;
  readonly ends: ChargeEnds;
  readonly at: Date;
  /** The customer has already paid, so a freeze does not stop the money. */
  readonly settling: boolean;
  /** The debts and reserves of the wallets that receive the shares. A payment without shares needs none. */
  readonly partners: Partners;
};

/** The full amount that the customer pays, to the merchant's wallet. */
export function grossOf(row: PaymentRow, from: string, at: Date): Movement {
  const time = BigInt(at.getTime()) * 1000n;
  return { kind: 'payment', source: row.id, from, to: row.wallet_id, amount: row.amount, at: time };
}

/**
 * Posts the gross to the merchant's wallet, then the fee, its tax and the shares from it, and writes into the row what
 * became of them. A refusal leaves the book unchanged.
 */
export function postPayment(book: Book, row: PaymentRow, posting: PaymentPosting): LedgerRefusal | null {
  const { from, ends, at, settling, partners } = posting;
  const gross = { ...grossOf(row, from, at), settling };
  if (!canTakeCharge(book, row, ends)) return 'limit_exceeded';
  const refusal = move(book, gross);
  if (refusal) return refusal;
  postCharge(book, { source: row.id, from: row.wallet_id, at: gross.at }, row, ends);
  row.split = postShares(book, row, partners, at);
  return null;
}

const kindOf: Partial<Record<PaymentRow['status'], EventKind>> = {
  requires_action: 'payment.requires_action',
  requires_capture: 'payment.requires_capture',
  succeeded: 'payment.succeeded',
  failed: 'payment.failed',
};

/** Events of changed payments; `rows` are the rows before. */
export function paymentEvents(rows: readonly PaymentRow[], changed: readonly PaymentRow[]): EventDraft[] {
  const statusBefore = new Map(rows.map((row) => [row.id, row.status]));
  return changed.flatMap((row) => {
    const type = kindOf[row.status];
    if (!type) return [];
    const { world, livemode, updated_at: at } = row;
    const previous = JSON.stringify({ status: statusBefore.get(row.id) });
    return [{ world, livemode, type, at, object: renderPayment(row), previous, ...laterRequestOf(row.request) }];
  });
}
