import { type CamtDetail, type CamtNode, camtNode, camtText, codesOf } from './camt-tree.ts';
import type { DateReader } from './date-format.ts';
import { findRecordId } from './find-record.ts';
import type { Clock } from './local-time.ts';
import { shownText } from './shown-text.ts';
import { parseStatementAmount } from './statement-amount.ts';
import type { LineKind, LineState, StatementLine } from './statement-line.ts';

/** The account whose entries are read. */
export type CamtAccount = { readonly currency: string; readonly exponent: number };

/** The lines of an entry, or the reason why it has none. */
export type EntryLines =
  | { readonly lines: readonly StatementLine[] }
  | { readonly field: string; readonly fault: string };

/** XML writes decimals with a point and no groups (ISO 20022, ActiveOrHistoricCurrencyAndAmount). */
const STYLE = { decimal: '.', group: '' } as const;

const states: Readonly<Record<string, LineState>> = {
  BOOK: 'booked',
  PDNG: 'pending',
  FUTR: 'pending',
  INFO: 'pending',
};
/** Sub-families of charges and of returns (ISO 20022, external code set BankTransactionSubFamily). */
const CHARGES = /^(CHRG|FEES|COMM|COME|COMI|COMT)$/;
const RETURNS = /^(RRTN|RPCR|RRCT|UPDD|RIMB)$/;

/**
 * Turns an entry into one line, or a batch into one line for each of its details if their amounts make up the entry.
 * Charges inside the entry become fees. An entry's direction already includes a reversal (RvslInd).
 */
export function readEntry(entry: CamtNode, account: CamtAccount, readDate: DateReader, clock: Clock): EntryLines {
  const fault = (field: string, problem: string): EntryLines => ({ field, fault: problem });
  const status = camtText(entry, 'Sts/Cd', 'Sts/Prtry', 'Sts');
  const state = status ? states[status.toUpperCase()] : undefined;
  if (!state) return fault('Sts', `has the unknown status ${shownText(status ?? '')}`);
  const amount = camtNode(entry, 'Amt');
  const currency = amount?.attributes.Ccy;
  if (!amount || !currency) return fault('Amt', 'has no amount with a currency');
  if (currency !== account.currency)
    return fault('Amt', `is in ${currency}, but the account is in ${account.currency}`);
  const size = unsigned(amount.text, account.exponent);
  if (typeof size === 'string') return fault('Amt', size);
  const direction = camtText(entry, 'CdtDbtInd');
  if (direction !== 'CRDT' && direction !== 'DBIT') return fault('CdtDbtInd', 'is neither CRDT nor DBIT');
  const booked = camtText(entry, 'BookgDt/DtTm', 'BookgDt/Dt', 'ValDt/DtTm', 'ValDt/Dt');
  if (!booked) return fault('BookgDt', 'has no date');
  const parsed = readDate(booked);
  const time = 'fault' in parsed ? parsed : clock(parsed.wall);
  if ('fault' in time) return fault('BookgDt', time.fault);
  const charges = feeOf(
    entry.children.filter(({ name }) => name === 'Chrgs'),
    account,
  );
  if (typeof charges === 'string') return fault('Chrgs', charges);
  const net = direction === 'CRDT' ? size : -size;
  const shared = { entry, net, fee: charges, direction, state, time, account };
  return {
    lines: splitEntry(shared) ?? [lineOf(shared, entry.details.length === 1 ? entry.details[0]! : null, net, charges)],
  };
}

type Shared = {
  readonly entry: CamtNode;
  readonly net: bigint;
  readonly fee: bigint;
  readonly direction: string;
  readonly state: LineState;
  readonly time: { readonly bookedOn: string; readonly at: Date | null };
  readonly account: CamtAccount;
};

