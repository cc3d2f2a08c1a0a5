import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { sampleIds } from '../../../contract/src/examples.ts';
import { renderOpenapi } from '../../../contract/src/openapi.ts';
import { isOwnAccount, type Route } from '../../../contract/src/route.ts';
import { allRoutes, bodyOf, type Ids, makeRecords, nameOf, pathOf } from '../support/contract.ts';
import { bothWorlds } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { joinAs } from '../support/person.ts';

// Requests generated from openapi.json: a request that its schema allows gets no 400, and one that it forbids gets a
// 400.

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema };
type Schema = { type?: string; enum?: string[]; pattern?: string; format?: string; maxLength?: number };
type Attempt = { query: Record<string, string>; headers: Record<string, string>; body: unknown };
type Outcome = { readonly status: number; readonly code?: string; readonly param?: string; readonly text: string };

const document: any = renderOpenapi({ version: '0' });
const ajv = new Ajv2020({ strict: false, allErrors: false });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ $id: 'document', ...document });

type Fits = (value: unknown) => boolean;
const compiled = new Map<string, Fits>();

/** Components are references within the document. Many routes have the same schemas, and compiling one takes 10 ms. */
function compile(schema: unknown): Fits {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
  const known = compiled.get(text);
  if (known) return known;
  const fits = ajv.compile(JSON.parse(text)) as Fits;
  compiled.set(text, fits);
  return fits;
}
const resolve = (one: any): any =>
  one.$ref ? document.components[one.$ref.split('/')[2]][one.$ref.split('/')[3]] : one;

let service: TestService;
let shop: TestMerchant;
let ids: Ids;
const tokens = new Map<string, string>();
before(async () => {
  service = await startTestService(bothWorlds);
  shop = await service.merchant();
  ids = { ...(await makeRecords(service, shop)), int: shop.integrationId, mer: shop.merchantId };
});
after(() => service.stop());

/** Rules that a schema cannot express for one value by itself. The document has a sentence for each. */
const exceptions: readonly { why: string; excepts(route: Route, outcome: Outcome, what: string): boolean }[] = [
  {
    why: 'a key and a customer may name only their own integration and mode',
    excepts: (_, { param }, what) => what.startsWith('Service-') && (param ?? '').startsWith('Service-'),
  },
  {
    why: 'a key without its quotation marks is empty',
    excepts: (_, { code }, what) => code === 'invalid_idempotency_key' && what === 'Idempotency-Key ""',
  },
  {
    why: 'the event must belong to this integration',
    excepts: (_, { param }, what) => param === 'Last-Event-ID' && what === `Last-Event-ID ${sampleIds.evt}`,
  },
  {
    why: 'the enabled currencies are a setting',
    excepts: (_, { code }) => code === 'unsupported_currency',
  },
  {
    why: 'a time span has at most 92 days',
    excepts: ({ id }, { param }) => id === 'getSummary' && param === 'since',
  },
  {
    why: 'these parameters are for CSV only',
    excepts: ({ bulk }, { param, text }) =>
      bulk !== undefined && /belongs in the body/.test(text) && param !== undefined,
  },
  {
    why: 'a name has letters, and the number of a document three letters or digits',
    excepts: ({ id }, { param }) => id === 'createKycSubmission' && (param === 'name' || param === 'document_number'),
  },
  {
    why: 'a URL is one that can be converted to ASCII',
    excepts: ({ body }, { param }, what) => body !== undefined && param === 'url' && what.startsWith('url: '),
  },
  {
    why: 'a wallet that is frozen for fraud is unfrozen with a reason only',
    excepts: ({ id }, { param }) => id === 'unfreezeWallet' && param === 'reason',
  },
  {
    why: 'GET /operator/providers lists the providers, their countries, hosts and credentials',
    excepts: ({ id }, { code }) =>
      ['addRail', 'rotateRail'].includes(id) && ['validation_failed', 'rail_slug_used'].includes(code ?? ''),
  },
  {
    why: 'the example has a filter that not every resource has',
    excepts: ({ id }, { param = '' }, what) =>
      ['createExport', 'createExportSchedule'].includes(id) &&
      what.startsWith('resource: ') &&
      param.startsWith('filters.'),
  },
  {
    why: 'a hold lasts at most 366 days',
    excepts: ({ id }, { param }) => id === 'createHold' && param === 'expires_at',
  },
  {
    why: 'the receiver of a capture is named once: by the hold or by the capture',
    excepts: ({ id }, { param }) => id === 'captureHold' && param === 'to',
  },
  {
    why: 'e-mails need an address that the person confirmed by a code',
    excepts: ({ id }, { param = '' }) => id === 'updateAlerts' && ['payments', 'summary_hour'].includes(param),
  },
  {
    why: 'several units need the price of one',
    excepts: ({ id }, { param }) => id === 'createLink' && param === 'max_quantity',
  },
  {
    why: 'a fee has basis points and a fixed part, or tiers',
    excepts: ({ id }, { param = '' }) => id === 'setFee' && ['basis_points', 'fixed'].includes(param),
  },
  {
    why: 'a payer bears the fee of a payment, and a receiver that of an item',
    excepts: ({ id }, { param }) => id === 'quoteFee' && param === 'bearer',
  },
  {
    why: 'a schedule has an interval or a rule of RFC 5545, and the fields of its kind',
    excepts: ({ id }, { param = '' }) =>
      ['createSchedule', 'updateSchedule'].includes(id) &&
      ['interval', 'rule', 'until', 'items', 'to', 'amount', 'description', 'rail'].includes(param),
  },
  {
    why: 'only a coming run is skipped',
    excepts: ({ id }, { param }) => id === 'skipSchedule' && param === 'date',
  },
  {
    why: 'a name is checked for an amount, at least the usual one',
    excepts: ({ id }, { param = '' }) => id === 'verifyBeneficiary' && ['amount', 'currency'].includes(param),
  },
  {
    why: 'a time zone is one of the IANA database',
    excepts: (_, { param }, what) => param === 'time_zone' && /^time_zone:? /.test(what),
  },
];

