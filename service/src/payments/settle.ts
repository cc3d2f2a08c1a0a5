import type { EventKind } from '../../../contract/src/events.ts';
import { accountOf, type Book, canReceive, type LedgerRefusal, type Movement, move, openBook } from '../core/ledger.ts';
import { advance, isFinal, type RailAnswer } from '../core/payment.ts';
import { pollDelayMs } from '../core/poll.ts';
import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { type EventDraft, openEvents } from '../events/emit.ts';
import { newId } from '../kernel/new-id.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { contradictions } from '../rails/contradiction.ts';
import { systemWallets } from '../wallets/system.ts';
import { insertSuspended, type Suspended } from '../workers/parking/store.ts';
import type { Asked } from '../workers/rail-worker.ts';
import { settleEach } from '../workers/settle-each.ts';
import { lockPayments, type PaymentRow, type PaymentUpdate, updatePayments } from './store.ts';
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
  const answers = new Map(asked.map(({ job, answer }) => [job.id, answer]));
  const basedOn = [...new Map(asked.map(({ job }) => [job.id, job])).values()];
  const walletOf = await settlementWallets(db, basedOn);
  const first = await transaction(db, (tx) => settleIn(tx, basedOn, answers, walletOf));
  const { final, missed, refused } = first;
  const worldOf = ({ world }: PaymentRow) => world;
  const settleAnew = (suspense: SuspenseOf | null) => (portion: PaymentRow[]) =>
    transaction(db, async (tx) => {
      const { rows } = await lockPayments(tx, portion);
      tx.afterCommit(() => contradictions(rows, answers).forEach(onError));
      const settled = await settleIn(tx, rows, answers, walletOf, suspense);
      tx.afterCommit(() => settled.suspended.forEach(onSuspended));
      refused.push(...settled.refused);
      return settled.final;
    });
  if (missed.length > 0) final.push(...(await settleEach(missed, settleAnew(null), onFailed, worldOf)));
  if (refused.length === 0) return final;
  const suspense = await suspenseWallets(db, refused);
  for (const share of Map.groupBy(refused.splice(0), worldOf).values())
    final.push(...(await settleEach(share, settleAnew(suspense), onFailed, worldOf)));
  return final;
}

type SuspenseOf = (payment: PaymentRow) => string;

/** They exist only once they are needed. */
async function suspenseWallets(db: Database, payments: readonly PaymentRow[]): Promise<SuspenseOf> {
  const find = await systemWallets(
    db,
    payments.map(({ currency, livemode }) => ({ role: 'suspense' as const, currency, livemode })),
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

/** What an answer makes of a payment: decided from the row as it was basedOn, and perhaps changing nothing but when the rail is asked next. */
type Step = PaymentUpdate & { readonly basedOn: PaymentRow; readonly isChange: boolean };

type Answers = ReadonlyMap<string, RailAnswer>;

type Settlement = {
  final: PaymentRow[];
  /** Not as they were basedOn, and not written; of what is locked, only what is final. */
  missed: PaymentRow[];
  /** The ledger refuses their money, and there was no suspense wallet: they are as they were basedOn. */
  refused: PaymentRow[];
  suspended: Suspended[];
};

async function settleIn(
  tx: Tx,
  rows: readonly PaymentRow[],
  answers: Answers,
  walletOf: SettlementWallets,
  suspense: SuspenseOf | null = null,
): Promise<Settlement> {
  const { localQueue } = tx.node;
  const now = new Date();
  const decided = decide(rows, answers, now, localQueue?.room() ?? 0);
  const [updated, events] = await Promise.all([updatePayments(tx, decided), openEvents(tx, rows)]);
  const written = new Set(updated.map(({ id }) => id));
  const steps = decided.filter(({ basedOn }) => written.has(basedOn.id));
  const posted = await postSucceeded(tx, steps, { ...walletOf, suspense }, now);
  const refused = steps.filter(({ basedOn }) => posted.refused.has(basedOn.id)).map(({ basedOn }) => basedOn);
  await updatePayments(
    tx,
    refused.map((payment) => ({ payment, dueInMs: 0 })),
  );
  const changes = steps.filter(({ isChange, basedOn }) => isChange && !posted.refused.has(basedOn.id));
  const changed = changes.map(({ payment }) => payment);
  events.emit(
    paymentEvents(
      changes.map(({ basedOn }) => basedOn),
      changed,
    ),
  );
  tx.afterCommit(() => {
    const kept = steps.filter(({ claimedLocally }) => claimedLocally);
    localQueue?.take(
      kept.map(({ payment }) => payment),
      pollDelayMs(1),
    );
  });
  return {
    final: changed.filter(({ status }) => isFinal(status)),
    missed: rows.filter(({ id }) => !written.has(id)),
    refused,
    suspended: posted.suspended,
  };
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
async function postSucceeded(
  tx: Tx,
  steps: readonly Step[],
  walletOf: SettlementWallets & { readonly suspense: SuspenseOf | null },
  at: Date,
): Promise<{ refused: Set<string>; suspended: Suspended[] }> {
  const refused = new Set<string>();
  const suspended: Suspended[] = [];
  const paid = steps.filter(({ isChange, payment }) => isChange && payment.status === 'succeeded');
  if (paid.length === 0) return { refused, suspended };
  const wallets = paid.flatMap(({ payment }) => [
    payment.wallet_id,
    walletOf.clearing(payment),
    ...(payment.fee > 0n ? [walletOf.fees(payment)] : []),
    ...(walletOf.suspense ? [walletOf.suspense(payment)] : []),
  ]);
  const book = openBook(await lockWallets(tx, wallets));
  for (const { payment } of paid) {
    const ends = { from: walletOf.clearing(payment), fees: walletOf.fees(payment) };
    const refusal = postPayment(book, payment, { ...ends, at, settling: true });
    if (refusal === null) continue;
    if (walletOf.suspense) suspended.push(suspend(book, payment, ends.from, walletOf.suspense(payment), at, refusal));
    else refused.add(payment.id);
  }
  writeBook(tx, book);
  insertSuspended(tx, suspended);
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
