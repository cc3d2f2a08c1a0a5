import { toMinor } from '../kit/money.ts';
import type { Answer, Call } from '../kit/server.ts';
import { UUID4 } from './access.ts';
import { apiError, malformed } from './answers.ts';

export type Party = { readonly partyIdType: string; readonly partyId: string };

/** A request to move money, as it passed the provider's checks. */
export type Order = {
  /** X-Reference-Id. */
  readonly id: string;
  readonly externalId: string;
  /** As sent. */
  readonly amountText: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  /** Null for a refund. */
  readonly party: Party | null;
  readonly payerMessage: string | undefined;
  readonly payeeNote: string | undefined;
  readonly referenceIdToRefund: string | undefined;
  readonly callbackUrl: string | null;
};

export type Rules = {
  readonly currency: string;
  /** Decimals of the currency. */
  readonly exponent: number;
  /** The field of the other side's wallet; null for a refund. */
  readonly partyField: 'payer' | 'payee' | null;
  /** The callback host that the API user has registered. */
  readonly host: string;
  /** Live callbacks are https alone, and the sandbox's are http alone. */
  readonly scheme: 'http:' | 'https:';
};

const MAX_MESSAGE = 160;
/** Other characters, such as an apostrophe, get a 400 in several countries, and so does an empty text. */
const MESSAGE = /^[A-Za-z0-9 .,_-]+$/;
const partyForms: Readonly<Record<string, RegExp>> = {
  MSISDN: /^[1-9]\d{7,14}$/,
  EMAIL: /^\S+@\S+\.\S+$/,
  PARTY_CODE: UUID4,
};
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])$/;

/** @returns the order, or the provider's refusal */
export function readOrder(call: Call, rules: Rules): Order | { readonly refused: Answer } {
  const id = call.headers['x-reference-id'];
  if (typeof id !== 'string' || !UUID4.test(id)) return no('X-Reference-Id is not a UUID of version 4');
  if (!/^application\/json\b/i.test(call.headers['content-type'] ?? '')) return { refused: { status: 415 } };
  const body = call.json();
  if (typeof body !== 'object' || body === null) return no('the body is not a JSON object');
  const { amount: amountText, currency, externalId, payerMessage, payeeNote, referenceIdToRefund } = body as Fields;
  if (typeof amountText !== 'string') return no('amount is not a string');
  const amount = rules.exponent === 0 && amountText.includes('.') ? null : toMinor(amountText, rules.exponent);
  if (amount === null || amount === 0n) return no(`"${amountText}" is not an amount`);
  if (typeof externalId !== 'string' || externalId === '') return no('externalId is missing');
  if (typeof currency !== 'string') return no('currency is missing');
  if (currency !== rules.currency) return { refused: apiError(500, 'INVALID_CURRENCY') };
  for (const text of [payerMessage, payeeNote]) {
    if (text === undefined) continue;
    if (typeof text !== 'string' || text.length > MAX_MESSAGE || !MESSAGE.test(text))
      return no('payerMessage or payeeNote is empty, longer than 160 or has other than plain characters');
  }
  const party = rules.partyField === null ? null : (body as Fields)[rules.partyField];
  if (rules.partyField !== null && !isParty(party)) return no(`${rules.partyField} is not a party`);
  if (rules.partyField === null && !/^(1[0-3]?|[2-9])$/.test(String(referenceIdToRefund)))
    if (!UUID4.test(String(referenceIdToRefund))) return no('referenceIdToRefund is not a UUID of version 4');
  const callback = callbackUrlIn(call, rules);
  if ('refused' in callback) return callback;
  return {
    id: id.toLowerCase(),
    externalId,
    amountText,
    amount,
    currency,
    party: party as Party | null,
    payerMessage: payerMessage as string | undefined,
    payeeNote: payeeNote as string | undefined,
    referenceIdToRefund: referenceIdToRefund as string | undefined,
    callbackUrl: callback.url,
  };
}

type Fields = Record<string, unknown>;

const no = (why: string) => ({ refused: malformed(why) });

function isParty(party: unknown): party is Party {
  if (typeof party !== 'object' || party === null) return false;
  const { partyIdType, partyId } = party as Fields;
  return typeof partyId === 'string' && (partyForms[String(partyIdType)]?.test(partyId) ?? false);
}

/** Callbacks go to the registered host. Loopback is accepted for trials. */
function callbackUrlIn(call: Call, { host, scheme }: Rules): { url: string | null } | { refused: Answer } {
  const given = call.headers['x-callback-url'];
  if (given === undefined) return { url: null };
  if (typeof given !== 'string' || !URL.canParse(given)) return no('X-Callback-Url is not a URL');
  const { protocol, hostname } = new URL(given);
  if (LOOPBACK.test(hostname)) return { url: given };
  if (protocol !== scheme) return no(`X-Callback-Url is not ${scheme}`);
  return hostname === host ? { url: given } : { refused: apiError(500, 'INVALID_CALLBACK_URL_HOST') };
}
