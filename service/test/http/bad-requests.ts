import { sampleIds } from '../../../contract/src/examples.ts';
import { isAuthRoute, type Route } from '../../../contract/src/route.ts';
import type { TextKind } from '../../../contract/src/text.ts';
import { allRoutes, bodyOf, type Ids, pathOf, prefixOf } from '../support/contract.ts';

/** One request with one flaw. `status`: the required answer, where only one answer is right. */
export type BadRequest = {
  readonly route: Route;
  readonly why: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  readonly status: number | undefined;
};

/** Mulberry32: the same seed gives the same requests. */
export function randomOf(seed: number): <T>(choices: readonly T[]) => T {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return (choices) => choices[Math.floor(next() * choices.length)]!;
}

/** JSON texts that are neither an amount nor a number of seconds. */
const wrongNumbers = [
  ...[
    '0',
    '-1',
    '-0',
    '-0.0',
    '0.1',
    '0.10',
    '1.01',
    '1.5',
    '1e2',
    '1.0e2',
    '1E2',
    '1e308',
    '1e999',
    '-1e-7',
    '1000000000000',
  ],
  ...['4503599627370497.3', '9007199254740993', '99999999999999999999', '0.99999999999999999999'],
  ...['"100"', '"1.0e2"', '" 100"', '"0x64"', '""', 'null', 'true', '[]', '[100]', '{}', '{"value":100}'],
];
const notJson = ['+1', '01', '.5', '1.', 'NaN', 'Infinity', '0x64', '1_000', '100n', 'undefined', "'100'", '1,000'];
/** JSON texts that are not a valid string: control characters, lone surrogates, other types. */
const wrongStrings = [
  ...[
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udfff x"',
    '"\\ud83d"',
    '"a\\nb"',
    '"\\u007f"',
    '"\\u0085"',
    '"\\u001b[31m"',
  ],
  ...['0', '12', 'true', '[]', '{}', '["a"]'],
];
const NULL = '{"a":null}';
const DEEP = '{"a":{"b":"c"}}';
const wrongObjects = ['[]', '"x"', '1', 'null', '{"a":1}', NULL, '{"":"x"}', DEEP, '{"a":"\\u0000"}'];
const tooMany = JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v'])));
const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;

type Parts = { path: string; headers: Record<string, string>; body: string | Buffer | undefined };
type Flaw = { why: string; status?: number; apply(parts: Parts): Partial<Parts> };

const json = { 'content-type': 'application/json' };

function flawsOf(route: Route, ids: Ids): Flaw[] {
  return [
    ...(route.body ? fieldFlaws(route) : []),
    ...(route.body ? wholeFlaws(route) : []),
    ...(route.method === 'GET' ? [] : bodyFlaws(route)),
    ...queryFlaws(route),
    ...(prefixOf(route) ? pathFlaws(route, ids) : []),
    ...(route.method === 'POST' && !isAuthRoute(route) ? headerFlaws : []),
    ...(route.auth === 'none' ? [] : modeFlaws),
    ...(route.method === 'GET' && !route.ok.csv && !route.ok.stream && !route.ok.download ? acceptFlaws : []),
  ];
}

/** `text` in place of a field's value. */
const put = (route: Route, name: string, text: string) => ({
  body: JSON.stringify({ ...bodyOf(route), [name]: '@value@' }).replace('"@value@"', text),
});

/** A value that free text accepts and other strings do not. */
const LINES = '"a\\nb"';

/** Credentials may hold objects: the provider's own schema checks them. */
const takesObjects = ({ additionalProperties: { not } = {} as any }) =>
  not !== undefined && !not.type.includes('object');
const takesNulls = ({ additionalProperties: { anyOf = [] } = {} as any }) =>
  anyOf.some(({ type }: any) => type === 'null');

/** JSON texts that a field of this schema must refuse. */
function wrongFor(schema: any): string[] {
  const wrong = {
    string: schema.text === 'free' ? wrongStrings.filter((text) => text !== LINES) : wrongStrings,
    // A value within the schema's own bounds is not a flaw.
    integer: wrongNumbers.filter(
      (text) =>
        !(/^\d{1,15}$/.test(text) && Number(text) >= schema.minimum && Number(text) <= (schema.maximum ?? 1e12)),
    ),
    boolean: ['"true"', '1', '0', 'null', '[]', '{}'],
    // A null value removes a header in a change.
    object: [
      ...wrongObjects
        .filter((text) => text !== NULL || !takesNulls(schema))
        .filter((text) => text !== DEEP || !takesObjects(schema)),
      tooMany,
    ],
    array: ['{}', '[1]', '[null]', '"*"'],
  };
  const [type, orNull] = [schema.type].flat() as [keyof typeof wrong, 'null'?];
  return wrong[type].filter((text) => !(orNull && text === 'null'));
}

