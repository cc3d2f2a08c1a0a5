import { currencyRule } from '../../config/config.ts';
import { decodeFile } from './decode-file.ts';
import type { BankLayout } from './layout.ts';
import { type Clock, makeClock } from './local-time.ts';
import { readSwiftFields, type SwiftField } from './mt940-fields.ts';
import { readSwiftBalance, readSwiftLine, type SwiftBalance } from './mt940-line.ts';
import { openPageChain, type PageChain } from './page-chain.ts';
import { shownText } from './shown-text.ts';
import type { Reader, ReadItem } from './statement-line.ts';
import { netOf } from './tie.ts';

/** The statement that is being read. */
type Open = {
  readonly line: number;
  account: string | null;
  number: string | null;
  page: number | null;
  opening: SwiftBalance | null;
  closing: SwiftBalance | null;
  isLast: boolean;
  sum: bigint;
  from: string | null;
};

const exponentOf = (currency: string) => currencyRule(currency)?.exponent ?? null;

/**
 * Reads the customer statements (MT940) of SWIFT field by field. A file may have several messages, and a statement
 * several pages (:60M: and :62M:).
 */
export async function* readMt940(bytes: AsyncIterable<Uint8Array>, layout: BankLayout, now: Date): Reader {
  const clock = makeClock(layout.timeZone, now);
  const chain = openPageChain();
  let open: Open | null = null;
  let entry: SwiftField | null = null;
  for await (const field of readSwiftFields(decodeFile(unframed(bytes), layout.encoding ?? 'utf-8'))) {
    if (entry) {
      yield* readEntryField(open!, entry, field.tag === '86' ? field : null, clock);
      entry = null;
      if (field.tag === '86') continue;
    }
    if (field.tag === '20' || field.tag === 'end') {
      yield* closeMessage(open, chain);
      open = field.tag === '20' ? openMessage(field.line) : null;
    } else if (open && field.tag === '61') entry = field;
    else if (open) yield* readHeaderField(open, field);
  }
  if (entry) yield* readEntryField(open!, entry, null, clock);
  yield* closeMessage(open, chain);
}

const openMessage = (line: number): Open => ({
  line,
  account: null,
  number: null,
  page: null,
  opening: null,
  closing: null,
  isLast: true,
  sum: 0n,
  from: null,
});

const problemAt = (line: number, tag: string, problem: string): ReadItem => ({
  problem: { line, field: `:${tag}:`, problem: `line ${line}: :${tag}: ${problem}` },
});

function* readHeaderField(open: Open, { tag, text, line }: SwiftField): Generator<ReadItem> {
  if (tag === '25' || tag === '25P') open.account = text.trim() || null;
  else if (tag === '28C' || tag === '28') {
    const match = /^(\d{1,10})(?:\/(\d{1,5}))?$/.exec(text.trim());
    if (!match) return yield problemAt(line, tag, `${shownText(text)} is not a statement number, such as 123/1`);
    open.number = match[1]!;
    open.page = match[2] === undefined ? null : Number(match[2]);
  } else if (/^6[02][FM]$/.test(tag)) {
    const balance = readSwiftBalance(text, exponentOf);
    if (typeof balance === 'string') return yield problemAt(line, tag, balance);
    if (tag.startsWith('60')) {
      if (open.opening) return yield problemAt(line, tag, 'is given more than once in a message');
      open.opening = balance;
      return;
    }
    if (open.closing) return yield problemAt(line, tag, 'is given more than once in a message');
    if (open.opening && balance.currency !== open.opening.currency)
      return yield problemAt(
        line,
        tag,
        `is in ${balance.currency}, but the opening balance is in ${open.opening.currency}`,
      );
    open.closing = balance;
    open.isLast = tag === '62F';
  }
}

function* readEntryField(open: Open, field: SwiftField, info: SwiftField | null, clock: Clock): Generator<ReadItem> {
  const currency = open.opening?.currency;
  if (!currency) return yield problemAt(field.line, '61', 'comes before the opening balance :60F:');
  if (open.closing) return yield problemAt(field.line, '61', 'comes after the closing balance :62F:');
  const line = readSwiftLine(
    { line: field.line, text: field.text, more: field.more, info: info ? [info.text, ...info.more] : [] },
    currency,
    exponentOf(currency)!,
    clock,
  );
  if ('fault' in line) return yield problemAt(field.line, '61', line.fault);
  open.sum += netOf(line);
  if (open.from === null || line.bookedOn < open.from) open.from = line.bookedOn;
  yield { line };
}

/** A message without its closing balance is cut off. */
function* closeMessage(open: Open | null, chain: PageChain): Generator<ReadItem> {
  if (!open) return;
  const { opening, closing } = open;
  if (!open.account) yield problemAt(open.line, '25', 'is missing: the statement names no account');
  if (!opening || !closing) {
    yield problemAt(open.line, opening ? '62F' : '60F', 'is missing. The file may be cut off: get the complete file');
    return;
  }
  const statement = {
    account: open.account,
    currency: opening.currency,
    from: open.from ?? closing.date,
    to: closing.date,
    number: open.number,
    page: open.page,
    last: open.isLast,
    opening: opening.minor,
    closing: closing.minor,
  };
  for (const fault of chain.add(statement, open.sum)) yield problemAt(open.line, '62', fault);
  yield { statement };
}

/** Files of SWIFT terminals frame each message with SOH and ETX. */
async function* unframed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of bytes) yield chunk.includes(1) || chunk.includes(3) ? withoutFrames(chunk) : chunk;
}

const withoutFrames = (chunk: Uint8Array) => chunk.filter((byte) => byte !== 1 && byte !== 3);
