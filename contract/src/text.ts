import { type Fault, fault } from './reasons.ts';

/**
 * The kind of a text field: how its text is read. It is the schema's own keyword `text`; the default is `line`.
 *
 * - `line`: stored unchanged; no control characters.
 * - `phone`: a line that must be a phone number. Its form is in the document; `core/phone.ts` checks that it exists.
 * - `recipient`: a wallet's id, or a phone.
 * - `customer`: a customer's id, or a phone.
 * - `free`: stored unchanged; may have line feeds and tabs.
 * - `identifier`: compared with other text, so it has one spelling: Unicode NFC, no blanks around it, one space for
 *   each run of blanks, nothing invisible.
 * - `name`: as an identifier, with the joiners and variation selectors that scripts and emoji need.
 * - `search`: as an identifier; invisible characters around the digits of a phone are dropped, as contacts add them.
 */
export type TextKind = 'line' | 'phone' | 'recipient' | 'customer' | 'free' | 'identifier' | 'name' | 'search';

/** The kinds that are stored unchanged. */
const lines: readonly TextKind[] = ['line', 'phone', 'recipient', 'customer'];
const isLine = (kind: TextKind) => lines.includes(kind);

/** Every blank except control characters, and the blank cell of Braille. */
const BLANKS = /[\p{Z}\u2800]+/gu;
const CONTROL = /\p{Cc}/u;
const CONTROL_IN_FREE_TEXT = /[^\P{Cc}\t\n]/u;
/** Zero-width characters, bidi controls, fillers, tags, and the marks of interlinear annotations. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
const UNSEEN = new RegExp(`${CONTROL.source}|${INVISIBLE.source}`, 'u');
/** Any character that is neither a blank nor a mark. */
const VISIBLE = /[^\p{Z}\p{C}\p{M}\u2800]|\p{Co}|\p{Cn}/u;

/**
 * The places where an invisible character changes what people read: after a letter of a joining script, in emoji, and
 * after a character with variants.
 */
const NEEDED = new RegExp(
  [
    '(?<=[[\\p{L}\\p{M}]--[\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Zyyy}\\p{sc=Zinh}]])[\\u200c\\u200d]',
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})',
    '(?<=[^\\p{Z}\\p{C}\\p{M}])[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}\\u180b-\\u180d\\u180f]',
  ].join('|'),
  'gv',
);

/** Matches nearly every reference, which needs no further checks. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const PHONE = /^[\p{N}\p{P}\p{S}\p{Z}\p{Cf}]+$/u;

/** The fault of a text of this kind; null if it has none. */
export function faultOfText(text: string, kind: TextKind, canBeEmpty = false): Fault | null {
  if (PLAIN.test(text)) return null;
  if (isLine(kind)) return named(CONTROL.exec(text));
  if (kind === 'free') return named(CONTROL_IN_FREE_TEXT.exec(text)) ?? unlessVisible(text, canBeEmpty);
  return named(UNSEEN.exec(bare(text, kind))) ?? unlessVisible(text, text === '');
}

/** The one spelling of a text of this kind. The text must have no fault. */
export function normaliseText(text: string, kind: TextKind): string {
  if (isLine(kind) || kind === 'free' || PLAIN.test(text)) return text;
  const seen = kind === 'search' ? bare(text, kind) : text;
  return seen.normalize('NFC').replace(BLANKS, ' ').trim();
}

/** The text without the invisible characters that are allowed in it. */
function bare(text: string, kind: TextKind): string {
  if (kind === 'name') return text.replace(NEEDED, '');
  return kind === 'search' && PHONE.test(text) ? text.replaceAll(new RegExp(INVISIBLE, 'gu'), '') : text;
}

const unlessVisible = (text: string, canBeEmpty: boolean) =>
  canBeEmpty || VISIBLE.test(text) ? null : fault('nothing_visible');

const titles: Readonly<Record<number, string>> = {
  9: 'a tab',
  10: 'a line feed',
  13: 'a carriage return',
  173: 'a soft hyphen',
  8203: 'a zero-width space',
  8204: 'a zero-width non-joiner',
  8205: 'a zero-width joiner',
  65279: 'a byte order mark',
};
const BIDI = /\p{Bidi_Control}/u;

/** The name of an invisible character, so that people can search for it: `U+200B, a zero-width space`. */
export function nameOfCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  if (/\p{Cs}/u.test(character)) return `U+${code.toString(16).toUpperCase()}, half of a character`;
  const kind = CONTROL.test(character) ? 'control' : BIDI.test(character) ? 'text direction' : 'invisible';
  const title = titles[code] ?? `${kind === 'invisible' ? 'an' : 'a'} ${kind} character`;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}, ${title}`;
}

const named = (found: RegExpExecArray | null) =>
  found && fault('forbidden_character', { character: nameOfCharacter(found[0]) });