function fieldFlaws(route: Route): Flaw[] {
  const { properties, required = [] } = route.body as any;
  const flaws: Flaw[] = [];
  for (const [name, schema] of Object.entries<any>(properties)) {
    for (const text of wrongFor(schema)) {
      flaws.push({ why: `${name} is ${text.slice(0, 40)}`, status: 400, apply: () => put(route, name, text) });
    }
    for (const text of notJson)
      flaws.push({ why: `${name} is ${text}`, status: 400, apply: () => put(route, name, text) });
    if (schema.maxLength) {
      const text = JSON.stringify('é'.repeat(schema.maxLength + 1));
      flaws.push({ why: `${name} is too long`, status: 400, apply: () => put(route, name, text) });
    }
    if (schema.enum || schema.pattern) {
      const words = ['x', 'xof ', '__proto__', 'constructor', ' '];
      const unfit = words.filter((word) => !schema.pattern || !new RegExp(schema.pattern, 'u').test(word));
      for (const text of unfit.map((word) => JSON.stringify(word))) {
        flaws.push({ why: `${name} is ${text}`, status: 400, apply: () => put(route, name, text) });
      }
    }
    const twice = `"${name}":${JSON.stringify(bodyOf(route)![name] ?? 'x')}`;
    flaws.push({ why: `${name} twice`, status: 400, apply: () => ({ body: `{${twice},${twice}}` }) });
    if (required.includes(name)) {
      const { [name]: _, ...rest } = bodyOf(route)!;
      flaws.push({ why: `no ${name}`, status: 400, apply: () => ({ body: JSON.stringify(rest) }) });
    }
  }
  for (const name of ['amout', '__proto__', 'constructor', 'toString', 'id', 'livemode', 'idempotency_key', '']) {
    flaws.push({ why: `an unknown field "${name}"`, status: 400, apply: () => put(route, name, '"x"') });
  }
  return flaws;
}

function wholeFlaws(route: Route): Flaw[] {
  const { required = [] } = route.body as { required?: string[] };
  const bodies = ['[]', '"x"', '1', 'null', 'true', '[{}]', ...(required.length > 0 ? ['', '{}'] : [])];
  return bodies.map((body) => ({
    why: `the body is ${body || 'empty'}`,
    status: 400,
    apply: () => ({ body }),
  }));
}

const textFlaws: Flaw[] = [
  ...['{', '{"a":1', '{"a" 1}', '{a:1}', "{'a':1}", '{"a":1,}', '{}{}', '\ufeff{}', '{"a":tru}', '{"a":1}\0'].map(
    (body) => ({
      why: `the body is ${body}`,
      status: 400,
      apply: () => ({ body, headers: json }),
    }),
  ),
  { why: '__proto__ within', status: 400, apply: () => ({ body: '{"metadata":{"__proto__":"x"}}', headers: json }) },
  { why: '21 levels', status: 400, apply: () => ({ body: nested(21), headers: json }) },
  { why: '9000 levels', status: 400, apply: () => ({ body: nested(9_000), headers: json }) },
  {
    why: '6000 keys',
    status: 400,
    apply: () => ({ body: `{${Array.from({ length: 6_000 }, (_, i) => `"k${i}":1`)}}`, headers: json }),
  },
  {
    why: 'bytes that are not UTF-8',
    status: 400,
    apply: () => ({ body: Buffer.from('{"a":"\xff\xfe"}', 'latin1'), headers: json }),
  },
  {
    why: 'overlong UTF-8',
    status: 400,
    apply: () => ({ body: Buffer.from('7b2261223a22c080227d', 'hex'), headers: json }),
  },
  {
    why: '64 KiB and a byte',
    status: 413,
    apply: () => ({ body: `{"a":"${'x'.repeat(65_536 - 7)}"}`, headers: json }),
  },
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'x'].map(
    (type) => ({
      why: `the type ${type}`,
      status: 415,
      apply: () => ({ body: '{}', headers: { 'content-type': type } }),
    }),
  ),
];

/** A body of 64 KiB is not too large where 5 MiB are accepted; its content is still invalid. */
const withinBulk = (flaw: Flaw): Flaw => (flaw.status === 413 ? { ...flaw, status: 400 } : flaw);

function bodyFlaws(route: Route): Flaw[] {
  // The content of a streamed file is checked after the answer.
  if (route.upload) return uploadFlaws(route.upload).filter(({ status }) => !route.upload!.streamed || status === 415);
  return route.bulk ? textFlaws.map(withinBulk) : textFlaws;
}

/** A file of a type that the route does not accept, or with another type's name. */
function uploadFlaws({ types, bodyLimit }: NonNullable<Route['upload']>): Flaw[] {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const files = {
    empty: '',
    html: '<!doctype html><script>',
    svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    json: '{}',
  };
  const wrong = Object.entries(files).flatMap(([name, body]) =>
    types.map((type) => ({
      why: `${name} as ${type}`,
      status: 400,
      apply: () => ({ body, headers: { 'content-type': type } }),
    })),
  );
  const others = ['application/json', 'text/html', 'image/svg+xml', 'multipart/form-data; boundary=x', 'image/', 'x'];
  return [
    ...wrong,
    ...others.map((type) => ({
      why: `the type ${type}`,
      status: 415,
      apply: () => ({ body: png, headers: { 'content-type': type } }),
    })),
    {
      why: 'a byte too many',
      status: 413,
      apply: () => ({ body: Buffer.alloc(bodyLimit + 1), headers: { 'content-type': types[0]! } }),
    },
  ];
}

