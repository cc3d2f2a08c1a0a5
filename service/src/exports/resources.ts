import type { ExportResource } from '../../../contract/src/exports.ts';
import type { Payment } from '../../../contract/src/payments.ts';
import type { Payout } from '../../../contract/src/payouts.ts';
import type { Refund } from '../../../contract/src/refunds.ts';
import type { Transfer } from '../../../contract/src/transfers.ts';
import type { Entry } from '../../../contract/src/wallets.ts';
import { containsPhone } from '../payments/payers.ts';
import { type PaymentRow, paymentColumns } from '../payments/store.ts';
import { renderPayment, viewPayment } from '../payments/view.ts';
import { hasItem } from '../payouts/read.ts';
import { type PayoutRow, payoutColumns } from '../payouts/store.ts';
import { renderPayout, viewPayout } from '../payouts/view.ts';
import { type RefundRow, refundColumns } from '../refunds/store.ts';
import { renderRefund, viewRefund } from '../refunds/view.ts';
import { type TransferRow, transferColumns } from '../transfers/store.ts';
import { renderTransfer, viewTransfer } from '../transfers/view.ts';
import { renderEntry } from '../wallets/view.ts';
import { columnsOf, type FileColumn } from './cells.ts';
import { type PageReader, readEntries, readFees, readRecords } from './read-page.ts';

/** How one resource is read and written. `Row` is the row of the database, `Shown` the record of the contract. */
export type Resource<Row, Shown extends { readonly currency: string }> = {
  readonly read: PageReader<Row>;
  readonly view: (row: Row) => Shown;
  /** The record as the API returns it. */
  readonly json: (row: Row) => string;
  readonly columns: readonly FileColumn<Shown>[];
};

const metadata = ({ metadata }: { metadata: Record<string, string> }) =>
  Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata);

const payments: Resource<PaymentRow, Payment> = {
  read: readRecords<PaymentRow>({
    ...{ name: 'payments_export', table: 'payments p', columns: paymentColumns, prefix: 'pay' },
    filters: {
      ...{ status: 'p.status = ?', currency: 'p.currency = ?', amount: 'p.amount = ?::bigint' },
      ...{ customer: 'p.customer = ?', phone: containsPhone('p.customer'), branch: 'p.branch_id = ?' },
    },
    reference: 'p.reference',
  }),
  view: viewPayment,
  json: renderPayment,
  columns: columnsOf<Payment>(
    ['id', 'plain', ({ id }) => id],
    ['created_at', 'time', ({ created_at }) => created_at],
    ['status', 'plain', ({ status }) => status],
    ['amount', 'amount', ({ amount }) => amount],
    ['charged_amount', 'amount', (one) => one.charged_amount],
    ['fee', 'amount', ({ fee }) => fee],
    ['tax', 'amount', ({ tax }) => tax],
    ['fee_bearer', 'plain', (one) => one.fee_bearer],
    ['net', 'amount', ({ net }) => net],
    ['amount_refunded', 'amount', (one) => one.amount_refunded],
    ['fee_on_refund', 'plain', (one) => one.fee_on_refund],
    ['fee_returned', 'amount', (one) => one.fee_returned],
    ['tax_returned', 'amount', (one) => one.tax_returned],
    ['currency', 'plain', ({ currency }) => currency],
    ['customer', 'plain', ({ customer }) => customer],
    ['wallet', 'plain', ({ wallet }) => wallet],
    ['rail', 'plain', ({ rail }) => rail],
    ['rail_reference', 'text', (one) => one.rail_reference],
    ['reference', 'text', ({ reference }) => reference],
    ['branch', 'plain', ({ branch }) => branch],
    ['description', 'text', ({ description }) => description],
    ['failure_code', 'plain', ({ failure }) => failure?.code ?? null],
    ['failure_message', 'text', ({ failure }) => failure?.message ?? null],
    ['succeeded_at', 'time', (one) => one.succeeded_at],
    ['failed_at', 'time', (one) => one.failed_at],
    ['reversed_at', 'time', (one) => one.reversed_at],
    ['metadata', 'text', metadata],
  ),
};

