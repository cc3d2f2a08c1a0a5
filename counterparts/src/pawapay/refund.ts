import { exponentOf, toDecimal, toMinor } from '../kit/money.ts';
import { type Account, refusalOf } from './account.ts';
import { referenceIn } from './initiate.ts';
import { type Payment, timeOf } from './payment.ts';
import { AMOUNT, CURRENCY, Refusal, readDetails, readFields, readText, UUID_V4 } from './refusal.ts';
import { type Reason, reasonOf, type Verdict, verdictOfOutcome } from './verdicts.ts';

/** Accepts a refund of a deposit, or answers REJECTED or DUPLICATE_IGNORED. Without an amount it returns the rest. */
export async function refund(account: Account, body: unknown): Promise<Record<string, unknown>> {
  const fields = readFields(body, ['refundId', 'depositId'], ['amount', 'currency', 'metadata']);
  const refundId = readText(fields, 'refundId', UUID_V4).toLowerCase();
  const depositId = readText(fields, 'depositId', UUID_V4).toLowerCase();
  const details = readDetails(fields);
  const known = account.payments.get(refundId);
  if (known) return { refundId, status: 'DUPLICATE_IGNORED', created: known.created };
  const deposit = account.payments.get(depositId);
  const wanted = fields.amount === undefined ? null : readText(fields, 'amount', AMOUNT);
  if (wanted !== null) readText(fields, 'currency', CURRENCY);
  const reason = reasonAgainst(account, deposit, depositId, fields.currency);
  if (reason || !deposit) return { refundId, status: 'REJECTED', failureReason: reason };
  const { currency, operator } = deposit;
  const rest = deposit.amount - refundedOf(account, depositId);
  const amount = wanted === null ? rest : toMinor(wanted, exponentOf(currency));
  const refusal =
    amount === null
      ? reasonOf('INVALID_AMOUNT', `The provider ${operator.code} only supports up to '0' decimal places in amount.`)
      : amount > rest
        ? reasonOf('AMOUNT_TOO_LARGE', `Amount should not be greater than ${toDecimal(rest, exponentOf(currency))}`)
        : refusalOf(account, operator, 'refund', amount, currency);
  if (refusal || amount === null) return { refundId, status: 'REJECTED', failureReason: refusal };
  const payment: Payment = {
    ...deposit,
    kind: 'refund',
    id: refundId,
    reference: referenceIn(details) ?? refundId,
    amount,
    details,
    depositId,
    created: timeOf(account.kit.now()),
    status: 'ACCEPTED',
    reason: null,
    providerTransactionId: null,
    nextStep: null,
    authorizationUrl: null,
  };
  await account.accept(payment, verdictOf(account, payment));
  return { refundId, status: 'ACCEPTED', created: payment.created };
}

function reasonAgainst(
  account: Account,
  deposit: Payment | undefined,
  depositId: string,
  currency: unknown,
): Reason | null {
  if (deposit?.kind !== 'deposit') return reasonOf('NOT_FOUND', `Deposit with ID #${depositId} not found`);
  if (deposit.status !== 'COMPLETED') return reasonOf('INVALID_STATE', 'The deposit is not completed');
  if (currency !== undefined && currency !== deposit.currency) {
    return reasonOf('INVALID_CURRENCY', `The currency of the deposit is '${deposit.currency}'`);
  }
  const refunds = account.refundsOf(depositId);
  if (refunds.some(({ status }) => status !== 'COMPLETED' && status !== 'FAILED')) {
    return reasonOf('REFUND_IN_PROGRESS', 'Another refund transaction is already in progress');
  }
  if (refundedOf(account, depositId) >= deposit.amount) {
    return reasonOf('DEPOSIT_ALREADY_REFUNDED', 'Requested deposit has been already refunded');
  }
  return null;
}

function refundedOf(account: Account, depositId: string): bigint {
  return account
    .refundsOf(depositId)
    .filter(({ status }) => status !== 'FAILED')
    .reduce((sum, { amount }) => sum + amount, 0n);
}

function verdictOf({ kit }: Account, { phone }: Payment): Verdict {
  const verdict = verdictOfOutcome('refund', kit.outcomeOf(phone));
  if (verdict.kind === 'refused') throw new Refusal(500, 'UNKNOWN_ERROR', 'A refund has no such outcome.');
  return verdict;
}
