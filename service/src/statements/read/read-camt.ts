import { currencyRule } from '../../config/config.ts';
import { type CamtAccount, readEntry } from './camt-entry.ts';
import { type CamtNode, camtNode, camtText, readCamtTree } from './camt-tree.ts';
import { compileDateFormat, type DateReader } from './date-format.ts';
import type { BankLayout } from './layout.ts';
import { type Clock, makeClock } from './local-time.ts';
import { openPageChain, type PageChain } from './page-chain.ts';
import { decodeXml } from './read-xml.ts';
import { parseStatementAmount } from './statement-amount.ts';
import type { Reader, ReadItem, ReadStatement, StatementLine } from './statement-line.ts';
import { netOf } from './tie.ts';

/** xs:date and xs:dateTime. */
const ISO_DATE = "yyyy-MM-dd['T'HH:mm:ss[.S]][XXX]";

/** A statement whose entries are being read. */
type Open = {
  readonly start: number;
  readonly children: CamtNode[];
  account: CamtAccount | null;
  sum: bigint;
  first: string | null;
};

/**
 * Reads a camt.053 (ISO 20022, versions 02 and later) entry by entry. A file may have several statements, and a
 * statement several pages.
 */
export async function* readCamt(bytes: AsyncIterable<Uint8Array>, layout: BankLayout, now: Date): Reader {
  const readDate = compileDateFormat(ISO_DATE);
  const clock = makeClock(layout.timeZone, now);
  const chain = openPageChain();
  let groupHeader: CamtNode | null = null;
  let open: Open | null = null;
  for await (const part of readCamtTree(decodeXml(bytes))) {
    if ('start' in part) open = { start: part.start, children: [], account: null, sum: 0n, first: null };
    else if ('end' in part) {
      yield* closeStatement(open!, groupHeader, chain, readDate);
      open = null;
    } else if (!open) groupHeader = part.child.name === 'GrpHdr' ? part.child : groupHeader;
    else if (part.child.name === 'Ntry') yield* readStatementEntry(part.child, open, readDate, clock);
    else open.children.push(part.child);
  }
}

const asRoot = (open: Open): CamtNode => ({
  name: 'Stmt',
  attributes: {},
  line: open.start,
  text: '',
  children: open.children,
  details: [],
});

/** Entries come after the account and the balances. The account's currency may be missing there. */
function accountOf(open: Open, entry: CamtNode | null): CamtAccount | null {
  const root = asRoot(open);
  const currency =
    camtText(root, 'Acct/Ccy') ??
    camtNode(root, 'Bal/Amt')?.attributes.Ccy ??
    (entry ? camtNode(entry, 'Amt')?.attributes.Ccy : null);
  const rule = currency ? currencyRule(currency) : null;
  return rule ? { currency: rule.code, exponent: rule.exponent } : null;
}

function* readStatementEntry(entry: CamtNode, open: Open, readDate: DateReader, clock: Clock): Generator<ReadItem> {
  open.account ??= accountOf(open, entry);
  const problem = (field: string, text: string): ReadItem => ({
    problem: { line: entry.line, field, problem: `line ${entry.line}: the entry's ${field} ${text}` },
  });
  if (!open.account) return yield problem('Amt', 'has no known currency (ISO 4217)');
  const read = readEntry(entry, open.account, readDate, clock);
  if ('fault' in read) return yield problem(read.field, read.fault);
  for (const line of read.lines) {
    open.sum += netOf(line);
    open.first = earlier(open.first, line);
    yield { line };
  }
}

const earlier = (first: string | null, { bookedOn }: StatementLine) =>
  first === null || bookedOn < first ? bookedOn : first;

function* closeStatement(
  open: Open,
  groupHeader: CamtNode | null,
  chain: PageChain,
  readDate: DateReader,
): Generator<ReadItem> {
  const root = asRoot(open);
  const account = open.account ?? accountOf(open, null);
  const problem = (text: string): ReadItem => ({ problem: { line: open.start, field: null, problem: text } });
  const id = camtText(root, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id');
  if (!id) yield problem('the statement has no account (Acct/Id). Ask the bank for the complete statement');
  const page = camtText(root, 'StmtPgntn/PgNb') ?? (groupHeader && camtText(groupHeader, 'MsgPgntn/PgNb'));
  const last = camtText(root, 'StmtPgntn/LastPgInd') ?? (groupHeader && camtText(groupHeader, 'MsgPgntn/LastPgInd'));
  const balances = readBalances(open.children, account);
  for (const fault of balances.faults) yield problem(fault);
  const day = (text: string | null) => {
    const parsed = text === null ? null : readDate(text);
    return parsed && 'wall' in parsed ? parsed.wall.date : null;
  };
  const statement: ReadStatement = {
    account: id,
    currency: account?.currency ?? null,
    from: day(camtText(root, 'FrToDt/FrDtTm', 'FrToDt/FrDt')) ?? open.first ?? day(balances.closedOn),
    to: day(camtText(root, 'FrToDt/ToDtTm', 'FrToDt/ToDt')) ?? day(balances.closedOn),
    number: camtText(root, 'ElctrncSeqNb', 'LglSeqNb', 'Id'),
    page: page && /^\d{1,5}$/.test(page) ? Number(page) : null,
    last: !last || /^(true|1)$/.test(last),
    opening: balances.opening,
    closing: balances.closing,
  };
  const isPart = !statement.last || (statement.page ?? 1) > 1;
  if (!isPart && (statement.opening === null || statement.closing === null))
    yield problem('the statement has no opening (OPBD) or closing balance (CLBD). Ask the bank for both');
  for (const fault of chain.add(statement, open.sum)) yield problem(fault);
  yield { statement };
}

type Balances = { opening: bigint | null; closing: bigint | null; closedOn: string | null; faults: string[] };

/** OPBD and CLBD; PRCD is the closing balance of the day before; ITBD ends one page and begins the next. */
function readBalances(children: readonly CamtNode[], account: CamtAccount | null): Balances {
  const faults: string[] = [];
  const found = new Map<string, { minor: bigint; date: string | null }>();
  for (const balance of children.filter(({ name }) => name === 'Bal')) {
    const code = camtText(balance, 'Tp/CdOrPrtry/Cd') ?? '';
    const amount = camtNode(balance, 'Amt');
    if (!/^(OPBD|PRCD|CLBD|ITBD)$/.test(code) || !amount || !account) continue;
    const read = parseStatementAmount(amount.text, { decimal: '.', group: '' }, account.exponent);
    const direction = camtText(balance, 'CdtDbtInd');
    if ('fault' in read) faults.push(`the balance ${code} ${read.fault}`);
    else if (amount.attributes.Ccy !== account.currency)
      faults.push(`the balance ${code} is not in ${account.currency}`);
    else if (direction !== 'CRDT' && direction !== 'DBIT') faults.push(`the balance ${code} is neither CRDT nor DBIT`);
    else {
      const minor = direction === 'DBIT' ? -read.minor : read.minor;
      // The first intermediate balance opens a page, the second one closes it.
      const key = code === 'ITBD' && (found.has('ITBD') || found.has('OPBD')) ? 'end' : code;
      found.set(key, { minor, date: camtText(balance, 'Dt/Dt', 'Dt/DtTm') });
    }
  }
  const opening = found.get('OPBD') ?? found.get('PRCD') ?? found.get('ITBD');
  const closing = found.get('CLBD') ?? found.get('end');
  return { opening: opening?.minor ?? null, closing: closing?.minor ?? null, closedOn: closing?.date ?? null, faults };
}
