import type { EventKind } from '../../../contract/src/events.ts';
import { accountOf, type Book, canReceive, type LedgerRefusal, type Movement, move } from '../core/ledger.ts';
import { advance, isFinal, type RailAnswer } from '../core/payment.ts';
import { pollDelayMs } from '../core/poll.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { EventDraft } from '../events/emit.ts';
import { newId } from '../kernel/new-id.ts';
import { systemWallets } from '../wallets/system.ts';
import { insertSuspended, type Suspended } from '../workers/parking/store.ts';
import type { Asked } from '../workers/rail-worker.ts';
import { type Locked, settle } from '../workers/settle.ts';
import { settleEach } from '../workers/settle-each.ts';
import { endPayments, lockPayments, type PaymentRow, type PaymentUpdate, updatePayments } from './store.ts';
import { renderPayment } from './view.ts';

export type AskedPayment = Asked<PaymentRow, RailAnswer>;

export type SettlementHooks = {
  /** Hears of a payment whose settlement failed by itself. */
  readonly onFailed?: (error: unknown, payment: PaymentRow) => void | Promise<void>;
  /** Hears of money that the ledger did not let into its wallet. */
  readonly onSuspended?: (suspended: Suspended) => void;
};

/**
 * Takes in what the rails said, many payments in one transaction: state, postings, fee, event and deliveries commit
 * together. What is final already is left alone, so an answer that comes twice settles once.
 *
 * Most payments are what they were when their rail was asked, and are written as was decided from that. What somebody has
 * written since is locked, read and decided anew, in a transaction of its own: whoever has locked it may wait for the others.
 * What the ledger refuses is left as it was and settled with the suspense wallet, in a transaction of its world.
 * @param onError is told of answers that contradict what is final
 * @returns the payments that became final
 */
