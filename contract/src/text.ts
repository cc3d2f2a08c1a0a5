/**
 * How the text of a field is read, as the schema's own keyword `text`. Without it a string is a `line`.
 *
 * - `line`: kept as it is; no control characters.
 * - `phone`: a line that must be a phone number. Its form is in the document; whether the number exists, `core/phone.ts` decides.
 * - `recipient`: a wallet's id, or a phone.
 * - `free`: kept as it is; line feeds and tabs too.
 * - `identifier`: compared with other text, so it has one spelling. Unicode NFC, no blanks around it, one space for each run of
 *   blanks, nothing invisible.
 * - `name`: as an identifier, with the joiners and variation selectors that scripts and emoji need.
 * - `search`: as an identifier; around the digits of a phone, invisible characters are dropped, for contacts put them there.
 */
export type TextKind = 'line' | 'phone' | 'recipient' | 'free' | 'identifier' | 'name' | 'search';

/** Kept as they are. */
const isLine = (kind: TextKind) => kind === 'line' || kind === 'phone' || kind === 'recipient';

/** Every blank but the control characters among them, and the blank cell of Braille. */
const BLANKS = /[\p{Z}\u2800]+/gu;
const CONTROL = /\p{Cc}/u;
const CONTROL_IN_FREE_TEXT = /[^\P{Cc}\t\n]/u;
/** Zero-width characters, bidi controls, fillers, tags; and the marks of interlinear annotations. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
const UNSEEN = new RegExp(`${CONTROL.source}|${INVISIBLE.source}`, 'u');
/** Neither a blank nor a mark alone. */
const VISIBLE = /[^\p{Z}\p{C}\p{M}\u2800]|\p{Co}|\p{Cn}/u;

/** Where an invisible character changes what is read: after a letter of a script that joins, in emoji, and after a character with variants. */
const NEEDED = new RegExp(
  [
    '(?<=[[\\p{L}\\p{M}]--[\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Zyyy}\\p{sc=Zinh}]])[\\u200c\\u200d]',
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})',
    '(?<=[^\\p{Z}\\p{C}\\p{M}])[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}\\u180b-\\u180d\\u180f]',
  ].join('|'),
  'gv',
);

/** Nearly every reference: nothing to look at. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const PHONE = /^[\p{N}\p{P}\p{S}\p{Z}\p{Cf}]+$/u;

/** What is wrong with a text of this kind, as the end of a sentence that begins with its field; null for nothing. */
export function faultOfText(text: string, kind: TextKind, canBeEmpty = false): string | null {
  if (PLAIN.test(text)) return null;
  if (isLine(kind)) return named(CONTROL.exec(text));
  if (kind === 'free') return named(CONTROL_IN_FREE_TEXT.exec(text)) ?? unlessVisible(text, canBeEmpty);
  return named(UNSEEN.exec(bare(text, kind))) ?? unlessVisible(text, text === '');
}

/** A text of this kind in its one spelling. It has no fault. */
export function normaliseText(text: string, kind: TextKind): string {
  if (isLine(kind) || kind === 'free' || PLAIN.test(text)) return text;
  const seen = kind === 'search' ? bare(text, kind) : text;
  return seen.normalize('NFC').replace(BLANKS, ' ').trim();
}

/** Without the invisible characters that belong there. */
function bare(text: string, kind: TextKind): string {
  if (kind === 'name') return text.replace(NEEDED, '');
  return kind === 'search' && PHONE.test(text) ? text.replaceAll(new RegExp(INVISIBLE, 'gu'), '') : text;
}

const unlessVisible = (text: string, canBeEmpty: boolean) =>
  canBeEmpty || VISIBLE.test(text) ? null : 'must have at least one visible character';

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

/** A character that nobody sees, so that somebody can look for it: `U+200B, a zero-width space`. */
export function nameOfCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  if (/\p{Cs}/u.test(character)) return `U+${code.toString(16).toUpperCase()}, half of a character`;
  const kind = CONTROL.test(character) ? 'control' : BIDI.test(character) ? 'text direction' : 'invisible';
  const title = titles[code] ?? `${kind === 'invisible' ? 'an' : 'a'} ${kind} character`;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}, ${title}`;
}

const named = (found: RegExpExecArray | null) => found && `must not contain ${nameOfCharacter(found[0])}. Remove it`;
