import type { FailureCode } from '../../../../contract/src/payments.ts';
import type { Failure } from '../../core/payment.ts';

/** Source of all tables: the operator's documentation (Daraja 3.0), result codes of each product. */

/** The meaning of a result code that is not a failure of this one record. */
export type DarajaVerdict =
  | { readonly is: 'paid' }
  /** The provider has no result yet. */
  | { readonly is: 'waiting' }
  | { readonly is: 'failed'; readonly failure: Failure }
  /** The provider had this request before: its state must be asked for. */
  | { readonly is: 'sent_before' }
  /** Our account or set-up at the provider is at fault, so every other record would fail too. */
  | { readonly is: 'set_up'; readonly reason: SetUpFault; readonly railCode: string; readonly text: string }
  /** The provider did not act, or does not say. */
  | { readonly is: 'busy'; readonly railCode: string }
  | { readonly is: 'unknown'; readonly railCode: string };

export type SetUpFault = 'credentials' | 'float' | 'configuration';

const messages: Readonly<Partial<Record<FailureCode, string>>> = {
  insufficient_funds: "The customer's M-Pesa account has insufficient funds.",
  customer_declined: 'The customer declined.',
  approval_expired: 'The customer did not approve in time.',
  customer_not_found: 'The phone has no M-Pesa account.',
  customer_limit_reached: 'The customer has reached a limit of their M-Pesa account.',
  recipient_not_found: 'The phone has no M-Pesa account.',
  recipient_cannot_receive: "The recipient's M-Pesa account cannot receive this amount.",
  rail_unavailable: 'M-Pesa could not process the request at the moment.',
  rail_error: 'M-Pesa refused the request.',
};

/** @param railCode the provider's own code, unchanged */
export const darajaFailure = (code: FailureCode, railCode: string | null): Failure => ({
  code,
  message: messages[code] ?? messages.rail_error!,
  rail_code: railCode,
});

const failedWith = (code: FailureCode, railCode: string): DarajaVerdict => ({
  is: 'failed',
  failure: darajaFailure(code, railCode),
});

const stkCodes: Readonly<Record<string, FailureCode>> = {
  '1': 'insufficient_funds',
  '2': 'rail_error',
  '3': 'rail_error',
  '4': 'customer_limit_reached',
  '8': 'rail_error',
  '17': 'rail_error',
  '26': 'rail_unavailable',
  '1001': 'rail_unavailable',
  '1019': 'approval_expired',
  '1025': 'rail_unavailable',
  '9999': 'rail_unavailable',
  '1032': 'customer_declined',
  '1036': 'approval_expired',
  '1037': 'approval_expired',
  '2001': 'customer_declined',
  '2028': 'rail_error',
  SFC_IC0003: 'rail_error',
  '8006': 'customer_declined',
};

/** @param code the ResultCode of an STK push, as text or number: from its callback or from the query */
export function stkVerdict(code: string): DarajaVerdict {
  if (code === '0') return { is: 'paid' };
  if (code === '4999' || code === '500.001.1001') return { is: 'waiting' };
  const known = stkCodes[code];
  return known ? failedWith(known, code) : { is: 'unknown', railCode: code };
}

/** Refusals that concern the operator's account or our set-up there, for everything but the STK push. */
const setUpCodes: Readonly<Record<string, SetUpFault>> = {
  '11': 'configuration',
  '18': 'credentials',
  '20': 'credentials',
  '21': 'credentials',
  '22': 'credentials',
  '2001': 'credentials',
  '2006': 'configuration',
  '2028': 'configuration',
  '8006': 'credentials',
  '100000010': 'credentials',
};

/** The provider's core gave up inside, or takes nothing at the moment. */
const busyCodes: ReadonlySet<string> = new Set([
  '17',
  '19',
  '26',
  '100000000',
  '100000001',
  '100000002',
  '100000004',
  '100000007',
  '100000009',
]);

const payOutCodes: Readonly<Record<string, FailureCode>> = {
  '2': 'rail_error',
  '3': 'rail_error',
  '4': 'recipient_cannot_receive',
  '8': 'recipient_cannot_receive',
  '2040': 'recipient_not_found',
  SFC_IC0003: 'recipient_not_found',
};

/** @param code the ResultCode of a B2C payment */
export function payOutVerdict(code: string, text: string): DarajaVerdict {
  if (code === '0') return { is: 'paid' };
  if (code === '15') return { is: 'sent_before' };
  if (code === '1') return { is: 'set_up', reason: 'float', railCode: code, text };
  return payOutCodes[code] ? failedWith(payOutCodes[code], code) : common(code, text);
}

/** @param code the ResultCode of a reversal */
export function reversalVerdict(code: string, text: string): DarajaVerdict {
  if (code === '0') return { is: 'paid' };
  if (code === 'R000001' || code === '15') return { is: 'sent_before' };
  if (code === 'R000002') return failedWith('rail_error', code);
  if (code === '1') return { is: 'set_up', reason: 'float', railCode: code, text };
  return common(code, text);
}

/** The answer to a question: a transaction's status, or the balance. */
export type StatusVerdict = DarajaVerdict | { readonly is: 'not_found' };

/** @param code the ResultCode of a status query; 25 means that no such transaction is known */
export function statusVerdict(code: string, text: string): StatusVerdict {
  if (code === '0') return { is: 'paid' };
  if (code === '25' || /(does not exist|not found|no .*(record|transaction))/i.test(text)) return { is: 'not_found' };
  return common(code, text);
}

function common(code: string, text: string): DarajaVerdict {
  const reason = setUpCodes[code];
  if (reason) return { is: 'set_up', reason, railCode: code, text };
  return { is: busyCodes.has(code) ? 'busy' : 'unknown', railCode: code };
}

/** TransactionStatus of a status query. Any other text is no final state. */
export function transactionState(status: string): 'completed' | 'failed' | 'open' {
  if (/^completed$/i.test(status)) return 'completed';
  return /^(cancelled|declined|expired|failed)$/i.test(status) ? 'failed' : 'open';
}