export async function settlePayments(
  db: Database,
  asked: readonly AskedPayment[],
  onError: (error: unknown) => void,
  { onFailed = onError, onSuspended = () => {} }: SettlementHooks = {},
): Promise<PaymentRow[]> {
  const walletOf = await settlementWallets(
    db,
    asked.map(({ job }) => job),
  );
  const settleUnlocked: Lock = async (tx, basedOn, answers) => ({
    ...(await advanceAll(tx, basedOn, answers, walletOf)),
    states: [],
  });
  const { final, missed, refused } = await settle(db, asked, settleUnlocked, onError);
  const settleAgain = (portion: AskedPayment[], suspense?: SuspenseOf) => {
    const lock: Lock = async (tx, jobs, answers) =>
      advanceAll(tx, (await lockPayments(tx, jobs)).rows, answers, walletOf, suspense);
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

/** They exist only once they are needed. */
async function suspenseWallets(db: Database, refused: readonly AskedPayment[]): Promise<SuspenseOf> {
  const find = await systemWallets(
    db,
    refused.map(({ job: { currency, livemode } }) => ({ role: 'suspense' as const, currency, livemode })),
  );
  return ({ currency, livemode }) => find('suspense', currency, livemode);
}

type SettlementWallets = { clearing(payment: PaymentRow): string; fees(payment: PaymentRow): string };

/**
 * The system wallets that settling these payments needs: the rail's clearing wallet and the one that takes fees. What goes
 * from wallet to wallet here is settled by its approval.
 */
async function settlementWallets(db: Database, payments: readonly PaymentRow[]): Promise<SettlementWallets> {
  const kinds = new Map(payments.map((one) => [`${one.rail} ${one.currency} ${one.livemode}`, one]));
  const find = await systemWallets(
    db,
    [...kinds.values()]
      .filter(({ rail }) => rail !== 'wallet')
      .flatMap(({ rail, currency, livemode }) => [
        { role: `clearing:${rail}` as const, currency, livemode },
        { role: 'fees' as const, currency, livemode },
      ]),
  );
  return {
    clearing: ({ rail, currency, livemode }) => find(`clearing:${rail}`, currency, livemode),
    fees: ({ currency, livemode }) => find('fees', currency, livemode),
  };
}

/** What an answer makes of a payment. Often it changes only when the rail is asked next. */
type Step = PaymentUpdate & { readonly basedOn: PaymentRow; readonly isChange: boolean };

type Answers = ReadonlyMap<string, RailAnswer>;

type Lock = (tx: Tx, jobs: readonly PaymentRow[], answers: Answers) => Promise<Locked<Settlement>>;

type Settlement = {
  final: PaymentRow[];
  /** Changed since they were read, so they were not written. Of locked rows: those that are final. */
  missed: AskedPayment[];
  /** The ledger refuses their money and there was no suspense wallet: they are left as they were. */
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
): Promise<Locked<Settlement>> {
  const { localQueue } = tx.node;
  const now = new Date();
  const decided = decide(rows, answers, now, localQueue?.room() ?? 0);
  const written = new Set((await updatePayments(tx, decided)).map(({ id }) => id));
  const steps = decided.filter(({ basedOn }) => written.has(basedOn.id));
  const paid = steps.filter(({ isChange, payment }) => isChange && payment.status === 'succeeded');
  const wallets = paid.flatMap(({ payment }) => [
    payment.wallet_id,
    walletOf.clearing(payment),
    ...(payment.fee > 0n ? [walletOf.fees(payment)] : []),
    ...(suspense ? [suspense(payment)] : []),
  ]);
  const askedOf = (job: PaymentRow): AskedPayment => ({ job, answer: answers.get(job.id)! });
  const post = (book: Book) => {
    const { refused, suspended } = postSucceeded(book, paid, walletOf, suspense, now);
    const changes = steps.filter((step) => step.isChange && !refused.has(step));
    const before = changes.map(({ basedOn }) => basedOn);
    const changed = changes.map(({ payment }) => payment);
    const unchanged = [...refused].map(({ basedOn }) => basedOn);
    const write = () => {
      insertSuspended(tx, suspended);
      endPayments(tx, unchanged);
      const kept = steps.filter(({ claimedLocally }) => claimedLocally).map(({ payment }) => payment);
      tx.afterCommit(() => localQueue?.take(kept, pollDelayMs(1)));
    };
    const settled = {
      final: changed.filter(({ status }) => isFinal(status)),
      missed: rows.filter(({ id }) => !written.has(id)).map(askedOf),
      refused: unchanged.map(askedOf),
      suspended,
    };
    return { settled, drafts: paymentEvents(before, changed), write };
  };
  return { states: rows, wallets, post };
}

/** The second look, which most payments become final at, stays with this process too, while it has room; others are a claim's. */
function decide(rows: readonly PaymentRow[], answers: Answers, now: Date, room: number): Step[] {
  let free = room;
  return rows
    .filter(({ status }) => !isFinal(status))
    .map((basedOn) => {
      const next = advanceRow(basedOn, answers.get(basedOn.id)!, now);
      const payment = next ?? basedOn;
      const dueInMs = nextPoll(basedOn, now);
      const step = { basedOn, isChange: next !== null, dueInMs };
      if (isFinal(payment.status) || dueInMs !== pollDelayMs(1) || free === 0) return { ...step, payment };
      free--;
      return { ...step, payment: { ...payment, asked: basedOn.asked + 1 }, claimedLocally: true };
    });
}

/**
 * Moves the money of what has succeeded. What the ledger refuses moves to the suspense wallet, where there is one: the money is here, and
 * the customer has paid.
 */
function postSucceeded(
  book: Book,
  paid: readonly Step[],
  walletOf: SettlementWallets,
  suspense: SuspenseOf | undefined,
  at: Date,
): { refused: ReadonlySet<Step>; suspended: Suspended[] } {
  const refused = new Set<Step>();
  const suspended: Suspended[] = [];
  for (const step of paid) {
    const { payment } = step;
    const ends = { from: walletOf.clearing(payment), fees: walletOf.fees(payment) };
    const refusal = postPayment(book, payment, { ...ends, at, settling: true });
    if (refusal === null) continue;
    if (suspense) suspended.push(suspend(book, payment, ends.from, suspense(payment), at, refusal));
    else refused.add(step);
  }
  return { refused, suspended };
}

/** The gross alone: the fee is taken when the money goes on to its wallet. */
function suspend(book: Book, row: PaymentRow, from: string, to: string, at: Date, reason: LedgerRefusal): Suspended {
  const refusal = move(book, { ...grossOf(row, from, at), to, settling: true });
  if (refusal) throw new Error(`the suspense wallet refused ${row.id}: ${refusal}`);
  const { id: record_id, world, amount, currency, wallet_id } = row;
  return { id: newId('prk'), record_id, world, amount, currency, wallet_id, suspense_wallet: to, reason };
}

/** In so many milliseconds the rail is asked again: at its usual pace, and when the approval runs out. */
function nextPoll(row: PaymentRow, now: Date): number {
  const toExpiry = row.expires_at.getTime() - now.getTime();
  // What is approved here is known here: there is no operator who may have news.
  const pace = row.payer_wallet_id === null ? pollDelayMs(row.asked) : Math.max(toExpiry, 0);
  return toExpiry > 0 ? Math.min(pace, toExpiry) : pace;
}

/** The row after the rail's answer, or null where it changes nothing. */
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
  readonly fees: string | null;
  readonly at: Date;
  /** The money was under way, so a freeze does not stop it. */
  readonly settling: boolean;
};

/** All that the customer pays, to the merchant's wallet. */
export function grossOf(row: PaymentRow, from: string, at: Date): Movement {
  const time = BigInt(at.getTime()) * 1000n;
  return { kind: 'payment', source: row.id, from, to: row.wallet_id, amount: row.amount, at: time };
}

/** Gross to the merchant's wallet, then the fee from it. A refusal leaves the book as it was. */
export function postPayment(book: Book, row: PaymentRow, posting: PaymentPosting): LedgerRefusal | null {
  const { from, fees, at, settling } = posting;
  const gross = { ...grossOf(row, from, at), settling };
  if (row.fee > 0n && !canReceive(accountOf(book, fees!), row.fee)) return 'limit_exceeded';
  const refusal = move(book, gross);
  if (refusal || row.fee === 0n) return refusal;
  const fee = { ...gross, kind: 'fee', from: row.wallet_id, to: fees!, amount: row.fee, settling: true } as const;
  const feeRefusal = move(book, fee);
  if (feeRefusal) throw new Error(`the fee of ${row.id} was refused: ${feeRefusal}`);
  return null;
}

const kindOf: Partial<Record<PaymentRow['status'], EventKind>> = {
  requires_action: 'payment.requires_action',
  succeeded: 'payment.succeeded',
  failed: 'payment.failed',
};

/** Of payments that have changed; `rows` are what they were. */
export function paymentEvents(rows: readonly PaymentRow[], changed: readonly PaymentRow[]): EventDraft[] {
  const statusBefore = new Map(rows.map((row) => [row.id, row.status]));
  return changed.flatMap((row) => {
    const type = kindOf[row.status];
    if (!type) return [];
    const { world, livemode, updated_at: at } = row;
    const previous = JSON.stringify({ status: statusBefore.get(row.id) });
    const request = row.request.id ? { request: { id: row.request.id, idempotencyKey: row.request.key ?? null } } : {};
    return [{ world, livemode, type, at, object: renderPayment(row), previous, ...request }];
  });
}
