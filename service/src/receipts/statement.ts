import type { DocumentKeys } from '../closes/document-keys.ts';
import { type Facts, maskParty, type ReceiptState, receiptStates } from './facts.ts';

/** What a receipt's code states. The names are short, because a QR code carries it. */
export type ReceiptStatement = {
  readonly receipt: string;
  readonly kind: Facts['receipt']['kind'];
  readonly livemode: boolean;
  readonly state: ReceiptState;
  readonly amount: bigint;
  readonly currency: string;
  readonly at: Date;
  readonly merchant: string;
  readonly party: string;
  readonly providerReceipt: string | null;
};

const MOST_NAME = 40;

export const statementOf = (facts: Facts): ReceiptStatement => ({
  receipt: facts.receipt.id,
  kind: facts.receipt.kind,
  livemode: facts.receipt.livemode,
  state: facts.state,
  amount: facts.amount,
  currency: facts.currency,
  at: facts.at,
  merchant: [...facts.merchant.name].slice(0, MOST_NAME).join(''),
  party: maskParty(facts.party),
  providerReceipt: facts.providerReceipt,
});

/**
 * The statement as a JWS in the compact form (RFC 7515), with the key of `/.well-known/document-keys.json`. The field
 * `v` keeps it apart from everything else that the key signs.
 */
export async function signStatement(keys: DocumentKeys, statement: ReceiptStatement): Promise<string> {
  const { receipt: r, kind: k, livemode: l, state: s, amount, currency: c, at, merchant: m, party: p } = statement;
  const fields = { v: 'receipt', r, k, l, s, a: amount.toString(), c, t: at.toISOString(), m, p };
  const bytes = Buffer.from(JSON.stringify({ ...fields, x: statement.providerReceipt }));
  const [header, , signature] = (await keys.sign(bytes)).split('.');
  return `${header}.${bytes.toString('base64url')}.${signature}`;
}

/** Longer than any code: the names inside are bounded. */
const MOST_CODE = 2_000;

/** The statement of a code that this service signed; null for anything else. */
export async function verifyStatement(keys: DocumentKeys, code: string): Promise<ReceiptStatement | null> {
  if (code.length > MOST_CODE) return null;
  const bytes = await keys.verify(code);
  if (bytes === null) return null;
  try {
    const { v, r, k, l, s, a, c, t, m, p, x } = JSON.parse(bytes.toString());
    if (v !== 'receipt' || !receiptStates.includes(s)) return null;
    const sums = { state: s, amount: BigInt(a), currency: c, at: new Date(t) };
    return { receipt: r, kind: k, livemode: l, ...sums, merchant: m, party: p, providerReceipt: x };
  } catch {
    return null;
  }
}
