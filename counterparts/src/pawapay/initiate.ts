import { exponentOf, toMinor } from '../kit/money.ts';
import { type Account, refusalOf } from './account.ts';
import { countries, type Operator } from './operators.ts';
import { idField, type Payment, timeOf } from './payment.ts';
import { AMOUNT, CURRENCY, type Details, Refusal, readDetails, readFields, readText, UUID_V4 } from './refusal.ts';
import { reasonOf, type Verdict, verdictOfOutcome, verdictOfTestNumber } from './verdicts.ts';

type Initiated = Record<string, unknown>;

/** A request that is well formed. */
export type Wanted = {
  readonly kind: 'deposit' | 'payout';
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly provider: string;
  readonly phone: string;
  readonly details: Details;
};

const shared = ['clientReferenceId', 'customerMessage', 'metadata'];
const optional = {
  deposit: [...shared, 'preAuthorisationCode', 'successfulUrl', 'failedUrl'],
  payout: shared,
};

/** Reads the body of a deposit or payout; refuses a malformed one with 400. */
export function readWanted(account: Account, kind: 'deposit' | 'payout', body: unknown): Wanted {
  const party = kind === 'deposit' ? 'payer' : 'recipient';
  const fields = readFields(body, [idField[kind], 'amount', 'currency', party], optional[kind]);
  const { type, accountDetails } = readFields(fields[party], ['type', 'accountDetails'], [], `${party}.`);
  if (type !== 'MMO') throw new Refusal(400, 'INVALID_PARAMETER', `Invalid value of parameter '${party}.type'.`);
  const details = readFields(accountDetails, ['phoneNumber', 'provider'], [], `${party}.accountDetails.`);
  const wanted = {
    kind,
    id: readText(fields, idField[kind], UUID_V4).toLowerCase(),
    amount: readText(fields, 'amount', AMOUNT),
    currency: readText(fields, 'currency', CURRENCY),
    provider: readText(details, 'provider', /^[A-Z0-9_]{3,40}$/),
    phone: readText(details, 'phoneNumber', /^.{1,40}$/),
    details: readDetails(fields),
  };
  requireAuthorisation(account, wanted);
  return wanted;
}

function requireAuthorisation({ operators }: Account, { kind, provider, details }: Wanted): void {
  if (kind !== 'deposit') return;
  const operator = operators.find(({ code }) => code === provider);
  const needed =
    operator?.authType === 'PREAUTH'
      ? (['preAuthorisationCode'] as const)
      : operator?.authType === 'REDIRECT_AUTH'
        ? (['successfulUrl', 'failedUrl'] as const)
        : [];
  for (const name of needed) {
    if (!details[name]) throw new Refusal(400, 'MISSING_PARAMETER', `Missing parameter: '${name}'.`);
  }
}

/** Accepts a deposit or payout, or answers REJECTED or DUPLICATE_IGNORED. */
export async function initiate(account: Account, wanted: Wanted): Promise<Initiated> {
  const { kind, id } = wanted;
  const known = account.payments.get(id);
  if (known) return { [idField[kind]]: id, status: 'DUPLICATE_IGNORED', created: known.created };
  const rejected = (failureReason: object): Initiated => ({ [idField[kind]]: id, status: 'REJECTED', failureReason });
  const operator = account.operators.find(({ code }) => code === wanted.provider);
  if (!operator) return rejected(reasonOf('INVALID_PROVIDER', `The provider '${wanted.provider}' is not supported.`));
  if (!operator.currencies.includes(wanted.currency)) {
    const text = `The currency '${wanted.currency}' is not supported with provider '${operator.code}'.`;
    return rejected(reasonOf('INVALID_CURRENCY', text));
  }
  if (!isPhoneOf(operator, wanted.phone)) {
    const text = `The phone number '${wanted.phone}' is not in the MSISDN format.`;
    return rejected(reasonOf('INVALID_PHONE_NUMBER', text));
  }
  const amount = toMinor(wanted.amount, exponentOf(wanted.currency));
  if (amount === null) {
    const text = `The provider ${operator.code} only supports up to '0' decimal places in amount.`;
    return rejected(reasonOf('INVALID_AMOUNT', text));
  }
  const refusal = refusalOf(account, operator, kind, amount, wanted.currency);
  if (refusal) return rejected(refusal);
  const verdict = verdictOf(account, wanted, operator);
  if (verdict.kind === 'refused') return rejected(verdict.reason);
  const payment = makePayment(account, wanted, operator, amount);
  await account.accept(payment, verdict);
  const isRedirect = kind === 'deposit' && operator.authType === 'REDIRECT_AUTH';
  const nextStep = kind === 'deposit' ? { nextStep: isRedirect ? 'GET_AUTH_URL' : 'FINAL_STATUS' } : {};
  return { [idField[kind]]: id, status: 'ACCEPTED', ...nextStep, created: payment.created };
}

/** Digits with the country code, of a plausible length. */
function isPhoneOf(operator: Operator, phone: string): boolean {
  return /^[1-9]\d{7,14}$/.test(phone) && phone.startsWith(countries[operator.country]!.prefix);
}

function verdictOf(account: Account, { kind, phone, details }: Wanted, operator: Operator): Verdict {
  // As in our test mode: this one-time code has expired.
  if (details.preAuthorisationCode === '000410') return { kind: 'fails', reason: reasonOf('PAYMENT_NOT_APPROVED') };
  return verdictOfTestNumber(kind, operator, phone) ?? verdictOfOutcome(kind, account.kit.outcomeOf(phone));
}

function makePayment(account: Account, wanted: Wanted, operator: Operator, amount: bigint): Payment {
  const { kind, id, currency, phone, details } = wanted;
  const isRedirect = kind === 'deposit' && operator.authType === 'REDIRECT_AUTH';
  return {
    kind,
    id,
    reference: referenceIn(details) ?? id,
    amount,
    currency,
    operator,
    phone,
    details,
    depositId: null,
    created: timeOf(account.kit.now()),
    status: 'ACCEPTED',
    verdict: { kind: 'completes' },
    reason: null,
    providerTransactionId: null,
    nextStep: isRedirect ? 'GET_AUTH_URL' : null,
    authorizationUrl: null,
  };
}

/** Our id as it reached pawaPay. Refunds have no clientReferenceId, so it is in the metadata too. */
export function referenceIn({ clientReferenceId, metadata }: Details): string | null {
  return clientReferenceId ?? metadata?.reference ?? null;
}
