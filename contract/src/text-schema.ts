import type { TextKind } from './text.ts';

type Schema = { readonly [key: string]: unknown };

/** Rewrites every string of a schema with `change`, except strings with fixed values. */
function mapStrings(schema: unknown, change: (string: Schema, kind: TextKind) => Schema): unknown {
  if (Array.isArray(schema)) return schema.map((one) => mapStrings(one, change));
  if (schema === null || typeof schema !== 'object') return schema;
  const copy: Schema = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'enum' ? value : mapStrings(value, change)]),
  );
  const isString = [copy.type].flat().includes('string') && copy.enum === undefined && copy.const === undefined;
  return isString ? change(copy, (copy.text as TextKind | undefined) ?? 'line') : copy;
}

/** For the validator of requests: gives every string its kind. */
export const withKinds = (schema: object): object =>
  mapStrings(schema, (string, kind) => ({ ...string, text: kind })) as object;

/** For the document: removes the kinds from an answer's schema, because they describe how a request is read. */
export const withoutKinds = (schema: unknown): unknown => mapStrings(schema, ({ text: _, ...string }) => string);

/** For the document's requests: each kind as a pattern, and as a sentence if a pattern cannot express it. */
export const withPatterns = (schema: unknown): unknown =>
  mapStrings(schema, ({ text: _, ...string }, kind) => {
    const { pattern, blankPattern = pattern, note } = documented[kind];
    const isPlain = string.pattern === undefined && string.format === undefined;
    const says = [string.description, isPlain ? note : undefined].filter((one) => one !== undefined).join(' ');
    const canBeEmpty = Number(string.minLength ?? 0) === 0;
    return {
      ...string,
      ...(isPlain ? { pattern: canBeEmpty ? blankPattern : pattern } : {}),
      ...(says === '' ? {} : { description: says }),
    };
  });

type Range = readonly [first: number, last?: number];
const escaped = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;
const setOf = (...ranges: Range[]) => ranges.map((range) => range.map((code) => escaped(code!)).join('-')).join('');

const CONTROL = setOf([0, 0x1f], [0x7f, 0x9f]);
const CONTROL_IN_FREE_TEXT = setOf([0, 0x08], [0x0b, 0x1f], [0x7f, 0x9f]);
const BLANK = setOf(
  ...([[0x20], [0xa0], [0x1680], [0x2000, 0x200a], [0x2028, 0x2029], [0x202f], [0x205f], [0x2800], [0x3000]] as const),
);
/** Only the characters below U+10000: a pattern has no portable form for the others. */
const INVISIBLE = setOf(
  ...([[0xad], [0x34f], [0x61c], [0x115f, 0x1160], [0x17b4, 0x17b5], [0x180e], [0x200b], [0x200e, 0x200f]] as const),
  ...([[0x202a, 0x202e], [0x2060, 0x206f], [0x3164], [0xfeff], [0xffa0], [0xfff0, 0xfffb]] as const),
);
const NEEDED_IN_NAMES = setOf([0x180b, 0x180d], [0x180f], [0x200c, 0x200d], [0xfe00, 0xfe0f]);

const noneOf = (never: string) => `^[^${never}]*$`;

/** The pattern of a string or key without a kind. */
export const LINE = noneOf(CONTROL);
const visibleIn = (never: string, blank = BLANK) => `^[^${never}]*[^${blank}${never}][^${never}]*$`;

const SPELLING =
  'The text is converted to Unicode NFC; blanks around it are removed, and each run of blanks becomes one space. Its length is counted after this.';
const SEEN = 'It must have no control or invisible characters, and at least one visible character.';

/** E.164 allows at most 15 digits. The shortest numbers, in Niue, have 7. */
const PHONE_FORM = '\\+[ (]*[1-9](?:[ ().-]*[0-9]){6,14}';
const PHONE_NOTE =
  'Spaces, hyphens, dots and parentheses between the digits are ignored. The number must exist in the numbering plan of its country.';

const documented: Readonly<Record<TextKind, { pattern: string; blankPattern?: string; note?: string }>> = {
  line: { pattern: LINE },
  phone: { pattern: `^${PHONE_FORM}$`, note: PHONE_NOTE },
  recipient: { pattern: `^(wal_[0-7][0-9a-hjkmnp-tv-z]{25}|${PHONE_FORM})$`, note: PHONE_NOTE },
  customer: { pattern: `^(cus_[0-7][0-9a-hjkmnp-tv-z]{25}|${PHONE_FORM})$`, note: PHONE_NOTE },
  free: {
    pattern: visibleIn(CONTROL_IN_FREE_TEXT, `${setOf([0x09, 0x0a])}${BLANK}`),
    blankPattern: noneOf(CONTROL_IN_FREE_TEXT),
    note: 'Line feeds and tabs are the only control characters allowed.',
  },
  identifier: { pattern: visibleIn(CONTROL + INVISIBLE + NEEDED_IN_NAMES), note: `${SPELLING} ${SEEN}` },
  name: {
    pattern: visibleIn(CONTROL + INVISIBLE),
    blankPattern: noneOf(CONTROL + INVISIBLE),
    note: `${SPELLING} ${SEEN} Joiners and variation selectors are allowed where a script or an emoji needs them.`,
  },
  search: { pattern: visibleIn(CONTROL), note: SPELLING },
};
