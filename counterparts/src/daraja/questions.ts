import type { Answer, Route } from '../kit/server.ts';
import type { Access } from './access.ts';
import { invalidField, ok } from './answers.ts';
import { referenceIn } from './callback-url.ts';
import { type Fields, firstInvalid, oneOf, optional, shortCode, text, textOf, url } from './fields.ts';
import { callbackNameOf, type Parameter, PROCESSED, sendResult } from './results.ts';
import { CURRENCY, conversationIdOf, type Movement, originatorIdOf, stampOf, type World } from './world.ts';

/** An answer comes sooner than a movement of money. */
const MOST_ANSWER_MS = 500;

const rules = {
  Initiator: text(1, 60),
  SecurityCredential: text(1, 1_000),
  PartyA: shortCode,
  // 4 is an organization's short code.
  IdentifierType: oneOf('4'),
  ResultURL: url,
  QueueTimeOutURL: url,
  Remarks: text(2, 100),
  Occasion: optional(text(1, 100)),
};

type Question = {
  readonly name: 'transactionstatus' | 'accountbalance';
  readonly commandId: 'TransactionStatusQuery' | 'AccountBalance';
  answer(world: World, body: Fields): { code: string; text: string; transactionId: string; parameters: Parameter[] };
};

/** Status and balance are accepted at once and answered later. */
export function questionRoutes(world: World, access: Access): Route[] {
  return [status, balance].map((question) => ({
    method: 'POST',
    path: `/mpesa/${question.name}/v1/query`,
    operation: 'ask',
    referenceOf: (call) => referenceIn((call.json() as Fields | undefined)?.ResultURL),
    handle: access.guard((body) => ask(world, access, body, question)),
  }));
}

async function ask(world: World, access: Access, body: Fields, question: Question): Promise<Answer> {
  const bad = firstInvalid(body, { ...rules, CommandID: oneOf(question.commandId) });
  if (bad) return invalidField(bad);
  if (textOf(body.PartyA) !== world.shortCode) return invalidField('PartyA');
  const isAboutNothing = textOf(body.TransactionID) === '' && textOf(body.OriginalConversationID) === '';
  if (question === status && isAboutNothing) return invalidField('TransactionID');
  const fault = access.initiatorFault(body.Initiator, body.SecurityCredential);
  const conversationId = conversationIdOf(world);
  const originatorConversationId = originatorIdOf(world);
  // Each question has a lot of its own, so that losing one answer does not lose the next.
  const callbackName = `${callbackNameOf(body.ResultURL, 'balance')}?${conversationId}`;
  const { later, settings } = world.kit;
  await later(callbackName, Math.min(settings.successAfterMs, MOST_ANSWER_MS), () =>
    sendResult(world, {
      resultUrl: textOf(body.ResultURL),
      queueTimeOutUrl: textOf(body.QueueTimeOutURL),
      callbackName,
      originatorConversationId,
      conversationId,
      ...(fault === null
        ? question.answer(world, body)
        : { code: fault, text: 'The initiator information is invalid.', transactionId: '', parameters: [] }),
    }),
  );
  return ok({
    OriginatorConversationID: originatorConversationId,
    ConversationID: conversationId,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  });
}

const status: Question = {
  name: 'transactionstatus',
  commandId: 'TransactionStatusQuery',
  answer: (world, body) => {
    const { byReceipt, byConversation } = world;
    const movement =
      byReceipt.get(textOf(body.TransactionID)) ?? byConversation.get(textOf(body.OriginalConversationID));
    if (!movement) return { code: '25', text: 'The transaction does not exist.', transactionId: '', parameters: [] };
    return {
      code: '0',
      text: PROCESSED,
      transactionId: movement.receipt ?? '',
      parameters: statusOf(world, movement),
    };
  },
};

function statusOf(world: World, movement: Movement): Parameter[] {
  const ours = `${world.shortCode} - Rialto Shop`;
  const theirs = `${movement.phone} - Jane Doe`;
  const isIn = movement.kind === 'collection' || movement.kind === 'incoming';
  const { charge, receipt, finishedAt } = movement;
  return [
    receipt === null ? ['ReceiptNo'] : ['ReceiptNo', receipt],
    ['Conversation ID', movement.conversationId],
    finishedAt === null ? ['FinalisedTime'] : ['FinalisedTime', Number(stampOf(finishedAt))],
    ['Amount', Number(movement.amount / 100n)],
    ['TransactionStatus', movement.status],
    ['ReasonType', isIn ? 'Pay Utility' : 'Business Payment to Customer via API'],
    ['TransactionReason'],
    ['DebitPartyCharges', charge > 0n ? `Fee For B2C Payment|KES|${charge / 100n}.${twoDigits(charge % 100n)}` : ''],
    ['DebitAccountType', isIn ? 'MMF Account For Customer' : 'Utility Account'],
    ['InitiatedTime', Number(stampOf(movement.startedAt))],
    ['Originator Conversation ID', movement.originatorConversationId],
    ['CreditPartyName', isIn ? ours : theirs],
    // The provider sends this key twice.
    ['DebitPartyName', isIn ? theirs : ours],
    ['DebitPartyName', isIn ? theirs : ours],
  ];
}

const twoDigits = (cents: bigint) => cents.toString().padStart(2, '0');

const balance: Question = {
  name: 'accountbalance',
  commandId: 'AccountBalance',
  answer: (world) => ({
    code: '0',
    text: PROCESSED,
    transactionId: 'OA90000000',
    parameters: [
      ['AccountBalance', balanceText(world)],
      ['BOCompletedTime', Number(stampOf(world.kit.now()))],
    ],
  }),
};

/** Customers' money arrives in the Utility account; charges make the Charges Paid account negative. */
function balanceText({ kit }: World): string {
  const fees = kit.books.entries().reduce((sum, entry) => (entry.kind === 'fee' ? sum + entry.amount : sum), 0n);
  const account = (name: string, minor: bigint) => {
    const absolute = minor < 0n ? -minor : minor;
    const amount = `${minor < 0n ? '-' : ''}${absolute / 100n}.${twoDigits(absolute % 100n)}`;
    return `${name}|KES|${amount}|${amount}|0.00|0.00`;
  };
  return [
    account('Working Account', 0n),
    account('Float Account', 0n),
    account('Utility Account', kit.books.balance(CURRENCY) - fees),
    account('Charges Paid Account', fees),
    account('Organization Settlement Account', 0n),
  ].join('&');
}
