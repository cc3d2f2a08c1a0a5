import { randomUUID } from 'node:crypto';
import type { Kit } from '../kit/kit.ts';
import type { Account, Availability } from './account.ts';
import { sendCallback } from './callback.ts';
import { operatorsOf } from './operators.ts';
import type { Payment } from './payment.ts';
import { makeKeyPair } from './signatures.ts';
import { type Kind, type Reason, reasonOf, type Verdict, verdictOfOutcome } from './verdicts.ts';

/** The time until the operator of a redirect has a page for the customer. */
const PAGE_AFTER_MS = 400;
/** An operator without an answer for so long is asked by pawaPay's reconciliation. */
const RECONCILE_AFTER_MS = 600_000;

const isFinal = ({ status }: Payment) => status === 'COMPLETED' || status === 'FAILED';
const takes = ({ kind }: Payment) => kind !== 'deposit';

export function openAccount(kit: Kit, country: string): Account {
  const payments = new Map<string, Payment>();
  const openByReference = new Map<string, Payment>();
  const refunds = new Map<string, Payment[]>();
  const reserved = new Map<string, bigint>();
  const availability = new Map<string, Availability>();
  const reserve = (currency: string, amount: bigint) => reserved.set(currency, (reserved.get(currency) ?? 0n) + amount);
  const statusOf = (provider: string, kind: Kind) => availability.get(`${provider} ${kind}`) ?? 'OPERATIONAL';

  const account: Account = {
    kit,
    token: `sandbox-${randomUUID()}`,
    country,
    operators: operatorsOf(country),
    payments,
    callbackKeys: [makeKeyPair('HTTP_EC_P256_KEY:1')],
    requestKeys: new Map(),
    failNext: new Map(),
    availabilityOf: ({ code }, kind) => statusOf(code, kind),
    setAvailability: (provider, kind, status) => {
      availability.set(`${provider} ${kind}`, status);
      if (status !== 'OPERATIONAL') return;
      for (const payment of payments.values()) {
        if (payment.status === 'ENQUEUED' && payment.kind === kind && payment.operator.code === provider) {
          void process(account, payment, payment.verdict);
        }
      }
    },
    available: (currency) => kit.books.balance(currency) - (reserved.get(currency) ?? 0n),
    accept: async (payment, usual) => {
      const code = account.failNext.get(payment.kind);
      account.failNext.delete(payment.kind);
      const verdict: Verdict = code === undefined ? usual : { kind: 'fails', reason: reasonOf(code) };
      payments.set(payment.id, payment);
      openByReference.set(payment.reference, payment);
      if (payment.depositId) refunds.set(payment.depositId, [...account.refundsOf(payment.depositId), payment]);
      if (takes(payment)) reserve(payment.currency, payment.amount);
      payment.verdict = verdict;
      if (takes(payment) && statusOf(payment.operator.code, payment.kind) === 'DELAYED') payment.status = 'ENQUEUED';
      else await process(account, payment, verdict);
    },
    settle: async (payment, verdict) => {
      if (isFinal(payment) || verdict.kind === 'stays') return;
      if (takes(payment)) reserve(payment.currency, -payment.amount);
      if (openByReference.get(payment.reference) === payment) openByReference.delete(payment.reference);
      if (verdict.kind === 'completes') complete(kit, payment);
      else fail(payment, verdict.reason);
      await sendCallback(account, payment);
    },
    refundsOf: (depositId) => refunds.get(depositId) ?? [],
  };
  kit.onAnswer((reference, outcome) => {
    const payment = openByReference.get(reference);
    if (!payment) return false;
    void account.settle(payment, verdictOfOutcome(payment.kind, outcome));
    return true;
  });
  return account;
}

async function process(account: Account, payment: Payment, verdict: Verdict): Promise<void> {
  const { kit } = account;
  payment.status = verdict.kind === 'stays' && verdict.submitted ? 'SUBMITTED' : 'PROCESSING';
  if (payment.nextStep === 'GET_AUTH_URL') {
    kit.at(kit.now() + PAGE_AFTER_MS, async () => {
      if (isFinal(payment)) return;
      payment.nextStep = 'REDIRECT_TO_AUTH_URL';
      payment.authorizationUrl = `${kit.url}/authorize/${payment.id}`;
      await sendCallback(account, payment);
    });
  }
  if (verdict.kind === 'stays') {
    if (verdict.submitted) return;
    kit.at(kit.now() + RECONCILE_AFTER_MS, () => {
      if (!isFinal(payment)) payment.status = 'IN_RECONCILIATION';
    });
    return;
  }
  await kit.later(payment.reference, kit.settings.successAfterMs, () => account.settle(payment, verdict));
}

function complete(kit: Kit, payment: Payment): void {
  const { reference, id: operation, amount, currency, kind } = payment;
  payment.status = 'COMPLETED';
  payment.nextStep = null;
  payment.providerTransactionId = randomUUID();
  const books = { deposit: 'collection', payout: 'payout', refund: 'refund' } as const;
  kit.books.post({
    reference,
    operation,
    kind: books[kind],
    amount: kind === 'deposit' ? amount : -amount,
    currency,
  });
  const fee = BigInt(String(kit.settings[`${kind}Fee`] ?? 0));
  if (fee > 0n) kit.books.post({ reference, operation, kind: 'fee', amount: -fee, currency });
}

function fail(payment: Payment, reason: Reason): void {
  payment.status = 'FAILED';
  payment.nextStep = null;
  payment.reason = reason;
}
