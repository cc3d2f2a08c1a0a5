import type { Outcome } from '../kit/outcome.ts';
import type { Answer, Call, Route } from '../kit/server.ts';
import type { Access } from './access.ts';
import { failure, invalidField, ok } from './answers.ts';
import { referenceIn } from './callback-url.ts';
import {
  type Fields,
  firstInvalid,
  minorOf,
  oneOf,
  optional,
  phone,
  shillings,
  shortCode,
  text,
  textOf,
  url,
} from './fields.ts';
import { amountValue, callbackNameOf, type Parameter, PROCESSED, sendResult } from './results.ts';
import { CURRENCY, finish, type Movement, nairobi, openMovement, type World } from './world.ts';

const rules = {
  InitiatorName: text(1, 60),
  SecurityCredential: text(1, 1_000),
  CommandID: oneOf('BusinessPayment', 'SalaryPayment', 'PromotionPayment'),
  Amount: shillings(10, 250_000),
  PartyA: shortCode,
  PartyB: phone,
  Remarks: text(2, 100),
  QueueTimeOutURL: url,
  ResultURL: url,
};
/** The operator's spelling. */
const v3 = { OriginatorConversationID: text(1, 60), ...rules, Occassion: optional(text(1, 100)) };
const v1 = { ...rules, Occasion: optional(text(1, 100)) };

/** The charge of our organization by the amount in shillings: the published tariff of 2023, from memory. */
const TARIFF: readonly (readonly [upTo: number, charge: bigint])[] = [
  [100, 0n],
  [1_500, 500n],
  [5_000, 900n],
  [20_000, 1_100n],
  [250_000, 1_300n],
];

const texts: Readonly<Record<string, string>> = {
  '1': 'The balance is insufficient for the transaction.',
  '8': 'The balance would exceed the maximum account balance.',
  '2001': 'The initiator information is invalid.',
  '2040': 'Credit Party customer type (Unregistered or Registered Customer) cannot be supported by the service.',
};

export function b2cRoutes(world: World, access: Access): Route[] {
  const route = (version: 1 | 3): Route => ({
    method: 'POST',
    path: `/mpesa/b2c/v${version}/paymentrequest`,
    operation: 'payout',
    referenceOf: (call: Call) => referenceOfBody(call.json() as Fields | undefined),
    handle: access.guard((body) => pay(world, access, body, version)),
  });
  return [route(1), route(3)];
}

const referenceOfBody = (body: Fields | undefined): string | null =>
  referenceIn(body?.ResultURL) ?? (textOf(body?.OriginatorConversationID) || null);

/** Version 1 makes the OriginatorConversationID; version 3 takes ours and refuses a repeat. */
async function pay(world: World, access: Access, body: Fields, version: 1 | 3): Promise<Answer> {
  const bad = firstInvalid(body, version === 1 ? v1 : v3);
  if (bad) return invalidField(bad);
  if (textOf(body.PartyA) !== world.shortCode) return invalidField('PartyA');
  const own = version === 3 ? textOf(body.OriginatorConversationID) : undefined;
  if (own !== undefined && world.byConversation.has(own))
    return failure(500, '500.002.1001', 'Duplicate OriginatorConversationID.');

  const movement = openMovement(world, {
    kind: 'payout',
    reference: referenceOfBody(body) ?? '',
    amount: minorOf(body.Amount),
    phone: textOf(body.PartyB),
    account: '',
    ...(own === undefined ? {} : { originatorConversationId: own }),
  });
  const fault = access.initiatorFault(body.InitiatorName, body.SecurityCredential);
  const outcome = world.kit.outcomeOf(movement.phone);
  const settle = (code: string | null) => finishPayment(world, movement, body, code);
  if (fault === null && (outcome === 'waits' || outcome === 'hangs')) {
    movement.status = 'Pending Authorized';
    if (outcome === 'waits') world.waiting.set(movement.reference, (answer) => void settle(codeOf(answer as Outcome)));
  } else {
    const { settings, later } = world.kit;
    await later(movement.reference, settings.successAfterMs, () => settle(fault ?? codeOf(outcome)));
  }
  return ok({
    ConversationID: movement.conversationId,
    OriginatorConversationID: movement.originatorConversationId,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  });
}

function codeOf(outcome: Outcome): string | null {
  if (outcome === 'recipient_not_found' || outcome === 'not_found') return '2040';
  return outcome === 'cannot_receive' || outcome === 'limit' ? '8' : null;
}

/** @param refusal the result code of a refusal; null: pays if the money is there */
async function finishPayment(world: World, movement: Movement, body: Fields, refusal: string | null): Promise<void> {
  if (movement.finishedAt !== null) return;
  world.waiting.delete(movement.reference);
  const { books } = world.kit;
  const { amount, reference } = movement;
  const charge = TARIFF.find(([upTo]) => amount <= BigInt(upTo) * 100n)?.[1] ?? 0n;
  const code = refusal ?? (books.balance(CURRENCY) < amount + charge ? '1' : '0');
  const receipt = finish(world, movement, code === '0' ? 'Completed' : 'Declined');
  if (code === '0') {
    movement.charge = charge;
    books.post({ reference, operation: receipt, kind: 'payout', amount: -amount, currency: CURRENCY });
    if (charge > 0n) books.post({ reference, operation: receipt, kind: 'fee', amount: -charge, currency: CURRENCY });
  }
  await sendResult(world, {
    resultUrl: textOf(body.ResultURL),
    queueTimeOutUrl: textOf(body.QueueTimeOutURL),
    callbackName: callbackNameOf(body.ResultURL, movement.conversationId),
    code,
    text: texts[code] ?? PROCESSED,
    originatorConversationId: movement.originatorConversationId,
    conversationId: movement.conversationId,
    transactionId: receipt,
    parameters: code === '0' ? paid(world, movement) : [],
    opposite:
      code === '0'
        ? { code: '2040', text: texts['2040']!, parameters: [] }
        : { code: '0', text: PROCESSED, parameters: paid(world, movement) },
  });
}

/** @returns for example 19.12.2019 11:45:50 */
function dotted(ms: number): string {
  const [date = '', time = ''] = nairobi(ms).split('T');
  return `${date.split('-').reverse().join('.')} ${time}`;
}

const paid = (world: World, movement: Movement): Parameter[] => [
  ['TransactionAmount', amountValue(world, movement.amount)],
  ['TransactionReceipt', movement.receipt],
  ['ReceiverPartyPublicName', `${movement.phone} - Jane Doe`],
  ['TransactionCompletedDateTime', dotted(movement.finishedAt ?? world.kit.now())],
  ['B2CUtilityAccountAvailableFunds', Number(world.kit.books.balance(CURRENCY) / 100n)],
  ['B2CWorkingAccountAvailableFunds', 0],
  ['B2CChargesPaidAccountAvailableFunds'],
  ['B2CRecipientIsRegisteredCustomer', 'Y'],
];
