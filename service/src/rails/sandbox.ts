import type { FailureCode } from '../../../contract/src/payments.ts';
import { canceled, type RailAnswer } from '../core/payment.ts';
import { coalesce } from '../db/coalesce.ts';
import type { Database, Statement } from '../db/database.ts';
import type { Capabilities, Collection, PayOutAnswer, Rail, RefundAnswer, Repayment } from './rail.ts';

/**
 * The test world's provider. It moves no money: the last four digits of the phone decide the outcome (docs/testing.md).
 * The simulated customer's answers through /test/payments/… are kept in its own table.
 */
type Behaviour =
  | { readonly prompts: true; readonly ends: 'approves' | 'waits' | 'hangs' | FailureCode }
  | { readonly prompts: false; readonly fails: FailureCode };

const behaviours: Readonly<Record<string, Behaviour>> = {
  '0001': { prompts: true, ends: 'insufficient_funds' },
  '0002': { prompts: true, ends: 'customer_declined' },
  '0003': { prompts: true, ends: 'approval_expired' },
  '0004': { prompts: false, fails: 'customer_not_found' },
  '0005': { prompts: false, fails: 'customer_limit_reached' },
  '0006': { prompts: false, fails: 'rail_unavailable' },
  '0007': { prompts: true, ends: 'waits' },
  '0008': { prompts: true, ends: 'hangs' },
};
const usual: Behaviour = { prompts: true, ends: 'approves' };

const messages: Readonly<Partial<Record<FailureCode, string>>> = {
  insufficient_funds: "The customer's account has insufficient funds.",
  customer_declined: 'The customer declined.',
  approval_expired: 'The customer did not approve in time.',
  customer_not_found: 'The provider has no account with this phone.',
  customer_limit_reached: 'The customer has reached a limit of their account.',
  rail_unavailable: 'The provider could not be reached. The customer was not asked to pay.',
};

const answersOf: Statement = {
  name: 'sandbox_answers',
  text: `SELECT payment_id, answer FROM sandbox_answers WHERE payment_id = ANY ($1::text[])`,
};
/** The first answer counts: a customer who has approved cannot decline. */
const answer: Statement = {
  name: 'sandbox_set_answer',
  text: `INSERT INTO sandbox_answers (payment_id, answer) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
};

export type PromptAnswer = 'approved' | 'declined' | 'withdrawn';

/** Answers the prompt of a payment as its customer, unless it was answered before. @returns the answer that counts */
export async function answerPrompt(db: Database, payment: string, said: PromptAnswer): Promise<PromptAnswer> {
  await db.query(answer, [payment, said]);
  const [first] = await db.query<{ answer: PromptAnswer }>(answersOf, [[payment]]);
  return first!.answer;
}

type Method = 'collect' | 'check' | 'withdraw' | 'refund' | 'checkRefund' | 'payOut' | 'checkPayOut';

export function sandboxRail(db: Database, now: () => number = Date.now): Rail & Required<Pick<Rail, Method>> {
  /** The answer to the prompt, or null if there is none yet. Payments of one round share a query. */
  const answered = coalesce<string, PromptAnswer | null>(
    async (payments) => {
      const rows = await db.query<{ payment_id: string; answer: PromptAnswer }>(answersOf, [payments]);
      const answers = new Map(rows.map((row) => [row.payment_id, row.answer]));
      return payments.map((payment) => answers.get(payment) ?? null);
    },
    { maxBatch: 1_000, batches: 1 },
  );

  const outcome = async (collection: Collection): Promise<RailAnswer> => {
    const behaviour = behaviourOf(collection.customer);
    if (!behaviour.prompts) return failed(behaviour.fails);
    const said = await answered(collection.id);
    if (said !== null) return promptOutcomes[said](collection.id);
    switch (behaviour.ends) {
      case 'approves':
        return succeeded(collection.id);
      case 'hangs':
        return { state: 'processing' };
      case 'waits':
        return collection.expiresAt.getTime() <= now() ? failed('approval_expired') : prompt(collection);
      default:
        return failed(behaviour.ends);
    }
  };

  return {
    name: 'sandbox',
    capabilities: () => capabilities,
    collect: async (collection) => {
      const behaviour = behaviourOf(collection.customer);
      return behaviour.prompts ? prompt(collection) : failed(behaviour.fails);
    },
    check: outcome,
    withdraw: async (collection) => {
      if (behaviourOf(collection.customer) === behaviours['0008']) return false;
      return (await answerPrompt(db, collection.id, 'withdrawn')) === 'withdrawn';
    },
    refund: async (repayment) => refundOutcome(repayment),
    checkRefund: async (repayment) => refundOutcome(repayment),
    payOut: async (disbursement) => payOutOutcome(disbursement),
    checkPayOut: async (disbursement) => payOutOutcome(disbursement),
  };
}

const capabilities: Capabilities = {
  decimals: 3,
  collect: {
    deduplicates: true,
    arrivalMs: 0,
    flow: 'prompt',
    minimum: null,
    maximum: null,
    approvalMs: 5 * 60_000,
    needsCode: false,
    settlesLate: true,
  },
  refund: { deduplicates: true, arrivalMs: 0, parts: 'part', days: null },
  payout: { deduplicates: true, arrivalMs: 0, minimum: null, maximum: null, batchMost: null },
};

const refundOutcome = ({ id, customer }: Pick<Repayment, 'id' | 'customer'>): RefundAnswer =>
  customer.endsWith('0010')
    ? {
        state: 'failed',
        failure: { code: 'rail_error', message: 'The provider refused the refund.', rail_code: 'SANDBOX_0010' },
      }
    : { state: 'succeeded', railReference: `sandbox-${id.slice(-12)}` };

const payOutOutcome = ({ id, recipient }: { readonly id: string; readonly recipient: string }): PayOutAnswer =>
  payOuts[recipient.slice(-4)] ?? { state: 'succeeded', railReference: `sandbox-${id.slice(-12)}` };

const notPaid = (code: FailureCode, message: string): PayOutAnswer => ({
  state: 'failed',
  failure: { code, message, rail_code: `SANDBOX_${code.toUpperCase()}` },
});
/** The outcome of a payout item to a phone with this ending. */
const payOuts: Readonly<Record<string, PayOutAnswer>> = {
  '0008': { state: 'pending' },
  '0011': notPaid('recipient_not_found', 'The provider has no account with this phone.'),
  '0012': notPaid('recipient_cannot_receive', "The recipient's account cannot receive this amount."),
};

function behaviourOf(phone: string): Behaviour {
  return behaviours[phone.slice(-4)] ?? usual;
}

const promptOutcomes: Record<PromptAnswer, (payment: string) => RailAnswer> = {
  approved: succeeded,
  declined: () => failed('customer_declined'),
  withdrawn: () => canceled,
};

function prompt(collection: Collection): RailAnswer {
  return {
    state: 'requires_action',
    nextAction: {
      type: 'prompt',
      expires_at: collection.expiresAt.toISOString(),
      instructions: 'Approve the request on your phone.',
      redirect_url: null,
    },
  };
}

function succeeded(payment: string): RailAnswer {
  return { state: 'succeeded', railReference: `sandbox-${payment.slice(-12)}` };
}

function failed(code: FailureCode): RailAnswer {
  return {
    state: 'failed',
    failure: { code, message: messages[code] ?? 'The payment failed.', rail_code: `SANDBOX_${code.toUpperCase()}` },
  };
}
