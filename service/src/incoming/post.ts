import { openCases } from '../cases/open-cases.ts';
import { type Movement, move, openBook } from '../core/ledger.ts';
import type { Database } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import type { PaymentRow } from '../payments/store.ts';
import type { RailRow } from '../rails/rail-row.ts';
import { systemWallets } from '../wallets/system.ts';
import { matchIncoming } from './match.ts';
import { findOpen, findPaid, type IncomingRow, lockConfirmed, markPosted, toIncoming } from './store.ts';

/** Settles an open payment as paid by this receipt. It changes nothing if the payment became final meanwhile. */
export type SettlePaid = (payment: PaymentRow, money: IncomingRow) => Promise<void>;

/**
 * Posts confirmed money once: it belongs to the payment that has its receipt, or to an open payment that matches.
 * Otherwise it goes to the rail's suspense wallet, with a case.
 * @returns the case if one was opened
 */
export async function postIncoming(
  db: Database,
  rail: RailRow,
  money: IncomingRow,
  settlePaid: SettlePaid,
): Promise<string | null> {
  if (!(await findPaid(db, money.rail, money.receipt))) {
    const payment = matchIncoming(toIncoming(money), await findOpen(db, money));
    if (payment) await settlePaid(payment, money);
    // The payment may have become final between the two questions.
    if (!(await findPaid(db, money.rail, money.receipt))) return suspend(db, rail, money);
  }
  await markPosted(db, money);
  return null;
}

async function suspend(db: Database, { livemode }: RailRow, money: IncomingRow): Promise<string | null> {
  const { rail, amount, currency } = money;
  const [clearing, suspense] = [`clearing:${rail}`, `suspense:${rail}`] as const;
  const walletOf = await systemWallets(
    db,
    [clearing, suspense].map((role) => ({ role, currency, livemode })),
  );
  const [from, to] = [walletOf(clearing, currency, livemode), walletOf(suspense, currency, livemode)];
  return transaction(db, async (tx) => {
    const row = await lockConfirmed(tx, money);
    if (!row) return null;
    const [opened] = await openCases(tx, [
      {
        kind: 'unmatched_money',
        rail,
        record: row.receipt,
        world: null,
        livemode,
        amount,
        currency,
        facts: { receipt: row.receipt, at: row.at, payer: row.payer, account_text: row.account_text },
      },
    ]);
    if (!opened) throw new Error(`the money ${row.receipt} at ${rail} has an open case already`);
    const book = openBook(await lockWallets(tx, [from, to]));
    const at = BigInt(Date.now()) * 1_000n;
    const movement: Movement = { kind: 'suspense', source: opened.id, from, to, amount, at, settling: true };
    const refusal = move(book, movement);
    if (refusal) throw new Error(`the suspense wallet refused ${row.receipt}: ${refusal}`);
    writeBook(tx, book);
    await markPosted(tx, row);
    return opened.id;
  });
}