/** One line for each detail. Null if the details do not add up to the entry, with or without its charges. */
function splitEntry(shared: Shared): StatementLine[] | null {
  const { entry, net, fee, direction, account } = shared;
  if (entry.details.length < 2) return null;
  let sum = 0n;
  const parts: { readonly detail: CamtDetail; readonly net: bigint; readonly fee: bigint }[] = [];
  for (const detail of entry.details) {
    if (detail.amount === null || detail.currency !== account.currency) return null;
    const size = unsigned(detail.amount, account.exponent);
    const charge = feeOf(detail.charges, account);
    if (typeof size === 'string' || typeof charge === 'string') return null;
    const part = (detail.direction ?? direction) === 'CRDT' ? size : -size;
    sum += part;
    parts.push({ detail, net: part, fee: charge });
  }
  const lines = parts.map((part) => lineOf(shared, part.detail, part.net, part.fee));
  if (sum === net) return lines;
  if (fee === 0n || sum - fee !== net) return null;
  return [...lines, { ...lineOf(shared, null, -fee, 0n), kind: 'fee' }];
}

function lineOf(shared: Shared, detail: CamtDetail | null, net: bigint, entryFee: bigint): StatementLine {
  const { entry, state, time, account } = shared;
  const own = detail ? feeOf(detail.charges, account) : 0n;
  const fee = entryFee === 0n && typeof own === 'bigint' ? own : entryFee;
  const batch = camtText(entry, 'NtryDtls/Btch/PmtInfId', 'NtryDtls/Btch/MsgId');
  const info = camtText(entry, 'AddtlNtryInf');
  const texts = [...(detail?.references ?? []), detail?.remittance, batch, camtText(entry, 'NtryRef'), info];
  const reference = [detail?.references[0], detail?.remittance ?? info].filter(Boolean).join(' ');
  return {
    line: detail?.line ?? entry.line,
    operation: detail?.operation ?? camtText(entry, 'AcctSvcrRef'),
    record: findRecordId(texts) ?? detail?.references[0] ?? batch,
    reference: reference === '' ? (batch ?? null) : reference,
    kind: kindOfEntry(entry, detail, net),
    amount: net + fee,
    fee,
    currency: account.currency,
    ...time,
    phone: null,
    state,
  };
}

function kindOfEntry(entry: CamtNode, detail: CamtDetail | null, net: bigint): LineKind {
  const codes = [...(detail?.codes ?? []), ...codesOf(entry)].map((code) => code.toUpperCase());
  if (camtText(entry, 'RvslInd') === 'true' || camtText(entry, 'RvslInd') === '1') return 'reversal';
  if (detail?.returned || codes.some((code) => RETURNS.test(code))) return 'reversal';
  if (net < 0n && codes.some((code) => CHARGES.test(code))) return 'fee';
  return net < 0n ? 'payout' : 'incoming';
}

function unsigned(text: string, exponent: number): bigint | string {
  const read = parseStatementAmount(text, STYLE, exponent);
  if ('fault' in read) return read.fault;
  return read.minor < 0n ? `${shownText(text)} is negative. CdtDbtInd gives the direction` : read.minor;
}

/**
 * Minor units of the charges that the amount includes. Version 02 lists them one by one, later ones in records with
 * ChrgInclInd. A charge that is false there is booked elsewhere. A charge that the bank gave back (CRDT) is no fee.
 */
function feeOf(charges: readonly CamtNode[], { currency, exponent }: CamtAccount): bigint | string {
  let sum = 0n;
  for (const charge of charges) {
    const records = charge.children.filter(({ name }) => name === 'Rcrd');
    for (const record of records.length > 0 ? records : [charge]) {
      const amount = camtNode(record, 'Amt') ?? camtNode(charge, 'TtlChrgsAndTaxAmt');
      const included = camtText(record, 'ChrgInclInd') ?? 'true';
      if (!amount || amount.attributes.Ccy !== currency || !/^(true|1)$/.test(included)) continue;
      if (camtText(record, 'CdtDbtInd') === 'CRDT') continue;
      const size = unsigned(amount.text, exponent);
      if (typeof size === 'string') return size;
      sum += size;
    }
  }
  return sum;
}
