import type { Outcome } from '../kit/outcome.ts';
import type { Answer, Call, Route } from '../kit/server.ts';
import type { Access } from './access.ts';
import { fault1001, invalidField, ok } from './answers.ts';
import { confirmC2b } from './c2b.ts';
import { referenceIn } from './callback-url.ts';
import {
  type Fields,
  firstInvalid,
  minorOf,
  oneOf,
  phone,
  shillings,
  shortCode,
  stamp,
  text,
  textOf,
  url,
} from './fields.ts';
import { amountValue, PROCESSED, shuffled } from './results.ts';
import { CURRENCY, checkoutIdOf, finish, openMovement, type StkPayment, stampOf, type World } from './world.ts';

/** The life of a prompt, and of the session that locks the phone. */
const PROMPT_MS = 120_000;
/** The same amount by the same customer is refused for so long (code 17). */
const REPEAT_MS = 120_000;
/** Longer prompts fail on the way to the phone (code 1025). */
const MOST_PROMPT = 182;

const rules = {
  BusinessShortCode: shortCode,
  Password: text(1, 500),
  Timestamp: stamp,
  // One public client sends a blank behind the type.
  TransactionType: oneOf('CustomerPayBillOnline', 'CustomerPayBillOnline ', 'CustomerBuyGoodsOnline'),
  Amount: shillings(1, 250_000),
  PartyA: phone,
  PartyB: shortCode,
  PhoneNumber: phone,
  CallBackURL: url,
  AccountReference: text(1, 12),
  // The documentation says 13. Public clients send more, and the provider takes it.
  TransactionDesc: text(1, MOST_PROMPT),
};

const texts: Readonly<Record<string, string>> = {
  '0': PROCESSED,
  '1': 'The balance is insufficient for the transaction.',
  '4': 'The transaction would exceed the daily limit.',
  '17': 'Rule limited.',
  '26': 'System busy. The service request is rejected.',
  '1019': 'Transaction has expired',
  '1025': 'An error occurred while sending a push request.',
  '1032': 'Request Cancelled by user.',
  '1037': 'DS timeout user cannot be reached.',
  '2028': 'The request is not permitted according to product assignment.',
};

export function stkRoutes(world: World, access: Access): Route[] {
  return [
    {
      method: 'POST',
      path: '/mpesa/stkpush/v1/processrequest',
      operation: 'collect',
      referenceOf: (call) => referenceIn((call.json() as Fields | undefined)?.CallBackURL),
      handle: access.guard((body) => push(world, body)),
    },
    {
      method: 'POST',
      path: '/mpesa/stkpushquery/v1/query',
      operation: 'ask',
      referenceOf: (call: Call) => {
        const id = (call.json() as Fields | undefined)?.CheckoutRequestID;
        return world.stk.get(String(id))?.movement.reference ?? null;
      },
      handle: access.guard((body) => query(world, body)),
    },
  ];
}

/** @returns the provider's refusal of short code or password, which both requests have */
function passwordFault(world: World, { BusinessShortCode, Password, Timestamp }: Fields): Answer | null {
  if (textOf(BusinessShortCode) !== world.shortCode) return fault1001('Merchant does not exist');
  const right = Buffer.from(world.shortCode + world.passkey + textOf(Timestamp)).toString('base64');
  return Password === right ? null : fault1001('Wrong credentials');
}

async function push(world: World, body: Fields): Promise<Answer> {
  const bad = firstInvalid(body, rules);
  if (bad) return invalidField(bad);
  const fault = passwordFault(world, body);
  if (fault) return fault;
  const { kit } = world;
  const payer = textOf(body.PhoneNumber);
  const outcome = kit.outcomeOf(payer);
  if (outcome === 'not_found') return invalidField('PhoneNumber');
  const session = world.sessions.get(payer);
  if (session && session.until > kit.now() && kit.settings.repeatGuard !== false)
    return fault1001('Unable to lock subscriber, a transaction is already in process for the current subscriber');

  const payment = open(world, body, payer);
  const early = refusalOf(world, body, payment);
  const ready = early ?? codeOf(world, outcome);
  const { reference } = payment.movement;
  world.sessions.set(payer, { checkoutRequestId: payment.checkoutRequestId, until: kit.now() + PROMPT_MS });
  if (ready === null) wait(world, payment, outcome);
  else await kit.later(reference, kit.settings.successAfterMs, () => settle(world, payment, ready));
  return ok({
    MerchantRequestID: payment.merchantRequestId,
    CheckoutRequestID: payment.checkoutRequestId,
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  });
}

function open(world: World, body: Fields, payer: string): StkPayment {
  const payment: StkPayment = {
    checkoutRequestId: checkoutIdOf(world),
    merchantRequestId: `${10_000 + (world.next() % 90_000)}-${world.next()}-1`,
    movement: openMovement(world, {
      kind: 'collection',
      reference: referenceIn(body.CallBackURL) ?? textOf(body.AccountReference),
      amount: minorOf(body.Amount),
      phone: payer,
      account: textOf(body.AccountReference),
    }),
    callbackUrl: String(body.CallBackURL),
    code: null,
    text: '',
  };
  world.stk.set(payment.checkoutRequestId, payment);
  return payment;
}

