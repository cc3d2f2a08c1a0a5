import type { SettlementDecision } from '../../../contract/src/approvals.ts';
import { hasOpenRecord, isForSettlement } from '../cases/open-record.ts';
import type { CaseRow } from '../cases/store.ts';
import type { Tx } from '../db/transaction.ts';
import { findPaid } from '../incoming/store.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lockPayments, type PaymentRow } from '../payments/store.ts';

/** The case of a payment, and not of a refund or a payout item. */
const isOfPayment = ({ record }: CaseRow): boolean => record?.startsWith('pay_') ?? false;

/** Locks the payment of a locked case. Undefined for other records, which lock their payment or payout first. */
export async function lockPaymentOf(tx: Tx, row: CaseRow): Promise<PaymentRow | undefined> {
  const { world, record: id } = row;
  if (world === null || id === null || !isOfPayment(row)) return undefined;
  return (await lockPayments(tx, [{ world, id }])).rowOf(world, id);
}

/** @returns why the record of a locked case cannot be settled by hand, or null */
export async function refuseSettlement(
  tx: Tx,
  row: CaseRow,
  { provider_reference: receipt }: Pick<SettlementDecision, 'provider_reference'>,
): Promise<Refusal | null> {
  if (row.status === 'closed') return new Refusal('case_closed');
  if (!isForSettlement(row) || !(await hasOpenRecord(tx, row))) return new Refusal('case_record_not_open');
  // The same money must not pay two payments.
  const owner = receipt !== null && isOfPayment(row) ? await findPaid(tx, row.rail!, receipt) : undefined;
  if (owner === undefined) return null;
  return new Refusal('reference_already_used', `The money with the receipt ${receipt} belongs to ${owner}.`, {
    param: 'provider_reference',
  });
}