type QueryField = {
  type?: string;
  text?: TextKind;
  pattern?: string;
  enum?: string[];
  format?: string;
  maxLength?: number;
};

/** A text without a form of its own, such as a reference, a search term or the name of a group. */
const takesText = (name: string, { type, text = 'line', pattern, enum: words, format }: QueryField) =>
  name === 'idempotency_key' ||
  (type === 'string' && !pattern && !words && !format && !['phone', 'recipient', 'customer'].includes(text));

function queryFlaws(route: Route): Flaw[] {
  const properties: Record<string, QueryField> = (route.query as any)?.properties ?? {};
  const names = Object.keys(properties);
  const values = [
    '',
    '%00',
    'a%00b',
    '%0a',
    '%ff',
    '%',
    '%ud800',
    '%ed%a0%80',
    '-1',
    '1e999',
    '[]',
    '{}',
    'x'.repeat(3_000),
    "';--",
    '%F0%9F%92%A9',
  ];
  const known = names.flatMap((name) =>
    values.map((value): Flaw => {
      // Any text of valid length may be a reference or a search term; a text with a control character may not. A
      // provider's receipt may be 1e999.
      const field = properties[name]!;
      const { pattern, maxLength = Number.POSITIVE_INFINITY } = field;
      // The pattern is for the decoded value.
      const fits =
        pattern !== undefined && !value.includes('%') && value.length <= maxLength && new RegExp(pattern).test(value);
      const status = fits || (takesText(name, field) && !/^$|%0|^x+$/.test(value)) ? {} : { status: 400 };
      return {
        why: `?${name}=${value.slice(0, 20)}`,
        ...status,
        apply: ({ path }) => ({ path: `${path}?${name}=${value}` }),
      };
    }),
  );
  const unknown = [
    'x=1',
    'limit[]=1&limit=',
    '__proto__=1',
    'constructor[x]=1',
    '%00=1',
    '=',
    '&&x',
    'amount=1',
    'Limit=1',
  ].map((query): Flaw => ({ why: `?${query}`, apply: ({ path }) => ({ path: `${path}?${query}` }) }));
  return [...known, ...unknown];
}

function pathFlaws(route: Route, ids: Ids): Flaw[] {
  const id = { ...sampleIds, ...ids }[prefixOf(route) as keyof typeof sampleIds];
  const others = ['%00', '..%2f..', "'", '%25', '0', id.toUpperCase(), id.slice(0, -1), `${id}0`, `${id}%00`, `x${id}`];
  const long = ['x'.repeat(201), `${id}${'0'.repeat(900)}`];
  return [...others, ...long, '%zz', '%'].map((text) => ({
    why: `the id ${text.slice(0, 40)}`,
    status: 404,
    apply: ({ path }) => ({ path: path.replace(id, text) }),
  }));
}

const headerFlaws: Flaw[] = ['""', 'x'.repeat(256), 'caf\u00e9', 'a\tb'].map((key) => ({
  why: `Idempotency-Key ${key.slice(0, 20)}`,
  status: 400,
  apply: ({ headers }) => ({ headers: { ...headers, 'idempotency-key': key } }),
}));

const withHeader = (name: string, value: string, status: number): Flaw => ({
  why: `${name} ${value}`,
  status,
  apply: ({ headers }) => ({ headers: { ...headers, [name]: value } }),
});
const modeFlaws = [
  ...['', 'x', 'Test', 'test, live'].map((mode) => withHeader('service-mode', mode, 400)),
  ...['x', 'int_'].map((id) => withHeader('service-integration', id, 400)),
];
const acceptFlaws = ['text/csv', 'image/png', 'application/json;q=0'].map((type) => withHeader('accept', type, 406));

/** By chance alone, one run of 1 000 in twenty has no 413. */
const ALWAYS = [400, 404, 413, 415];

/**
 * Flaws of the contract's routes, in an order that the seed decides. The first requests have one of each status that is
 * always among them.
 */
export function badRequests(count: number, seed: number, ids: Ids): BadRequest[] {
  const choose = randomOf(seed);
  const flaws = new Map(allRoutes.map((route) => [route, flawsOf(route, ids)]));
  const withStatus = (status: number) =>
    allRoutes.filter((route) => flaws.get(route)!.some((flaw) => flaw.status === status));
  return Array.from({ length: count }, (_, i) => {
    const wanted = ALWAYS[i];
    const route = choose(wanted ? withStatus(wanted) : allRoutes);
    const its = flaws.get(route)!;
    const { why, status, apply } = choose(wanted ? its.filter((flaw) => flaw.status === wanted) : its);
    const body = bodyOf(route);
    const parts: Parts = { path: pathOf(route, ids), headers: body ? json : {}, body: body && JSON.stringify(body) };
    const wrong = { ...parts, ...apply(parts) };
    return {
      route,
      why,
      status,
      path: wrong.path,
      headers: wrong.headers,
      body: wrong.body === undefined ? undefined : Buffer.from(wrong.body),
    };
  });
}
