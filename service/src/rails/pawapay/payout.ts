import { amountText } from '../amount-text.ts';
import { derivedUuid } from '../derived-uuid.ts';
import type { Disbursement, PayOutAnswer } from '../rail.ts';
import { failureOf, type Initiation, readInitiated, readInitiation } from './answers.ts';
import type { PawapayRail } from './client.ts';
import { customerMessage } from './customer-message.ts';
import { afterSending, checkOutgoing, type OutgoingKind } from './outgoing.ts';
import type { OperatorAccount, Predictions } from './predict-operator.ts';

export type PayoutTools = {
  readonly rail: PawapayRail;
  readonly predict: Predictions;
};

/** The most payouts of one request: pawaPay may refuse more. */
export const MOST_PAYOUTS = 20;
const kind: OutgoingKind = { operation: 'pay_out', path: '/v2/payouts' };

/** Pays a phone. */
export async function payOutAtPawapay(tools: PayoutTools, disbursement: Disbursement): Promise<PayOutAnswer> {
  const addressed = await address(tools, disbursement);
  if ('state' in addressed) return addressed;
  const send = (attempt: number) => sendPayout(tools, disbursement, addressed, attempt);
  return afterSending(tools.rail, kind, disbursement, await send(1), send);
}

/** Pays many phones in one request. @returns the answers in the order of the items */
export async function payOutManyAtPawapay(tools: PayoutTools, items: readonly Disbursement[]): Promise<PayOutAnswer[]> {
  const addressed = await Promise.all(items.map((item) => address(tools, item)));
  const sent = items.flatMap((item, i) => {
    const account = addressed[i]!;
    return 'state' in account ? [] : [{ item, account, body: payoutBody(tools.rail, item, account, 1) }];
  });
  const answers = await sendAll(tools, sent);
  return items.map((item, i) => {
    const account = addressed[i]!;
    return 'state' in account ? account : answers.get(item.id)!;
  });
}

type Sent = {
  readonly item: Disbursement;
  readonly account: OperatorAccount;
  readonly body: ReturnType<typeof payoutBody>;
};

async function sendAll(tools: PayoutTools, sent: readonly Sent[]): Promise<Map<string, PayOutAnswer>> {
  if (sent.length === 0) return new Map();
  const bodies = sent.map(({ body }) => body);
  const response = await tools.rail.client.move('/v2/payouts/bulk', bodies);
  if (response.kind === 'answered' && response.status === 400 && sent.length > 1) {
    // One malformed payout refuses them all. Alone, each gets its own answer.
    const alone = await Promise.all(sent.map((one) => sendAll(tools, [one])));
    return new Map(alone.flatMap((answers) => [...answers]));
  }
  const whole = readInitiation(response, 'pay_out');
  const list = response.kind === 'answered' && Array.isArray(response.json) ? response.json : [];
  const byId = new Map(list.map((one): [unknown, unknown] => [one?.payoutId, one]));
  const answers = sent.map(async ({ item, account, body }): Promise<[string, PayOutAnswer]> => {
    const own = byId.get(body.payoutId);
    const initiation = own === undefined ? whole : readInitiated(own, 'pay_out');
    const send = (attempt: number) => sendPayout(tools, item, account, attempt);
    return [item.id, await afterSending(tools.rail, kind, item, initiation, send)];
  });
  return new Map(await Promise.all(answers));
}

/** Reads the state of a payout. */
export const checkPayOutAtPawapay = (rail: PawapayRail, disbursement: Disbursement): Promise<PayOutAnswer> =>
  checkOutgoing(rail, kind, disbursement);

async function sendPayout(
  { rail }: PayoutTools,
  disbursement: Disbursement,
  account: OperatorAccount,
  attempt: number,
): Promise<Initiation> {
  const response = await rail.client.move('/v2/payouts', payoutBody(rail, disbursement, account, attempt));
  return readInitiation(response, 'pay_out');
}

async function address({ predict }: PayoutTools, { recipient }: Disbursement): Promise<OperatorAccount | PayOutAnswer> {
  const prediction = await predict(recipient);
  if (prediction.kind === 'known') return prediction.account;
  if (prediction.kind === 'not_taken') return prediction.answer;
  const reason = prediction.code === null ? null : { code: prediction.code, message: '' };
  return { state: 'failed', failure: failureOf('recipient_not_found', reason) };
}

function payoutBody({ exponent }: PawapayRail, disbursement: Disbursement, account: OperatorAccount, attempt: number) {
  const { id, amount, currency } = disbursement;
  return {
    payoutId: derivedUuid(id, attempt),
    amount: amountText(amount, exponent),
    currency,
    recipient: { type: 'MMO', accountDetails: account },
    clientReferenceId: id,
    ...customerMessage(disbursement),
    metadata: [{ reference: id }],
  };
}
