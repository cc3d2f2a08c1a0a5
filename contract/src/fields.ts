import Type, { type Static, type TSchema } from 'typebox';
import { LINE } from './text-schema.ts';

/** 26 characters of Crockford base32; the first is at most 7, because 26 × 5 bits hold a 128-bit UUID (TypeID form). */
export const suffix = '[0-7][0-9a-hjkmnp-tv-z]{25}';

export const prefixes = {
  user: 'usr',
  developer: 'dev',
  operator: 'opr',
  session: 'ses',
  challenge: 'ch',
  merchant: 'mer',
  integration: 'int',
  key: 'key',
  invitation: 'inv',
  payment: 'pay',
  refund: 'rfd',
  wallet: 'wal',
  entry: 'ent',
  transfer: 'trf',
  hold: 'hld',
  movement: 'mov',
  splitPartner: 'spp',
  bulk: 'blk',
  payout: 'pout',
  payoutItem: 'pit',
  event: 'evt',
  endpoint: 'wbk',
  delivery: 'dlv',
  replay: 'rpl',
  approval: 'apr',
  kycDocument: 'doc',
  kycSubmission: 'kyc',
  request: 'req',
  parkedSettlement: 'prk',
  case: 'case',
  rail: 'rail',
  callback: 'clb',
  incoming: 'inc',
  export: 'exp',
  exportSchedule: 'exs',
  schedule: 'sch',
  beneficiary: 'ben',
  payer: 'cus',
  customerNote: 'note',
  statementFile: 'stf',
  statementChunk: 'stc',
  statement: 'stm',
  statementLine: 'stl',
  matchingRule: 'rule',
  close: 'cls',
  message: 'msg',
  receipt: 'rct',
  checkoutSession: 'cs',
  link: 'lnk',
  shift: 'shf',
  sale: 'sale',
  unexpectedPayment: 'ump',
  branch: 'br',
} as const;
export type Prefix = (typeof prefixes)[keyof typeof prefixes];

export const Id = (prefix: Prefix, description?: string) =>
  Type.String({ pattern: `^${prefix}_${suffix}$`, ...(description ? { description } : {}) });

/** A day on a calendar, YYYY-MM-DD. */
export const Day = { format: 'date', pattern: '^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$' } as const;

/** `{type: ["string", "null"]}` rather than `anyOf`: shorter for generators, and several times faster to serialise. */
export const Nullable = <T extends TSchema>(schema: T) => {
  const { type, enum: values, ...rest } = schema as { type?: string; enum?: unknown[] };
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  });
};

/** A field of the answers that show one record. */
export const ReceiptUrl = Type.Optional(
  Nullable(
    Type.String({
      description:
        'The public page of its receipt. Null: it has none yet, or it was revoked. Only the answer that reads one record has this field.',
    }),
  ),
);

/** `Type.Enum` renders as `anyOf` of constants; this is `{type: "string", enum: […]}`, which every generator reads. */
export const OneOf = <const V extends readonly string[]>(values: V, options: object = {}) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options });

export const MAX_AMOUNT = 999_999_999_999;

/** Without it, generators for Java, Kotlin and C# use 32-bit integers, which overflow at 21 million NGN or COP. */
export const WIDE = { format: 'int64' } as const;

/** An amount in a request: parsed as a number (exact, because it has at most 12 digits), then converted to a bigint. */
export const Amount = Type.Integer({
  ...WIDE,
  minimum: 1,
  maximum: MAX_AMOUNT,
  description: "Whole number in the currency's minor unit.",
});

/** Money in an answer: bigint in the service, an integer on the wire. */
export const Money = Type.Unsafe<bigint>({
  type: 'integer',
  ...WIDE,
  description: "Whole number in the currency's minor unit.",
});

