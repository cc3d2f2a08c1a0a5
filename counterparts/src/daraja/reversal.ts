import type { Answer, Route } from '../kit/server.ts';
import type { Access } from './access.ts';
import { invalidField, ok } from './answers.ts';
import { referenceIn } from './callback-url.ts';
import {
  type Fields,
  firstInvalid,
  minorOf,
  oneOf,
  optional,
  shillings,
  shortCode,
  text,
  textOf,
  url,
} from './fields.ts';
import { callbackNameOf, type Parameter, PROCESSED, sendResult } from './results.ts';
import { CURRENCY, finish, type Movement, openMovement, stampOf, type World } from './world.ts';

const rules = {
  Initiator: text(1, 60),
  SecurityCredential: text(1, 1_000),
  CommandID: oneOf('TransactionReversal'),
  TransactionID: text(1, 30),
  Amount: shillings(1, 250_000),
  ReceiverParty: shortCode,
  // The operator's spelling. 11 is an organization's short code.
  RecieverIdentifierType: oneOf('11'),
  ResultURL: url,
  QueueTimeOutURL: url,
  Remarks: text(2, 100),
  Occasion: optional(text(1, 100)),
};

const texts: Readonly<Record<string, string>> = {
  '1': 'The balance is insufficient for the transaction.',
  '2001': 'The initiator information is invalid.',
  R000001: 'The transaction has already been reversed.',
  R000002: 'The OriginalTransactionID is invalid.',
};

export function reversalRoute(world: World, access: Access): Route {
  return {
    method: 'POST',
    path: '/mpesa/reversal/v1/request',
    operation: 'refund',
    referenceOf: (call) => referenceIn((call.json() as Fields | undefined)?.ResultURL),
    handle: access.guard((body) => reverse(world, access, body)),
  };
}

async function reverse(world: World, access: Access, body: Fields): Promise<Answer> {
  const bad = firstInvalid(body, rules);
  if (bad) return invalidField(bad);
  if (textOf(body.ReceiverParty) !== world.shortCode) return invalidField('ReceiverParty');
  const original = world.byReceipt.get(textOf(body.TransactionID));
  const movement = openMovement(world, {
    kind: 'refund',
    reference: referenceIn(body.ResultURL) ?? '',
    amount: minorOf(body.Amount),
    phone: original?.phone ?? '',
    account: '',
  });
  const fault = access.initiatorFault(body.Initiator, body.SecurityCredential);
  const { later, settings } = world.kit;
  await later(movement.reference, settings.successAfterMs, () =>
    finishReversal(world, movement, original, body, fault),
  );
  return ok({
    OriginatorConversationID: movement.originatorConversationId,
    ConversationID: movement.conversationId,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  });
}

/** The provider decides at the time of the result, so a second request of the same receipt finds the first one done. */
function codeOf(world: World, movement: Movement, original: Movement | undefined): string {
  const isReversible = original?.kind === 'collection' || original?.kind === 'incoming';
  if (!original || !isReversible || original.amount !== movement.amount) return 'R000002';
  if (original.isReversed) return 'R000001';
  if (world.kit.outcomeOf(original.phone) === 'refund_fails') return 'R000002';
  return world.kit.books.balance(CURRENCY) < movement.amount ? '1' : '0';
}

async function finishReversal(
  world: World,
  movement: Movement,
  original: Movement | undefined,
  body: Fields,
  fault: string | null,
): Promise<void> {
  const code = fault ?? codeOf(world, movement, original);
  const receipt = finish(world, movement, code === '0' ? 'Completed' : 'Declined');
  if (code === '0') {
    original!.isReversed = true;
    const { reference, amount } = movement;
    world.kit.books.post({ reference, operation: receipt, kind: 'refund', amount: -amount, currency: CURRENCY });
  }
  const done: Parameter[] = [
    ['DebitAccountBalance', `Utility Account|KES|${Number(world.kit.books.balance(CURRENCY)) / 100}|0.00|0.00|0.00`],
    ['Amount', Number(movement.amount / 100n)],
    ['TransCompletedTime', Number(stampOf(movement.finishedAt!))],
    ['OriginalTransactionID', textOf(body.TransactionID)],
    ['Charge', 0],
    ['CreditPartyPublicName', `${movement.phone} - Jane Doe`],
    ['DebitPartyPublicName', `${world.shortCode} - Rialto Shop`],
  ];
  await sendResult(world, {
    resultUrl: textOf(body.ResultURL),
    queueTimeOutUrl: textOf(body.QueueTimeOutURL),
    callbackName: callbackNameOf(body.ResultURL, movement.conversationId),
    code,
    text: texts[code] ?? PROCESSED,
    originatorConversationId: movement.originatorConversationId,
    conversationId: movement.conversationId,
    transactionId: receipt,
    parameters: code === '0' ? done : [],
    opposite:
      code === '0'
        ? { code: 'R000002', text: texts.R000002!, parameters: [] }
        : { code: '0', text: PROCESSED, parameters: done },
  });
}