/** Refusals that the provider finds after it took the request. */
function refusalOf(world: World, body: Fields, { movement }: StkPayment): string | null {
  const isTill = body.TransactionType === 'CustomerBuyGoodsOnline';
  if (textOf(body.PartyB) !== (isTill ? world.till : world.shortCode)) return '2028';
  const prompt = `Do you want to pay Ksh ${textOf(body.Amount)} to ${movement.account} ${textOf(body.TransactionDesc)}`;
  if (prompt.length > MOST_PROMPT) return '1025';
  const last = world.lastPaid.get(movement.phone);
  const isRepeat = last !== undefined && last.amount === movement.amount && last.at > world.kit.now() - REPEAT_MS;
  return isRepeat && world.kit.settings.repeatGuard !== false ? '17' : null;
}

/** The result code of an outcome; null if the customer does not answer by himself. */
function codeOf(world: World, outcome: Outcome): string | null {
  switch (outcome) {
    case 'insufficient_funds':
      return '1';
    case 'declined':
      return '1032';
    case 'expires':
      return world.chance() < 0.5 ? '1037' : '1019';
    case 'limit':
      return '4';
    case 'unavailable':
      return '26';
    case 'waits':
    case 'hangs':
      return null;
    default:
      return '0';
  }
}

/** A prompt that waits ends with its life. One that hangs has no end, as happens at the provider. */
function wait(world: World, payment: StkPayment, outcome: Outcome): void {
  if (outcome === 'hangs') return;
  const { reference } = payment.movement;
  world.waiting.set(reference, (answer) => void settle(world, payment, codeOf(world, answer as Outcome) ?? '1037'));
  world.kit.at(world.kit.now() + PROMPT_MS, () => settle(world, payment, '1037'));
}

/** Ends a prompt: books, callback, and the C2B confirmation that each payment to a short code raises. */
export async function settle(world: World, payment: StkPayment, code: string): Promise<void> {
  if (payment.code !== null) return;
  const { movement } = payment;
  const { kit } = world;
  payment.code = code;
  payment.text = texts[code] ?? 'Failed.';
  world.waiting.delete(movement.reference);
  if (world.sessions.get(movement.phone)?.checkoutRequestId === payment.checkoutRequestId)
    world.sessions.delete(movement.phone);
  if (code === '0') {
    const { reference, amount } = movement;
    const receipt = finish(world, movement, 'Completed');
    kit.books.post({ reference, operation: receipt, kind: 'collection', amount, currency: CURRENCY });
    world.lastPaid.set(movement.phone, { amount, at: kit.now() });
    world.pulled.push(movement);
    void confirmC2b(world, movement);
  } else movement.status = 'Declined';
  await sendCallback(world, payment);
}

async function sendCallback(world: World, payment: StkPayment): Promise<void> {
  const { checkoutRequestId, code, movement } = payment;
  const body = (changed: Partial<CallbackOf> = {}) =>
    JSON.stringify(callbackOf(world, payment, { checkoutRequestId, code: code!, amount: movement.amount, ...changed }));
  await world.kit.callbacks.send({
    reference: movement.reference,
    method: 'POST',
    url: payment.callbackUrl,
    headers: { 'content-type': 'application/json' },
    body: body(),
    variants: {
      otherAmount: () => body({ amount: movement.amount + 100n }),
      opposite: () => body({ code: code === '0' ? '1032' : '0' }),
      unknown: () => body({ checkoutRequestId: 'ws_CO_191220191020363925' }),
    },
  });
}

type CallbackOf = { readonly checkoutRequestId: string; readonly code: string; readonly amount: bigint };

function callbackOf(world: World, payment: StkPayment, { checkoutRequestId, code, amount }: CallbackOf): object {
  const { movement } = payment;
  const items = [
    { Name: 'Amount', Value: amountValue(world, amount) },
    { Name: 'MpesaReceiptNumber', Value: movement.receipt ?? 'NLJ7RT61SV' },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(stampOf(movement.finishedAt ?? world.kit.now())) },
    { Name: 'PhoneNumber', Value: Number(movement.phone) },
  ];
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: payment.merchantRequestId,
        CheckoutRequestID: checkoutRequestId,
        ResultCode: world.chance() < 0.8 ? Number(code) : code,
        ResultDesc: texts[code],
        ...(code === '0' ? { CallbackMetadata: { Item: shuffled(world, items) } } : {}),
      },
    },
  };
}

function query(world: World, body: Fields): Answer {
  const bad = firstInvalid(body, {
    BusinessShortCode: shortCode,
    Password: text(1, 500),
    Timestamp: stamp,
    CheckoutRequestID: text(1, 100),
  });
  if (bad) return invalidField(bad);
  const fault = passwordFault(world, body);
  if (fault) return fault;
  const payment = world.stk.get(textOf(body.CheckoutRequestID));
  if (!payment) return fault1001('The transaction does not exist');
  const isOpen = payment.code === null;
  // Both forms mean the same; the provider changes from the first to the second.
  if (isOpen && world.chance() < 0.5) return fault1001('The transaction is being processed');
  return ok({
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successsfully',
    MerchantRequestID: payment.merchantRequestId,
    CheckoutRequestID: payment.checkoutRequestId,
    ResultCode: isOpen ? '4999' : payment.code,
    ResultDesc: isOpen ? 'The transaction is still under processing' : payment.text,
  });
}