/** Parameters that require one another. The document has a sentence for it; `needed` is sent with all others. */
const needed: Readonly<Record<string, Record<string, string>>> = {
  listAnyPayments: { customer: '+50937001234' },
};

async function credentialOf(route: Route): Promise<string | undefined> {
  if (route.auth === 'none') return undefined;
  if (route.auth.includes('key')) return shop.key;
  const type = (['merchant', 'customer', 'developer', 'operator'] as const).find((one) => route.auth.includes(one))!;
  const role = route.roles?.at(-1);
  const name = `${type} ${role ?? ''}`;
  const known = tokens.get(name);
  // Some routes of the caller's own account end the calling session.
  if (known && !isOwnAccount(route)) return known;
  const { id, token } = await service.person(type, {
    merchantId: shop.merchantId,
    ...(role ? { role } : {}),
  });
  if (type === 'developer') await joinAs(service.db, 'owner', shop.integrationId, id);
  tokens.set(name, token);
  return token;
}

async function send(route: Route, { query, headers, body }: Attempt): Promise<Outcome> {
  const key = await credentialOf(route);
  const acts = route.integration && key !== shop.key ? { 'service-integration': shop.integrationId } : {};
  const search = new URLSearchParams(query).toString();
  const answer = await fetch(`${service.base}${pathOf(route, ids)}${search && `?${search}`}`, {
    method: route.method,
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...acts,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel();
    return { status: answer.status, text: '' };
  }
  const text = await answer.text();
  const error = answer.status >= 400 ? JSON.parse(text).error : undefined;
  return { status: answer.status, code: error?.code, param: error?.param, text };
}

const PHONES = ['+50937001234', '+509 37-00.12 34', '+1', '50937001234', 'tel:+50937001234', '+0937001234'];
const TEXTS = ['x', 'a b', '"quoted"', '""', '0', 'TEST', 'a\u00e9'];
const MONTHS = ['2026-01', '2026-13', '2026-1', '2026-01-31'];

/** Values that match a schema and values that do not. */
function candidatesOf({ name, schema }: Parameter): string[] {
  if (schema.enum) return [...schema.enum, 'x', schema.enum[0]!.toUpperCase()];
  if (schema.type === 'integer') return ['1', '100', '0', '-1', '101', '1.5', '1e1', 'x'];
  if (schema.type === 'boolean') return ['true', 'false', 'x'];
  if (schema.format === 'date-time') return ['2026-01-31T09:30:00Z', '2026-01-31', 'x'];
  if (schema.format === 'date') return ['2026-01-31', '2026-02-30', '2026-01-31T09:30:00Z', 'x'];
  const own = Object.values(sampleIds).filter((id) => schema.pattern && new RegExp(schema.pattern).test(id));
  const long = schema.maxLength ? ['x'.repeat(schema.maxLength), 'x'.repeat(schema.maxLength + 1)] : [];
  const phones = name === 'phone' || name === 'customer' ? PHONES : [];
  const months = name === 'month' ? MONTHS : [];
  return [...own.slice(0, 1), ...own.slice(0, 1).map((id) => `${id}x`), ...long, ...phones, ...months, ...TEXTS];
}

const wireValue = ({ schema }: Parameter, text: string): unknown => {
  if (schema.type === 'integer') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
};

function judge(route: Route, what: string, allowed: boolean, outcome: Outcome): string | null {
  if (exceptions.some((one) => one.excepts(route, outcome, what))) return null;
  if (outcome.status >= 500) return `${what}: ${outcome.status} ${outcome.text}`;
  if (allowed === (outcome.status !== 400)) return null;
  return `${what} is ${allowed ? 'allowed' : 'forbidden'} by the document: ${outcome.status} ${outcome.text.slice(0, 300)}`;
}

/** The example without each field in turn, each field alone beside the required ones, and an empty body. */
function bodiesOf(route: Route, schema: any): [what: string, body: unknown][] {
  const example = bodyOf(route) ?? {};
  const required = new Set<string>(schema.required ?? []);
  const least = Object.fromEntries(Object.entries(example).filter(([name]) => required.has(name)));
  const without = Object.keys(example).map((name) => {
    const { [name]: _, ...rest } = example;
    return [`the example without ${name}`, rest] as [string, unknown];
  });
  const single = Object.entries(example)
    .filter(([name]) => !required.has(name))
    .map(([name, value]) => [`the required fields and ${name}`, { ...least, [name]: value }] as [string, unknown]);
  return [['the example', example], ['the required fields', least], ['{}', {}], ...without, ...single];
}

/** For each text field: values that match its schema and values that do not, in the example. */
function textsOf(route: Route, schema: any, all: boolean): [what: string, body: unknown][] {
  const fields = Object.entries<Schema>(schema.properties ?? {}).filter(([, one]) => one.type === 'string');
  // The service hashes a password at each request that it accepts.
  const hashes = fields.some(([name]) => name.endsWith('password'));
  return fields.flatMap(([name, one]) => {
    const texts = valuesOf({ name, in: 'query', schema: one }, compile(one), all, hashes);
    return texts.map((text): [string, unknown] => [`${name}: ${text}`, { ...bodyOf(route), [name]: text }]);
  });
}

const pagedRoutes = allRoutes.filter(({ query }) => 'starting_after' in ((query as any)?.properties ?? {}));
it('two cursors at once get 400 from every list, and the document says so', async () => {
  for (const route of pagedRoutes) {
    const parameters: Parameter[] = document.paths[`/api/v1${route.path}`].get.parameters.map(resolve);
    const named = (name: string) => parameters.find((one) => one.name === name)!;
    const query: Record<string, string> = { ...needed[route.id] };
    for (const one of parameters.filter(({ required, in: place }) => place === 'query' && required))
      query[one.name] = valueFor(one);
    for (const name of ['starting_after', 'ending_before']) query[name] = valueFor(named(name));
    const outcome = await send(route, { query, headers: {}, body: undefined });
    assert.equal(outcome.status, 400, `${nameOf(route)} ${outcome.text}`);
    assert.match((named('starting_after') as any).description, /Cannot be combined with `ending_before`/);
    assert.match((named('ending_before') as any).description, /Cannot be combined with `starting_after`/);
  }
});

/** `npm run test:long` tries every value of each parameter and field on every route. */
const ALL = process.env.DOCUMENT === 'all';
/** Requests that are sent at once. */
const TOGETHER = 8;
const met = new Map<string, number>();

/** Routes share parameters and fields: every eighth tries all values, the others one that fits and one that fails. */
function valuesOf(parameter: Parameter, fits: Fits, all: boolean, costly = false): string[] {
  const texts = candidatesOf(parameter);
  const times = met.get(parameter.name) ?? 0;
  if (!costly) met.set(parameter.name, times + 1);
  if (all || (times % 8 === 0 && !costly)) return texts;
  const good = texts.filter((text) => fits(wireValue(parameter, text)));
  return [...good.slice(0, 1), ...texts.filter((text) => !good.includes(text)).slice(0, 1)];
}

/** Each request whose answer differs from the document in `shown`. */
async function faultsOf(route: Route, shown: any, all = ALL): Promise<string[]> {
  const operation = shown.paths[`/api/v1${route.path}`][route.method.toLowerCase()];
  const parameters: Parameter[] = (operation.parameters ?? []).map(resolve);
  const example = operation.requestBody?.content['application/json'] ? bodyOf(route) : undefined;
  const required = parameters.filter((one) => one.in === 'query' && one.required);
  const query = { ...Object.fromEntries(required.map((one) => [one.name, valueFor(one)])), ...needed[route.id] };
  const attempts: { what: string; allowed: boolean; change: Partial<Attempt> }[] = [];
  const attempt = (what: string, allowed: boolean, change: Partial<Attempt>) =>
    attempts.push({ what, allowed, change });
  if (!route.upload) attempt('the example', true, {});
  for (const parameter of parameters.filter((one) => one.in !== 'path' && !route.upload)) {
    const fits = compile(parameter.schema);
    for (const text of valuesOf(parameter, fits, all)) {
      const change =
        parameter.in === 'query'
          ? { query: { ...query, [parameter.name]: text } }
          : { headers: { [parameter.name]: text } };
      attempt(`${parameter.name} ${text}`, fits(wireValue(parameter, text)), change);
    }
  }
  const json = operation.requestBody?.content['application/json'];
  if (json) {
    const fits = compile(json.schema);
    attempt('no body', !operation.requestBody.required, { body: undefined });
    const schema = resolve(json.schema);
    const bodies = [...bodiesOf(route, schema), ...textsOf(route, schema, all)];
    for (const [what, body] of bodies) attempt(what, fits(body), { body });
  }
  const faults: (string | null)[] = [];
  // The service commits requests that arrive together together.
  while (attempts.length > 0) {
    const some = attempts.splice(0, isOwnAccount(route) ? 1 : TOGETHER);
    const judged = some.map(async ({ what, allowed, change }) => {
      const outcome = await send(route, { query, headers: {}, body: example, ...change });
      return judge(route, what, allowed, outcome);
    });
    faults.push(...(await Promise.all(judged)));
  }
  return faults.filter((fault) => fault !== null);
}

for (const route of allRoutes) {
  it(`${nameOf(route)} accepts what its document allows, and nothing else`, async () => {
    const faults = await faultsOf(route, document);
    assert.equal(faults.length, 0, faults.join('\n'));
  });
}

it('control: looser forms of a header, a phone and a body are found', async () => {
  const loosened = structuredClone(document);
  const operationOf = (path: string) => loosened.paths[`/api/v1${path}`].post;
  operationOf('/payments').parameters = [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }];
  delete operationOf('/payments').requestBody.content['application/json'].schema.properties.customer.pattern;
  operationOf('/auth/password/forgot').requestBody.required = false;
  const routeOf = (id: string) => allRoutes.find((one) => one.id === id)!;
  const payment = (await faultsOf(routeOf('createPayment'), loosened, true)).join('\n');
  assert.match(payment, /Idempotency-Key a\u00e9 is allowed/);
  assert.match(payment, /customer: 50937001234 is allowed/);
  assert.match((await faultsOf(routeOf('forgotPassword'), loosened)).join('\n'), /no body is allowed/);
});

const valueFor = (parameter: Parameter): string => {
  const fits = compile(parameter.schema);
  return ['XOF', ...candidatesOf(parameter)].find((text) => fits(wireValue(parameter, text)))!;
};
