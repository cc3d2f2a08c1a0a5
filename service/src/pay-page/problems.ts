import type { ErrorCode } from '../../../contract/src/errors.ts';
import { type AttemptResult, type LinkPage, MOST_NAME, MOST_NOTE, type OpenResult } from '../checkout/page.ts';
import type { Frame } from './frame.ts';
import type { LinkProblem } from './link-page.ts';
import type { FormField, FormProblem } from './pay-form.ts';
import type { WordKey } from './words.ts';

type Refused<Result> = Extract<Result, { outcome: 'refused' }>;
type AttemptReason = Refused<AttemptResult>['reason'];

/** Refusals that the payer can correct in the form, with their field. The others are states of the page. */
const attemptTexts: Readonly<Partial<Record<AttemptReason, readonly [WordKey, FormField | null]>>> = {
  too_many_prompts: ['tooManyPrompts', 'phone'],
  invalid_phone: ['phoneInvalid', 'phone'],
  unknown_method: ['methodMissing', 'method'],
  method_unavailable: ['methodGone', 'method'],
  code_required: ['codeMissing', 'code'],
  method_unfit: ['methodUnfit', 'method'],
  total_changed: ['totalChanged', null],
  merchant_unavailable: ['merchantUnavailable', null],
};

/** @returns null if the page itself shows why: it is paid, expired, sold out, or has an unfinished attempt */
export function attemptProblem(
  refused: Refused<AttemptResult>,
  merchant: string,
  { words }: Frame,
): FormProblem | null {
  const found = attemptTexts[refused.reason];
  if (!found) return null;
  const [key, field] = found;
  const minutes = Math.max(1, Math.ceil((refused.retryAfterSeconds ?? 60) / 60));
  return { text: words(key, { merchant, minutes }), field };
}

/** Refusals of the payer's own wallet. One text for all reasons that concern limits or the state of the wallet. */
const walletTexts: Readonly<Partial<Record<ErrorCode, readonly [WordKey, FormField | null]>>> = {
  invalid_credentials: ['loginWrong', 'password'],
  too_many_attempts: ['tooManyTries', null],
  rate_limited: ['tooManyTries', null],
  invalid_2fa_code: ['codeWrong', 'code'],
  challenge_expired: ['codeExpired', null],
  insufficient_funds: ['walletPoor', null],
  payment_already_final: ['walletEnded', null],
  payment_not_approvable: ['walletEnded', null],
  not_found: ['walletEnded', null],
};

export function walletProblem(code: ErrorCode, { words }: Frame): FormProblem {
  const [key, field] = walletTexts[code] ?? ['walletRefused', null];
  return { text: words(key), field };
}

/** @returns null if the link itself is closed, which its page shows */
export function openProblem(
  { reason, field }: Refused<OpenResult>,
  { currency, minimum, maximum, maxQuantity, merchant }: LinkPage,
  { words, money }: Frame,
): LinkProblem | null {
  if (reason === 'too_many_sessions' || reason === 'busy')
    return { text: words('tooManySessions', { merchant: merchant.name }), field: null };
  // Fewer units are left than the payer wants.
  if (reason !== 'invalid' && field === null) return null;
  switch (field) {
    case 'quantity':
      return { text: words('quantityInvalid', { maximum: maxQuantity }), field };
    case 'name':
      return { text: words('nameInvalid', { most: MOST_NAME }), field };
    case 'note':
      return { text: words('noteInvalid', { most: MOST_NOTE }), field };
    default:
      return {
        text: words('amountInvalid', { example: money(minimum ?? maximum ?? 100_000n, currency) }),
        field: 'amount',
      };
  }
}
