import { PaymentRequest } from '../../../contract/src/payment-requests.ts';
import { Payment } from '../../../contract/src/payments.ts';
import { priceOf } from '../core/fee-bearer.ts';
import { type Charge, noCharge } from '../core/fee-tax.ts';
import { serialiser } from '../http/serialise.ts';
import { type CodeFrom, needsCode } from './customer-payment.ts';
import { viewShares } from './splits/view.ts';
import type { CustomerPaymentRow, PaymentRow } from './store.ts';

export function viewPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    object: 'payment',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    metadata: row.metadata,
    amount: priceOf(row),
    charged_amount: row.amount,
    fee_bearer: row.price === null ? 'merchant' : 'payer',
    ...viewCapture(row),
    currency: row.currency,
    customer: row.customer,
    status: row.status,
    next_action: row.next_action,
    failure: row.failure,
    amount_refunded: row.amount_refunded,
    ...viewFee(row),
    fee_on_refund: row.fee_on_refund,
    fee_returned: row.fee_returned,
    tax_returned: row.tax_returned,
    wallet: row.wallet_id,
    split: viewShares(row),
    rail: row.rail,
    rail_reference: row.rail_reference,
    reference: row.reference,
    checkout_session: row.checkout_session,
    branch: row.branch_id,
    description: row.description,
    receipt_email: row.receipt_email,
    success_url: row.success_url,
    cancel_url: row.cancel_url,
    expires_at: row.expires_at.toISOString(),
    succeeded_at: row.succeeded_at?.toISOString() ?? null,
    failed_at: row.failed_at?.toISOString() ?? null,
    reversed_at: row.reversed_at?.toISOString() ?? null,
  };
}

function viewCapture(row: PaymentRow) {
  const { status, capture_before, authorized, captured } = row;
  const amount = priceOf(row);
  return {
    capture: capture_before === null ? ('automatic' as const) : ('manual' as const),
    amount_authorized: authorized ?? amount,
    amount_captured: captured ?? (status === 'succeeded' ? amount : 0n),
    capture_before: capture_before?.toISOString() ?? null,
  };
}

/** While its money is held, the fee and its tax are those of the captures so far. */
function viewFee(row: PaymentRow): Charge & { readonly net: bigint } {
  const isHeld = row.status === 'requires_capture';
  const { fee, tax } = isHeld ? paidCharge(row) : row;
  return { fee, tax, net: (isHeld ? row.captured! : row.amount) - fee - tax };
}

/** The fee and tax that the captures of a payment have paid. Before the first one, the row has those on the whole. */
export const paidCharge = ({ captured, fee, tax }: PaymentRow): Charge => (captured === 0n ? noCharge : { fee, tax });

const serialise = serialiser<Payment>(Payment);

/** @param more the fields that only the answer for one payment has */
export function renderPayment(row: PaymentRow, more: Pick<Payment, 'receipt_url'> = {}): string {
  return serialise({ ...viewPayment(row), ...more });
}

const serialiseRequest = serialiser<PaymentRequest>(PaymentRequest);

/** The customer's view of the payment, without the merchant's own fields. */
export function renderRequest(row: CustomerPaymentRow, codeFrom: CodeFrom): string {
  return serialiseRequest({
    id: row.id,
    object: 'payment_request',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    merchant: { name: row.merchant_name },
    amount: priceOf(row),
    charged_amount: row.amount,
    currency: row.currency,
    description: row.description,
    status: row.status,
    next_action: row.next_action,
    failure: row.failure && { code: row.failure.code, message: row.failure.message },
    ...viewCapture(row),
    amount_refunded: row.amount_refunded,
    wallet: row.payer_wallet_id,
    code_required: needsCode(codeFrom, row),
    expires_at: row.expires_at.toISOString(),
    succeeded_at: row.succeeded_at?.toISOString() ?? null,
    failed_at: row.failed_at?.toISOString() ?? null,
  });
}
