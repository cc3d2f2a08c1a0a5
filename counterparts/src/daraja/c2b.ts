import { createHash } from 'node:crypto';
import type { Answer, Route } from '../kit/server.ts';
import type { Access } from './access.ts';
import { failure, invalidField, ok } from './answers.ts';
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
import { CURRENCY, finish, type Movement, openMovement, originatorIdOf, stampOf, type World } from './world.ts';

/** The provider waits so long for the validation, and then does as ResponseType says. */
const VALIDATION_MS = 8_000;

const registerRules = {
  ShortCode: shortCode,
  ResponseType: oneOf('Completed', 'Cancelled'),
  ConfirmationURL: url,
  ValidationURL: url,
};

const simulateRules = {
  ShortCode: shortCode,
  CommandID: oneOf('CustomerPayBillOnline', 'CustomerBuyGoodsOnline'),
  Amount: shillings(1, 250_000),
  Msisdn: phone,
  BillRefNumber: optional(text(1, 20)),
};

export function c2bRoutes(world: World, access: Access): Route[] {
  const versions = [1, 2] as const;
  return [
    ...versions.map(
      (version): Route => ({
        method: 'POST',
        path: `/mpesa/c2b/v${version}/registerurl`,
        operation: 'other',
        handle: access.guard((body) => register(world, body, version)),
      }),
    ),
    ...versions.map(
      (version): Route => ({
        method: 'POST',
        path: `/mpesa/c2b/v${version}/simulate`,
        operation: 'other',
        handle: access.guard((body) => simulate(world, body)),
      }),
    ),
  ];
}

/** In production the addresses are registered once; the setting `register_once` plays that. */
function register(world: World, body: Fields, version: 1 | 2): Answer {
  const bad = firstInvalid(body, registerRules);
  if (bad) return invalidField(bad);
  if (textOf(body.ShortCode) !== world.shortCode) return invalidField('ShortCode');
  if (world.c2b && world.kit.settings.registerOnce === true)
    return failure(500, '500.003.1001', 'Urls are already registered.');
  world.c2b = {
    version,
    confirmationUrl: textOf(body.ConfirmationURL),
    validationUrl: textOf(body.ValidationURL),
    responseType: body.ResponseType as 'Completed' | 'Cancelled',
  };
  return accepted(world, 'success');
}

function simulate(world: World, body: Fields): Answer {
  const bad = firstInvalid(body, simulateRules);
  if (bad) return invalidField(bad);
  const account = textOf(body.BillRefNumber);
  void receiveUnasked(world, { amount: minorOf(body.Amount), phone: textOf(body.Msisdn), account });
  return accepted(world, 'Accept the service request successfully.');
}

/** The operator's spelling of the field. */
const accepted = (world: World, description: string): Answer =>
  ok({ OriginatorCoversationID: originatorIdOf(world), ResponseCode: '0', ResponseDescription: description });

export type Unasked = { readonly amount: bigint; readonly phone: string; readonly account: string };

/** A customer pays the short code without a request of ours. @returns the receipt; null if our validation refused */
export async function receiveUnasked(world: World, { amount, phone, account }: Unasked): Promise<string | null> {
  const movement = openMovement(world, { kind: 'incoming', reference: account, amount, phone, account });
  const receipt = finish(world, movement, 'Completed');
  if (world.c2b && !(await isValid(world, movement, world.c2b))) {
    movement.status = 'Declined';
    return null;
  }
  world.kit.books.post({ reference: account, operation: receipt, kind: 'incoming', amount, currency: CURRENCY });
  world.pulled.push(movement);
  await confirmC2b(world, movement);
  return receipt;
}

async function isValid(world: World, movement: Movement, urls: NonNullable<World['c2b']>): Promise<boolean> {
  try {
    const answer = await fetch(urls.validationUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(c2bBody(world, movement, '')),
      signal: AbortSignal.timeout(VALIDATION_MS),
    });
    const body = (await answer.json()) as Fields;
    return textOf(body.ResultCode) === '0';
  } catch {
    return urls.responseType === 'Completed';
  }
}

/** Sends the confirmation, if addresses are registered. A receipt names it to the control. */
export async function confirmC2b(world: World, movement: Movement): Promise<void> {
  if (!world.c2b) return;
  const balance = (world.kit.books.balance(CURRENCY) / 100n).toString();
  const body = (changed: object = {}) => JSON.stringify({ ...c2bBody(world, movement, `${balance}.00`), ...changed });
  await world.kit.callbacks.send({
    reference: movement.receipt!,
    method: 'POST',
    url: world.c2b.confirmationUrl,
    headers: { 'content-type': 'application/json' },
    body: body(),
    variants: {
      otherAmount: () => body({ TransAmount: `${movement.amount / 100n + 1n}.00` }),
      unknown: () => body({ TransID: 'NLJ0000000' }),
    },
  });
}

/** Version 1 hashes the payer's phone, version 2 masks it. */
function c2bBody(world: World, movement: Movement, orgAccountBalance: string): object {
  const { phone } = movement;
  const hashed = world.c2b?.version === 1;
  return {
    TransactionType: 'Pay Bill',
    TransID: movement.receipt,
    TransTime: stampOf(movement.finishedAt!),
    TransAmount: `${movement.amount / 100n}.00`,
    BusinessShortCode: world.shortCode,
    BillRefNumber: movement.account,
    InvoiceNumber: '',
    OrgAccountBalance: orgAccountBalance,
    ThirdPartyTransID: '',
    MSISDN: hashed ? createHash('sha256').update(phone).digest('hex') : `${phone.slice(0, 4)} ***** ${phone.slice(-3)}`,
    FirstName: 'JANE',
    MiddleName: '',
    LastName: hashed ? 'DOE' : '',
  };
}