const refunds: Resource<RefundRow, Refund> = {
  read: readRecords<RefundRow>({
    ...{ name: 'refunds_export', table: 'refunds r', columns: refundColumns, prefix: 'rfd' },
    filters: {
      ...{ status: 'r.status = ?', currency: 'r.currency = ?' },
      ...{ customer: 'r.customer = ?', payment: 'r.payment_id = ?' },
    },
    reference: 'r.reference',
  }),
  view: viewRefund,
  json: renderRefund,
  columns: columnsOf<Refund>(
    ['id', 'plain', ({ id }) => id],
    ['created_at', 'time', ({ created_at }) => created_at],
    ['status', 'plain', ({ status }) => status],
    ['payment', 'plain', ({ payment }) => payment],
    ['amount', 'amount', ({ amount }) => amount],
    ['fee_returned', 'amount', (one) => one.fee_returned],
    ['tax_returned', 'amount', (one) => one.tax_returned],
    ['currency', 'plain', ({ currency }) => currency],
    ['reason', 'plain', ({ reason }) => reason],
    ['rail_reference', 'text', (one) => one.rail_reference],
    ['reference', 'text', ({ reference }) => reference],
    ['failure_code', 'plain', ({ failure }) => failure?.code ?? null],
    ['failure_message', 'text', ({ failure }) => failure?.message ?? null],
    ['succeeded_at', 'time', (one) => one.succeeded_at],
    ['failed_at', 'time', (one) => one.failed_at],
    ['metadata', 'text', metadata],
  ),
};

const transfers: Resource<TransferRow, Transfer> = {
  read: readRecords<TransferRow>({
    ...{ name: 'transfers_export', table: 'transfers t', columns: transferColumns, prefix: 'trf' },
    filters: { currency: 't.currency = ?' },
    reference: 't.reference',
  }),
  view: viewTransfer,
  json: (row) => renderTransfer(viewTransfer(row)),
  columns: columnsOf<Transfer>(
    ['id', 'plain', ({ id }) => id],
    ['created_at', 'time', ({ created_at }) => created_at],
    ['from', 'plain', ({ from }) => from],
    ['to', 'plain', ({ to }) => to],
    ['amount', 'amount', ({ amount }) => amount],
    ['currency', 'plain', ({ currency }) => currency],
    ['status', 'plain', ({ status }) => status],
    ['reference', 'text', ({ reference }) => reference],
    ['description', 'text', ({ description }) => description],
    ['metadata', 'text', metadata],
  ),
};

const payouts: Resource<PayoutRow, Payout> = {
  read: readRecords<PayoutRow>({
    ...{ name: 'payouts_export', table: 'payouts p', columns: payoutColumns, prefix: 'pout' },
    filters: {
      status: 'p.status = ?',
      currency: 'p.currency = ?',
      // A payout canceled while it waited still has `approval` pending.
      approval: `(p.approval = ? AND p.status = 'pending')`,
      item: hasItem,
    },
    reference: 'p.reference',
  }),
  view: viewPayout,
  json: renderPayout,
  columns: columnsOf<Payout>(
    ['id', 'plain', ({ id }) => id],
    ['created_at', 'time', ({ created_at }) => created_at],
    ['status', 'plain', ({ status }) => status],
    ['result', 'plain', ({ result }) => result],
    ['currency', 'plain', ({ currency }) => currency],
    ['count', 'count', ({ totals }) => totals.count],
    ['amount', 'amount', ({ totals }) => totals.amount],
    ['succeeded_count', 'count', ({ totals }) => totals.succeeded_count],
    ['succeeded_amount', 'amount', ({ totals }) => totals.succeeded_amount],
    ['failed_count', 'count', ({ totals }) => totals.failed_count],
    ['failed_amount', 'amount', ({ totals }) => totals.failed_amount],
    ['returned_count', 'count', ({ totals }) => totals.returned_count],
    ['returned_amount', 'amount', ({ totals }) => totals.returned_amount],
    ['fee', 'amount', ({ totals }) => totals.fee],
    ['tax', 'amount', ({ totals }) => totals.tax],
    ['wallet', 'plain', ({ wallet }) => wallet],
    ['rail', 'plain', ({ rail }) => rail],
    ['reference', 'text', ({ reference }) => reference],
    ['completed_at', 'time', (one) => one.completed_at],
    ['metadata', 'text', metadata],
  ),
};

/** The columns of a statement's own CSV, and the wallet. */
const entryColumns = columnsOf<Entry>(
  ['id', 'plain', ({ id }) => id],
  ['created_at', 'time', ({ created_at }) => created_at],
  ['kind', 'plain', ({ kind }) => kind],
  ['source', 'plain', ({ source }) => source],
  ['direction', 'plain', ({ direction }) => direction],
  ['amount', 'amount', ({ amount }) => amount],
  ['currency', 'plain', ({ currency }) => currency],
  ['balance_after', 'amount', (one) => one.balance_after],
  ['wallet', 'plain', ({ wallet }) => wallet],
);
const asIs = (entry: Entry) => entry;
const entries: Resource<Entry, Entry> = { read: readEntries, view: asIs, json: renderEntry, columns: entryColumns };
const fees: Resource<Entry, Entry> = { ...entries, read: readFees };

const resources: Readonly<Record<ExportResource, unknown>> = { payments, refunds, transfers, payouts, entries, fees };

/** One resource, as the writers use it: a row only goes back to the functions of its own resource. */
export const resourceOf = (name: ExportResource) => resources[name] as Resource<object, { readonly currency: string }>;