export const Currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code of an enabled currency.' });
export const Phone = Type.String({
  text: 'phone',
  minLength: 1,
  maxLength: 32,
  description: 'Phone number in international format (E.164).',
});
/** A filter of lists. The service checks that it is one of the two. */
export const CustomerFilter = Type.String({
  text: 'customer',
  minLength: 1,
  maxLength: 32,
  description: 'The customer: `cus_…`, or a phone number in international format (E.164).',
});
/** Digits of a phone, for a search. */
export const PhonePart = Type.String({
  pattern: '^\\+?[0-9]{3,15}$',
  description: 'Digits that the phone contains anywhere, such as its last four. With `+`: its beginning.',
});
export const Timestamp = Type.String({ format: 'date-time', description: 'RFC 3339, UTC, milliseconds.' });
export const Reference = Type.String({
  text: 'identifier',
  minLength: 1,
  maxLength: 64,
  description: 'Your own id of this record, unique for its kind of record, integration and mode.',
});
/** A rail as records name it: a slug that an operator gave, `sandbox` or `wallet`. */
export const RailSlug = (description: string) => Type.String({ pattern: '^[a-z][a-z0-9-]{1,29}$', description });
/** An address for the payer's browser. */
export const ReturnUrl = (description: string) =>
  Type.String({ minLength: 1, maxLength: 2048, format: 'uri', description });
export const Description = Type.String({ text: 'free', maxLength: 140 });
export const Metadata = Type.Unsafe<Record<string, string>>({
  type: 'object',
  propertyNames: { minLength: 1, maxLength: 40, pattern: LINE },
  additionalProperties: { type: 'string', maxLength: 500 },
  maxProperties: 50,
  description: 'Up to 50 key-value pairs of strings for your own use.',
});

/** A closed object: a request with an unknown field is refused, and an answer never has one. */
export const Closed = <P extends Type.TProperties>(properties: P, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** Metadata in an answer. */
export const KeptMetadata = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
});

/** The fields of every record. */
export const common = <O extends string>(prefix: Prefix, object: O) => ({
  id: Id(prefix),
  object: Type.Literal(object),
  livemode: Type.Boolean({ description: 'false in the test world.' }),
  created_at: Timestamp,
  metadata: KeptMetadata,
});

/** The additional fields of a record that can change. */
export const changing = {
  updated_at: Timestamp,
  version: Type.Integer({
    ...WIDE,
    description: 'Grows by 1 at each change. Ignore a record with a lower version than yours.',
  }),
};

export const IdParams = (prefix: Prefix) => Closed({ id: Id(prefix) });

export const ListOf = <T extends TSchema>(record: T) =>
  Closed({
    object: Type.Literal('list'),
    data: Type.Array(record),
    has_more: Type.Boolean(),
    url: Type.String({ description: 'The path of this list on the service.' }),
  });

/** For a short list, which is on one page unless a limit is given. */
export const ShortLimit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 100,
    description: 'Return only the first records. Without it, all are on one page.',
  }),
);

export const following = 'Return the page after this record. Cannot be combined with `ending_before`.';
export const preceding = 'Return the page before this record. Cannot be combined with `starting_after`.';

/**
 * The query of a list: paging, creation time and the list's own filters. Query values are strings on the wire; the
 * service converts `limit` to a number.
 */
export const createdAtFilters = {
  'created_at[gte]': Type.Optional(Timestamp),
  'created_at[gt]': Type.Optional(Timestamp),
  'created_at[lte]': Type.Optional(Timestamp),
  'created_at[lt]': Type.Optional(Timestamp),
};

export const ListQuery = <P extends Type.TProperties>(prefix: Prefix, filters: P) =>
  Closed({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    starting_after: Type.Optional(Id(prefix, following)),
    ending_before: Type.Optional(Id(prefix, preceding)),
    order: Type.Optional(
      OneOf(['desc', 'asc'], { default: 'desc', description: 'desc: newest first. asc: oldest first.' }),
    ),
    ...createdAtFilters,
    ...filters,
  });

export const TimeZone = (ifMissing: string) =>
  Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
    description: `A time zone of the IANA database, such as \`Africa/Dakar\`. Default: ${ifMissing}.`,
  });
