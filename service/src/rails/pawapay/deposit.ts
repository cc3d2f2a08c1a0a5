import type { NextAction, RailAnswer } from '../../core/payment.ts';
import { amountText } from '../amount-text.ts';
import { derivedUuid } from '../derived-uuid.ts';
import type { Collection } from '../rail.ts';
import type { PawapayConfiguration, PawapayService } from './active-configuration.ts';
import { failureOf, type PawapayState, readInitiation, readState } from './answers.ts';
import type { PawapayRail } from './client.ts';
import type { Configurations } from './configuration.ts';
import { customerMessage } from './customer-message.ts';
import { pawapayPace } from './pace.ts';
import type { OperatorAccount, Predictions } from './predict-operator.ts';

export type DepositTools = {
  readonly rail: PawapayRail;
  readonly configurations: Configurations;
  readonly predict: Predictions;
};
type CheckTools = Omit<DepositTools, 'predict'>;

/** The operator's page is usually ready within a second. */
const PAGE_MS = 1_000;

/** Asks the customer to pay. The id of the deposit follows from ours, so a repeat is ignored as a duplicate. */
export async function collectAtPawapay(tools: DepositTools, collection: Collection): Promise<RailAnswer> {
  const { rail, configurations, predict } = tools;
  const configuration = await configurations.get();
  if ('state' in configuration) return configuration;
  const prediction = await predict(collection.customer);
  if (prediction.kind === 'not_taken') return prediction.answer;
  if (prediction.kind === 'no_account') {
    const reason = prediction.code === null ? null : { code: prediction.code, message: '' };
    return { state: 'failed', failure: failureOf('customer_not_found', reason) };
  }
  const { account } = prediction;
  const service = depositAt(configuration, account.provider);
  if (service?.authorisation === 'otp' && collection.code === null) return codeMissing(service);
  const body = depositBody(collection, account, service, rail.exponent);
  const initiation = readInitiation(await rail.client.move('/v2/deposits', body), 'collect');
  const handle = body.depositId;
  switch (initiation.kind) {
    case 'accepted':
      if (initiation.nextStep !== 'GET_AUTH_URL') return { ...prompt(collection, service), handle };
      return { state: 'processing', handle, askAgainInMs: PAGE_MS };
    case 'duplicate':
      return checkAtPawapay(tools, collection);
    case 'failed':
      return { state: 'failed', failure: initiation.failure, handle };
    case 'not_taken':
      return initiation.answer;
    default:
      return { state: 'unknown', handle };
  }
}

/** Reads the state of a deposit. */
export async function checkAtPawapay(tools: CheckTools, collection: Collection): Promise<RailAnswer> {
  const { rail } = tools;
  const depositId = derivedUuid(collection.id);
  const response = await rail.client.get(`/v2/deposits/${depositId}`);
  const state = readState(response, 'collect', rail.exponent);
  switch (state.kind) {
    case 'not_found':
      return { state: 'not_found' };
    case 'page_later':
      return { state: 'processing', handle: depositId, askAgainInMs: PAGE_MS };
    case 'open':
      return { ...openAnswer(tools, collection, state), ...paceOfOpen(rail, collection, state), handle: depositId };
    case 'completed': {
      const { amount, currency, phone, railReference } = state;
      // An amount that cannot be read is not a success. The record stays open for an operator.
      if (amount === null) return { state: 'processing', handle: depositId };
      const received = { amount, currency, payer: phone };
      return { state: 'succeeded', railReference: railReference ?? depositId, received, handle: depositId };
    }
    case 'failed':
      return { state: 'failed', failure: state.failure, handle: depositId };
    default:
      return { state: 'unknown' };
  }
}

type Open = Extract<PawapayState, { kind: 'open' }>;

const paceOfOpen = ({ now }: PawapayRail, { sentAt }: Collection, { isReconciled }: Open) =>
  isReconciled ? {} : pawapayPace(now() - sentAt.getTime());

/** The customer's next step, as long as there is one. */
function openAnswer(
  { rail, configurations }: CheckTools,
  collection: Collection,
  { provider, authorizationUrl: url, isReconciled }: Open,
): RailAnswer & { readonly state: 'requires_action' | 'processing' } {
  // pawaPay reconciles a deposit that has no outcome, for hours in the worst case.
  if (isReconciled || collection.expiresAt.getTime() <= rail.now()) return { state: 'processing' };
  if (url !== null) return { state: 'requires_action', nextAction: action(collection, 'redirect', REDIRECT, url) };
  return prompt(collection, depositAt(configurations.known(), provider));
}

const depositAt = (configuration: PawapayConfiguration | null, code: string | null) =>
  configuration?.services.find(({ provider, operation }) => provider === code && operation === 'DEPOSIT');

const PROMPT = 'Approve the request on your phone.';
const REDIRECT = 'Follow the link to approve the payment.';

function prompt(collection: Collection, service: PawapayService | undefined) {
  // The code was given before the request: the customer has nothing left to do.
  if (service?.authorisation === 'otp') return { state: 'processing' } as const;
  const instructions = service?.instructions ?? PROMPT;
  return { state: 'requires_action', nextAction: action(collection, 'prompt', instructions, null) } as const;
}

const action = (
  { expiresAt }: Collection,
  type: NextAction['type'],
  instructions: string,
  url: string | null,
): NextAction => ({ type, expires_at: expiresAt.toISOString(), instructions, redirect_url: url });

function codeMissing({ displayName, instructions }: PawapayService): RailAnswer {
  const steps = instructions ? ` ${instructions}.` : '';
  const message = `${displayName} needs a one-time code, which the customer gets before the payment.${steps}`;
  return { state: 'failed', failure: { code: 'rail_error', message, rail_code: null } };
}

function depositBody(
  collection: Collection,
  account: OperatorAccount,
  service: PawapayService | undefined,
  exponent: number,
) {
  const { id, amount, currency, code, successUrl, cancelUrl } = collection;
  const isRedirect = service?.authorisation === 'redirect';
  return {
    depositId: derivedUuid(id),
    amount: amountText(amount, exponent),
    currency,
    payer: { type: 'MMO', accountDetails: account },
    clientReferenceId: id,
    ...customerMessage(collection),
    ...(code === null ? {} : { preAuthorisationCode: code }),
    ...(isRedirect && successUrl !== null ? { successfulUrl: successUrl } : {}),
    ...(isRedirect && cancelUrl !== null ? { failedUrl: cancelUrl } : {}),
    metadata: [{ reference: id }],
  };
}
