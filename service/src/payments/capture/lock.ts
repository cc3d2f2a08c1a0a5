import { lockSessionsOf } from '../../checkout-state/end-attempts.ts';
import type { ChargeEnds } from '../../core/charge.ts';
import { chargeOn } from '../../core/fee-tax.ts';
import { type Book, openBook } from '../../core/ledger.ts';
import type { LockedRows, RecordKey } from '../../db/lock-each.ts';
import type { Tx } from '../../db/transaction.ts';
import { type EventDraft, openEvents } from '../../events/emit.ts';
import { readTier } from '../../fees/stored-schedules.ts';
import { type HoldRow, lockHolds, updateHolds } from '../../holds/store.ts';
import { lockWallets, writeBook } from '../../ledger/store.ts';
import { openChargeWallets, walletsOf } from '../../wallets/charge-wallets.ts';
import { lockPayments, type PaymentRow } from '../store.ts';
import { updateCaptured } from './store.ts';

export type Held = { readonly payment: PaymentRow; readonly hold: HoldRow };

/** Payments with their checkout sessions, holds and wallets, locked in this order. */
export type LockedHeld = {
  readonly payments: LockedRows<PaymentRow>;
  readonly book: Book;
  /** The hold of a payment that has or had one. */
  holdOf(payment: PaymentRow): HoldRow | undefined;
  /** The wallets for the fee and its tax. */
  endsOf(payment: PaymentRow): ChargeEnds;
  /** Later commands of the batch find this state, and `write` writes the last one. */
  replace(held: Held): void;
  /** Writes the changed payments and holds, and the book. @returns the events of checkout sessions that ended */
  write(): EventDraft[];
  readonly events: Awaited<ReturnType<typeof openEvents>>;
};

export async function lockHeld(tx: Tx, wanted: readonly RecordKey[]): Promise<LockedHeld> {
  const [payments, events] = await Promise.all([lockPayments(tx, wanted), openEvents(tx, wanted)]);
  const sessions = await lockSessionsOf(tx, payments.rows);
  const manual = payments.rows.filter(({ capture_before: until }) => until !== null);
  const [holds, endsOf] = await Promise.all([lockHolds(tx, manual), openChargeWallets(tx, manual, mostOf)]);
  const holdOf = ({ world, id }: PaymentRow) => holds.rowOf(world, id);
  const wallets = manual.flatMap((payment) => {
    const hold = holdOf(payment);
    return hold ? [hold.wallet_id, payment.wallet_id, ...walletsOf(endsOf(payment))] : [];
  });
  const book = openBook(await lockWallets(tx, wallets));
  const changed = new Map<string, Held>();
  return {
    ...{ payments, book, holdOf, endsOf, events },
    replace(held) {
      payments.replace(held.payment);
      holds.replace(held.hold);
      changed.set(held.payment.id, held);
    },
    write() {
      const all = [...changed.values()];
      writeBook(tx, book);
      updateCaptured(
        tx,
        all.map(({ payment }) => payment),
      );
      updateHolds(
        tx,
        all.map(({ hold }) => hold),
      );
      // A session is paid by what its payer approved, whatever was captured of it.
      return sessions.end(all.map(({ payment }) => ({ ...payment, amount: payment.authorized! })));
    },
  };
}

/** A fee and its tax are most for the whole amount. */
const mostOf = ({ authorized, fee_rate: rate }: PaymentRow) => chargeOn(authorized!, readTier(rate!));
