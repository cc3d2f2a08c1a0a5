import { readNairobiTime } from './nairobi-time.ts';
import { readShillings } from './shillings.ts';

/** Values by name: the provider sends items in any order, and some without a value. */
export type DarajaItems = ReadonlyMap<string, unknown>;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text of a text or number, otherwise empty. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** @param items one object or a list; the first value of a name counts (DebitPartyName comes twice) */
function readItems(items: unknown, name: 'Name' | 'Key'): DarajaItems {
  const found = new Map<string, unknown>();
  for (const item of Array.isArray(items) ? items : [items]) {
    if (!isFields(item) || typeof item[name] !== 'string' || found.has(item[name])) continue;
    found.set(item[name], item.Value);
  }
  return found;
}

/** The callback of an STK push. Only a success has amount and receipt. */
export type StkCallback = {
  readonly checkoutRequestId: string;
  readonly code: string;
  /** Minor units. */
  readonly amount: bigint | null;
  readonly receipt: string | null;
};

/** @returns null if the body is another kind of message */
export function readStkCallback(body: unknown): StkCallback | null {
  const callback = isFields(body) && isFields(body.Body) ? body.Body.stkCallback : null;
  if (!isFields(callback)) return null;
  const { CheckoutRequestID, ResultCode, CallbackMetadata } = callback;
  const code = textOf(ResultCode);
  if (textOf(CheckoutRequestID) === '' || code === '') return null;
  const items = readItems(isFields(CallbackMetadata) ? CallbackMetadata.Item : null, 'Name');
  return {
    checkoutRequestId: textOf(CheckoutRequestID),
    code,
    amount: readShillings(items.get('Amount')),
    receipt: textOf(items.get('MpesaReceiptNumber')) || null,
  };
}

/** The result of B2C, a reversal, a status query or a balance query. */
export type DarajaResult = {
  readonly code: string;
  readonly text: string;
  readonly conversationId: string;
  readonly originatorConversationId: string;
  /** The receipt of a movement of money. */
  readonly transactionId: string | null;
  readonly items: DarajaItems;
};

/** @returns null if the body is another kind of message */
export function readResult(body: unknown): DarajaResult | null {
  const result = isFields(body) ? body.Result : null;
  if (!isFields(result)) return null;
  const { ResultCode, ResultDesc, ConversationID, OriginatorConversationID, TransactionID, ResultParameters } = result;
  const code = textOf(ResultCode);
  if (code === '' || textOf(ConversationID) === '') return null;
  return {
    code,
    text: textOf(ResultDesc),
    conversationId: textOf(ConversationID),
    originatorConversationId: textOf(OriginatorConversationID),
    transactionId: textOf(TransactionID) || null,
    items: readItems(isFields(ResultParameters) ? ResultParameters.ResultParameter : null, 'Key'),
  };
}

/** The first item that has one of the names; the documents spell some names in two ways. */
export const itemOf = (items: DarajaItems, ...names: string[]): string =>
  textOf(names.map((name) => items.get(name)).find((value) => textOf(value) !== ''));

/**
 * The charges of a transaction, such as `Fee For B2C Payment|KES|22.40`. Several are separated by `&`.
 * @returns minor units; null if a part is not in this form
 */
export function readCharges(value: string): bigint | null {
  if (value === '') return 0n;
  const parts = value.split('&').map((part) => readShillings(part.split('|')[2]));
  return parts.reduce<bigint | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0n);
}

/** Accounts of a short code. The available amount is the second figure of the balance text. */
export type AccountBalance = { readonly account: string; readonly currency: string; readonly available: bigint };

/** @param value `Working Account|KES|700000.00|700000.00|0.00|0.00&Utility Account|KES|…` */
export function readBalances(value: string): AccountBalance[] {
  return value.split('&').flatMap((part) => {
    const [account = '', currency = '', current, available] = part.split('|');
    const amount = readShillings(available ?? current);
    return amount === null ? [] : [{ account: account.trim(), currency: currency.trim(), available: amount }];
  });
}

/** A customer's payment that came through the short code, of whatever origin. */
export type C2bPayment = {
  readonly receipt: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly at: Date | null;
  /** The text that the payer typed, or our AccountReference. */
  readonly account: string;
  /** Digits, masked digits (`2547 ***** 126`) or a SHA-256 digest, as the provider sends it. */
  readonly payer: string;
};

/** Reads a validation or confirmation request. @returns null if the body is another kind of message */
export function readC2bPayment(body: unknown): C2bPayment | null {
  if (!isFields(body)) return null;
  const receipt = textOf(body.TransID);
  const amount = readShillings(body.TransAmount);
  if (receipt === '' || amount === null) return null;
  return {
    receipt,
    amount,
    at: readNairobiTime(body.TransTime),
    account: textOf(body.BillRefNumber),
    payer: textOf(body.MSISDN),
  };
}

/**
 * Reads one page of the transaction pull: `Response` is a list in a list. Code 1001, or the text `[[]]`, means an empty
 * page.
 * @returns null if the answer is not a page, so that nothing follows from a missing row
 */
export function readPulledPayments(body: unknown): C2bPayment[] | null {
  if (!isFields(body)) return null;
  const code = textOf(body.ResponseCode);
  if (code === '1001') return [];
  if (code !== '1000' || !Array.isArray(body.Response)) return null;
  const rows = (body.Response as unknown[]).flat();
  const payments = rows.flatMap((row) => {
    if (!isFields(row)) return [];
    const receipt = textOf(row.transactionId);
    const amount = readShillings(row.amount);
    if (receipt === '' || amount === null) return [];
    return {
      receipt,
      amount,
      at: readNairobiTime(row.trxDate),
      account: textOf(row.billreference),
      payer: textOf(row.msisdn),
    };
  });
  return payments.length === rows.length ? payments : null;
}
