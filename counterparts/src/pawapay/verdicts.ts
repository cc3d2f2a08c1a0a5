import type { Outcome } from '../kit/outcome.ts';
import type { Operator } from './operators.ts';

export type Kind = 'deposit' | 'payout' | 'refund';

export type Reason = { readonly failureCode: string; readonly failureMessage: string };

/** The end of a payment. `refused` comes with the first answer, the rest later. */
export type Verdict =
  | { readonly kind: 'completes' }
  | { readonly kind: 'fails'; readonly reason: Reason }
  | { readonly kind: 'refused'; readonly reason: Reason }
  /** Stays open until POST /_control/answer. `submitted`: with the status of pawaPay's sandbox number. */
  | { readonly kind: 'stays'; readonly submitted: boolean };

const messages: Readonly<Record<string, string>> = {
  INSUFFICIENT_BALANCE: 'The customer does not have enough funds to complete this payment.',
  PAYMENT_NOT_APPROVED: 'The customer did not authorize the payment.',
  PAYER_NOT_FOUND: 'The phone number does not belong to the specified provider.',
  PAYER_LIMIT_REACHED: 'The customer has reached a transaction limit of their wallet.',
  TRANSACTION_ALREADY_IN_PROCESS: 'The customer already has a payment in process.',
  PROVIDER_TEMPORARILY_UNAVAILABLE: 'The provider is currently not able to process payments.',
  RECIPIENT_NOT_FOUND: 'The phone number does not belong to the specified provider.',
  RECIPIENT_LIMIT_REACHED: 'The recipient has reached a transaction limit of their wallet.',
  WALLET_LIMIT_REACHED: 'The wallet has reached its limit.',
  MANUALLY_CANCELLED: 'The payout was cancelled while it was enqueued.',
  PAWAPAY_WALLET_OUT_OF_FUNDS: 'The balance of your pawaPay wallet does not cover this payment.',
  UNSPECIFIED_FAILURE: 'The provider reported a failure without a reason.',
};

export const reasonOf = (failureCode: string, failureMessage = messages[failureCode] ?? failureCode): Reason => ({
  failureCode,
  failureMessage,
});

const completes: Verdict = { kind: 'completes' };
const stays: Verdict = { kind: 'stays', submitted: false };
const fails = (code: string, message?: string): Verdict => ({ kind: 'fails', reason: reasonOf(code, message) });
const isRefused: Verdict = { kind: 'refused', reason: reasonOf('PROVIDER_TEMPORARILY_UNAVAILABLE') };

type ByOutcome = Partial<Record<Outcome, Verdict>>;

/** Outcomes by the phone's last four digits. An outcome that an operation does not have completes. */
const byOutcome: Readonly<Record<Kind, ByOutcome>> = {
  deposit: {
    insufficient_funds: fails('INSUFFICIENT_BALANCE'),
    declined: fails('PAYMENT_NOT_APPROVED', 'The customer cancelled the payment.'),
    expires: fails('PAYMENT_NOT_APPROVED'),
    not_found: fails('PAYER_NOT_FOUND'),
    limit: fails('PAYER_LIMIT_REACHED'),
    unavailable: isRefused,
    waits: stays,
    hangs: stays,
  },
  payout: {
    unavailable: isRefused,
    waits: stays,
    hangs: stays,
    recipient_not_found: fails('RECIPIENT_NOT_FOUND'),
    cannot_receive: fails('RECIPIENT_LIMIT_REACHED'),
  },
  refund: {
    refund_fails: fails('UNSPECIFIED_FAILURE'),
    recipient_not_found: fails('RECIPIENT_NOT_FOUND'),
    cannot_receive: fails('WALLET_LIMIT_REACHED'),
  },
};

export const verdictOfOutcome = (kind: Kind, outcome: Outcome): Verdict => byOutcome[kind][outcome] ?? completes;

const isStuck: Verdict = { kind: 'stays', submitted: true };
/** The sandbox's numbers by their last three digits. Operators with eight digits use the endings with 8. */
const byEnding: Readonly<Record<string, { deposit?: Verdict; payout?: Verdict }>> = {
  '019': { deposit: fails('PAYER_LIMIT_REACHED') },
  '029': { deposit: fails('PAYER_NOT_FOUND') },
  '039': { deposit: fails('PAYMENT_NOT_APPROVED') },
  '049': { deposit: fails('INSUFFICIENT_BALANCE') },
  '048': { deposit: fails('INSUFFICIENT_BALANCE') },
  '059': { deposit: fails('TRANSACTION_ALREADY_IN_PROCESS') },
  '069': { deposit: fails('UNSPECIFIED_FAILURE') },
  '068': { deposit: fails('UNSPECIFIED_FAILURE') },
  '089': { payout: fails('RECIPIENT_NOT_FOUND') },
  '088': { payout: fails('RECIPIENT_NOT_FOUND') },
  '099': { payout: fails('WALLET_LIMIT_REACHED') },
  '109': { payout: fails('RECIPIENT_LIMIT_REACHED') },
  '119': { payout: fails('UNSPECIFIED_FAILURE') },
  '118': { payout: fails('UNSPECIFIED_FAILURE') },
  '129': { deposit: isStuck, payout: isStuck },
  '128': { deposit: isStuck, payout: isStuck },
  '138': { deposit: isStuck, payout: isStuck },
};
/** Numbers that do not follow the rule of the last three digits. */
const byNumber: Readonly<Record<string, { deposit?: Verdict; payout?: Verdict }>> = {
  '22995345639': { deposit: isStuck, payout: isStuck },
  '2250734567130': { deposit: isStuck, payout: isStuck },
  '260953456789': { deposit: isStuck, payout: isStuck },
  '258100000010': { deposit: fails('UNSPECIFIED_FAILURE'), payout: fails('UNSPECIFIED_FAILURE') },
};

/** The documented outcome of a number of pawaPay's sandbox, or null for any other number. */
export function verdictOfTestNumber(kind: 'deposit' | 'payout', operator: Operator, digits: string): Verdict | null {
  const listed = byNumber[digits];
  if (listed) return listed[kind] ?? completes;
  const { sample } = operator;
  if (sample === null || digits.length !== sample.length || digits.slice(0, -3) !== sample.slice(0, -3)) return null;
  return byEnding[digits.slice(-3)]?.[kind] ?? null;
}
