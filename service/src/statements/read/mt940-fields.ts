import { shownText } from './shown-text.ts';
import { Unreadable } from './unreadable.ts';

/** A field of an MT940: its tag (`61`), its first line and the lines that continue it. Line numbers start at 1. */
export type SwiftField = {
  readonly tag: string;
  readonly text: string;
  readonly more: readonly string[];
  readonly line: number;
};

/** SWIFT allows 6 lines of 65 characters in :86:. Banks write more. */
const MAX_FIELD_LINES = 200;
const TAG = /^:(\d{2}[A-Z]?|NS):(.*)$/;
/** The end of a text block, or the header of the next message. */
const ENVELOPE = /^(-|-\}.*|\$?\{\d:.*|\$)$/;

/** A header of the bank's own between messages, such as `ABNANL2A` and `940`. */
const OUTSIDE = /^[A-Z0-9 ./-]{0,35}$/i;

/** Splits text into lines without keeping more than one portion. */
async function* readLines(text: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  if (rest !== '') yield rest.replace(/\r$/, '');
}

/**
 * Splits an MT940 file into fields. Envelopes ({1:…}{4: … -}) and bare messages are read alike; a file may have many.
 * The end of a message is a field with the tag `end`.
 */
export async function* readSwiftFields(text: AsyncIterable<string>): AsyncGenerator<SwiftField, void, undefined> {
  let open: { tag: string; text: string; more: string[]; line: number } | null = null;
  let number = 0;
  for await (const raw of readLines(text)) {
    number++;
    refuseOtherMessage(raw, number);
    // Some banks put the first field behind the start of the text block.
    const line = raw.replace(/^(?:\{\d:[^}]*\})*\{4:\s*(?=:\d{2}[A-Z]?:)/, '');
    const field = TAG.exec(line);
    if (field || ENVELOPE.test(line)) {
      if (open) yield open;
      open = field ? { tag: field[1]!, text: field[2]!.trimEnd(), more: [], line: number } : null;
      if (!field) yield { tag: 'end', text: line, more: [], line: number };
    } else if (open) {
      open.more.push(line.trimEnd());
      if (open.more.length > MAX_FIELD_LINES)
        throw new Unreadable(`the field :${open.tag}: has more than ${MAX_FIELD_LINES} lines`, number);
    } else if (!OUTSIDE.test(line.trim()))
      throw new Unreadable(`line ${number} is outside of a message: ${shownText(line)}. Get the file again`, number);
  }
  if (open) yield open;
}

function refuseOtherMessage(line: string, number: number): void {
  const type = /\{2:[IO](\d{3})/.exec(line)?.[1];
  if (type && type !== '940') throw new Unreadable(`the file has an MT${type}. Send only the MT940 of the day`, number);
}
