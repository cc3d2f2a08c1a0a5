import type { SchemeAccount } from '../../../contract/src/scheme-accounts.ts';
import { plainText } from '../rails/plain-text.ts';

/** An object of the payload: its id, and its value or the objects of its template. */
export type EmvObject = readonly [id: string, value: string | readonly EmvObject[]];

/** The longest value: its length has two digits. */
const MOST = 99;
const MOST_NAME = 25;
const MOST_CITY = 15;
const MOST_REFERENCE = 25;

/**
 * Writes objects as ids, lengths and values, with the check sum last (EMVCo QR code specification, merchant-presented
 * mode 1.1, chapters 3 and 4). A length counts characters, not bytes.
 * @throws RangeError if a value is empty or has more than 99 characters
 */
export function writeEmvPayload(objects: readonly EmvObject[]): string {
  const checked = `${objects.map(writeObject).join('')}6304`;
  return checked + checkSum(checked);
}

function writeObject([id, content]: EmvObject): string {
  const value = typeof content === 'string' ? content : content.map(writeObject).join('');
  const { length } = [...value];
  if (length === 0 || length > MOST) throw new RangeError(`the object ${id} has ${length} characters`);
  return id + String(length).padStart(2, '0') + value;
}

/** CRC-16/CCITT-FALSE of the bytes: polynomial 1021, from FFFF. */
export function checkSum(text: string): string {
  let sum = 0xffff;
  for (const byte of Buffer.from(text)) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return sum.toString(16).toUpperCase().padStart(4, '0');
}

export type EmvCode = {
  readonly account: SchemeAccount;
  /** The merchant's name as it writes it. */
  readonly merchant: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 4217, three digits. */
  readonly currency: string;
  /** In major units, with a point. Null: the payer enters it. */
  readonly amount: string | null;
  readonly reference: string;
  /** ISO 639-1, of the original names. */
  readonly language: string;
};

/** The payload of a code that is shown to many payers. Ids are in their order, and the check sum is the last. */
export function emvPayload(code: EmvCode): string {
  const { account, merchant, country, currency, amount, reference } = code;
  const { templates, category, city, postal_code: postal, additional = {}, initiation = true } = account;
  const objects: EmvObject[] = [
    ['00', '01'],
    ...(initiation ? [['01', '11'] as const] : []),
    ...Object.entries(templates).map(([id, values]) => [id, objectsOf(values)] as const),
    ['52', category],
    ['53', currency],
    ...(amount === null ? [] : [['54', amount] as const]),
    ['58', country],
    ['59', plainName(merchant, MOST_NAME)],
    ['60', plainName(city, MOST_CITY)],
    ...(postal ? [['61', postal] as const] : []),
    ['62', objectsOf({ ...additional, '05': reference.slice(0, MOST_REFERENCE) })],
    ...originalNames(code),
  ];
  return writeEmvPayload(objects.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const objectsOf = (values: Readonly<Record<string, string>>): EmvObject[] =>
  Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));

/** A name is required, and one in another script has no plain letters. */
const plainName = (text: string, most: number): string => plainText(text, most) || 'X';

/** The language template, for names that plain letters do not spell. */
function originalNames({ merchant, language, account: { city } }: EmvCode): EmvObject[] {
  const [name, place] = [cut(merchant, MOST_NAME), cut(city, MOST_CITY)];
  if (name === plainName(merchant, MOST_NAME) && place === plainName(city, MOST_CITY)) return [];
  return [['64', objectsOf({ '00': language.toUpperCase(), '01': name, '02': place })]];
}

const graphemes = new Intl.Segmenter();

/** The first characters, without cutting a letter from its marks. */
function cut(text: string, most: number): string {
  let kept = '';
  for (const { segment } of graphemes.segment(text.normalize('NFC').trim())) {
    if ([...kept, ...segment].length > most) break;
    kept += segment;
  }
  return kept.trim();
}
