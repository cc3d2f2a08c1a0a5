// Generates the SDK's resources: a method for each operation of openapi.json, and the methods of the server and user
// clients.
import { argumentOf, nameOperations } from './naming.mjs';
import { comment, field, queryType, typeOf } from './types.mjs';

/** The paths of all operations begin with this; `sdk/src/operation.ts` adds it. */
const ROOT = '/api/v1';
const pascal = (text) => text[0].toUpperCase() + text.slice(1);

/** @returns {string} the source of sdk/src/generated/resources.ts */
export function renderResources(document) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
  const names = nameOperations(operations);
  const types = [];
  const resources = new Map();
  for (const operation of operations) {
    const { resource, method } = names.get(operation.operationId);
    const methods = resources.get(resource) ?? [];
    for (const variant of variantsOf(document, operation, method, resource)) {
      types.push(...variant.types);
      methods.push({ ...variant, audiences: audiencesOf(operation) });
    }
    resources.set(resource, methods);
  }
  const records = [...recordsIn(document)].filter((name) => uses([...types, ...sources(resources)], name)).sort();
  const streams = uses(sources(resources), 'StreamOptions') ? ['StreamOptions'] : [];
  const fromAnswer = ['Answered', 'RequestOptions', ...streams, 'Upload'];
  const verbs = [...new Set(operations.map(({ method }) => method))].sort();
  return [
    `import type { ${fromAnswer.join(', ')} } from '../answer.ts';`,
    `import type { Api } from '../api.ts';`,
    `import type { List } from '../list.ts';`,
    `import { ${[...verbs, 'segment'].join(', ')} } from '../operation.ts';`,
    `import type { WebhookEvent } from './events.ts';`,
    `import type { ${records.join(', ')} } from './records.ts';`,
    ...types,
    ...[...resources].map(([name, methods]) => renderResource(name, methods)),
    renderClient('ServerResources', 'The operations that an API key may call.', resources, 'server'),
    renderClient(
      'UserResources',
      'The operations that a logged-in person may call, and those that log in.',
      resources,
      'person',
    ),
  ].join('\n\n');
}

const recordsIn = (document) => Object.keys(document.components.schemas).filter((name) => !/^Error\d/.test(name));
const sources = (resources) => [...resources.values()].flat().map(({ code }) => code);
/** Whether the code uses the name; comments do not count. */
const uses = (texts, name) =>
  texts.some((text) => new RegExp(`\\b${name}\\b`).test(text.replace(/\/\*\*.*?\*\//gs, '')));

function audiencesOf({ security = [] }) {
  const has = (scheme) => security.some((one) => scheme in one);
  return [...(has('apiKey') ? ['server'] : []), ...(has('apiKey') && security.length === 1 ? [] : ['person'])];
}

/** One method per operation, and one more for each CSV form of its request or response. */
function variantsOf(document, operation, method, resource) {
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, one));
  const query = parameters.filter((one) => one.in === 'query');
  const bodies = Object.keys(operation.requestBody?.content ?? {});
  const answers = Object.keys(answerOf(operation).content ?? {});
  const common = { document, operation, parameters, resource };
  const takesCsv = bodies.includes('application/json') && bodies.includes('text/csv');
  const variants = [render({ ...common, method, query: takesCsv ? [] : query, body: bodies[0], answer: answers[0] })];
  if (takesCsv) {
    // With CSV, the required fields of the JSON body, except its records, are query parameters.
    const { required } = operation.requestBody.content['application/json'].schema;
    const fields = query.map((one) => (required.includes(one.name) ? { ...one, required: true } : one));
    const csv = { method: `${method}FromCsv`, query: fields, body: 'text/csv', answer: answers[0] };
    variants.push(render({ ...common, ...csv }));
  }
  if (Object.values(operation.responses).some(isDryRun)) {
    const dryRun = { method: `${method}DryRun`, query: [], body: bodies[0], answer: answers[0], dryRun: true };
    variants.push(render({ ...common, ...dryRun }));
  }
  if (answers.length > 1 && answers[1] === 'text/csv') {
    const unpaged = query.filter(({ name }) => !PAGING.includes(name));
    variants.push(render({ ...common, method: `${method}AsCsv`, query: unpaged, body: bodies[0], answer: 'text/csv' }));
  }
  return variants;
}

const PAGING = ['limit', 'starting_after', 'ending_before', 'order'];
/** The answer to `dry_run: true` is not that of the method. */
const isDryRun = ({ content }) => content?.['application/json']?.schema.$ref?.endsWith('/DryRun') ?? false;
const answersOf = ({ responses }) =>
  Object.entries(responses).flatMap(([status, answer]) => (Number(status) < 300 && !isDryRun(answer) ? [answer] : []));
const answerOf = (operation) => answersOf(operation)[0];
const resolve = (document, one) =>
  one?.$ref
    ? one.$ref
        .slice(2)
        .split('/')
        .reduce((at, key) => at[key], document)
    : one;

function render({ document, operation, parameters, resource, method, query, body, answer, dryRun = false }) {
  const { operationId, path, method: verb, summary, description } = operation;
  const keyed = parameters.some(({ name }) => name === 'Idempotency-Key');
  const types = [];
  const argument = (name) => argumentOf(path, name, resource);
  const args = parameters.filter((one) => one.in === 'path').map(({ name }) => `${argument(name)}: string`);
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => `\${segment('${argument(name)}', ${argument(name)})}`);
  if (!path.startsWith(`${ROOT}/`)) throw new Error(`${path} does not begin with ${ROOT}/`);
  const address = filled.slice(ROOT.length);
  const call = [];
  if (body === 'application/json') {
    const { content, required } = operation.requestBody;
    const type = `${pascal(operationId)}Body`;
    if (!dryRun) types.push(`export type ${type} = ${typeOf(content[body].schema)};`);
    args.push(`body${required ? '' : '?'}: ${type}`);
    call.push(dryRun ? 'body: { ...body, dry_run: true }' : 'body');
  } else if (body === 'text/csv') {
    args.push('csv: string | Uint8Array | Blob');
    call.push(`file: { type: 'text/csv', bytes: csv }`);
  } else if (body) {
    args.push('file: Upload');
    call.push('file');
  }
  // A stream takes its parameters from its options.
  if (query.length > 0 && answer !== 'text/event-stream') {
    const type = `${pascal(operationId)}${pascal(method).endsWith('AsCsv') ? 'AsCsv' : ''}Query`;
    types.push(`export type ${type} = ${queryType(query)};`);
    args.push(`query${query.some(({ required }) => required) ? '' : '?'}: ${type}`);
    call.push('query');
  }
  // The only POSTs without a key are those of logins.
  if (verb === 'POST' && !keyed) call.push('keyed: false');
  const { kind, type } = dryRun
    ? { kind: 'json', type: 'Promise<Answered<DryRun>>' }
    : answerType(document, operation, answer);
  args.push(`options?: ${kind === 'stream' ? 'StreamOptions' : 'RequestOptions'}`);
  if (kind === 'text' || kind === 'file') call.push(`answer: '${kind}'`);
  const via = kind === 'list' || kind === 'stream' ? kind : 'send';
  const first = dryRun ? `${summary}: report what would happen, and write nothing.` : summary && `${summary}.`;
  const made = [
    filled === path ? `'${address}'` : `\`${address}\``,
    ...(call.length > 0 ? [`{ ${call.join(', ')} }`] : []),
  ];
  const about = comment(first, description, `\`${verb} ${path}\``);
  const code = `${about}${method}(${args.join(', ')}): ${type} {
    return api.${via}(${verb}(${made.join(', ')}), options);
  }`;
  return { method, types, code };
}

function answerType(document, operation, answer) {
  if (answer === undefined) return { kind: 'json', type: 'Promise<Answered<object>>' };
  if (answer === 'text/csv') return { kind: 'text', type: 'Promise<string>' };
  if (answer === 'text/event-stream') {
    return { kind: 'stream', type: 'AsyncGenerator<WebhookEvent, void, undefined>' };
  }
  if (answer !== 'application/json') return { kind: 'file', type: 'Promise<Blob>' };
  const schemas = answersOf(operation).map(({ content }) => content[answer].schema);
  const [schema] = schemas;
  const resolved = resolve(document, schema);
  if (resolved.properties?.object?.const === 'list' && resolved.properties.data) {
    return { kind: 'list', type: `List<${eventType(typeOf(resolved.properties.data.items))}>` };
  }
  return { kind: 'json', type: `Promise<Answered<${schemas.map((one) => eventType(typeOf(one))).join(' | ')}>>` };
}

/** `WebhookEvent` is the union of all events, which `type` narrows. */
const eventType = (type) => (type === 'Event' ? 'WebhookEvent' : type);

function renderResource(name, methods) {
  return `const ${name} = (api: Api) => ({\n${methods.map(({ code }) => code).join(',\n\n')},\n});
export type ${pascal(name)}Resource = ReturnType<typeof ${name}>;`;
}

function renderClient(name, about, resources, audience) {
  const fields = [...resources].flatMap(([resource, all]) => {
    const methods = all.filter(({ audiences }) => audiences.includes(audience));
    if (methods.length === 0) return [];
    const names = methods.map(({ method }) => `'${method}'`).join(' | ');
    const type =
      methods.length === all.length ? `${pascal(resource)}Resource` : `Pick<${pascal(resource)}Resource, ${names}>`;
    return [{ resource, type }];
  });
  return `${comment(about)}export class ${name} {
    ${fields.map(({ resource, type }) => `readonly ${resource}: ${type};`).join('\n')}

    constructor(api: Api) {
      ${fields.map(({ resource }) => `this.${resource} = ${resource}(api);`).join('\n')}
    }
  }`;
}

export function renderRecords(document) {
  return recordsIn(document)
    .map((name) => {
      const schema = document.components.schemas[name];
      return `${comment(schema.description)}export type ${name} = ${typeOf(schema)};`;
    })
    .join('\n\n');
}

/** A type for every kind of event, from its own schema. */
export function renderEvents(document) {
  const kinds = Object.entries(document.webhooks).map(([kind, { post }]) => ({
    kind,
    type: typeOf(post.requestBody.content['application/json'].schema),
  }));
  const types = kinds.map(({ type }) => type);
  const names = kinds.map(({ kind }) => `'${kind}'`);
  return [
    `import type { ${[...types].sort().join(', ')} } from './records.ts';`,
    `/** An event. Its \`type\` determines the type of \`data.object\`. */
export type WebhookEvent = ${types.join(' | ')};`,
    `export type EventKind = WebhookEvent['type'];`,
    `/** The record in each kind of event. */
export type EventRecords = { [One in WebhookEvent as One['type']]: One['data']['object'] };`,
    `export const eventKinds = [${names.join(', ')}] as const satisfies readonly EventKind[];`,
  ].join('\n\n');
}

/** Every error code with its status and type, and the fields of an error. */
export function renderCatalogue(document) {
  const schemas = Object.entries(document.components.schemas).filter(([name]) => /^Error\d/.test(name));
  const codes = schemas.flatMap(([name, { properties }]) => {
    const { code, type } = properties.error.properties;
    return (code.enum ?? [code.const]).map((one) => ({
      code: one,
      status: Number(name.slice('Error'.length)),
      type: document.components.examples?.[one]?.value?.error?.type ?? type.enum?.[0] ?? type.const,
    }));
  });
  const { properties, required } = schemas[0][1].properties.error;
  const fields = Object.entries(properties).filter(([name]) => !['code', 'type'].includes(name));
  return [
    `/** The HTTP status and type of each error code. */\nexport type ErrorCatalogue = {\n${codes
      .map(({ code, status, type }) => `${code}: { status: ${status}; type: '${type}' };`)
      .join('\n')}\n};`,
    `export type ErrorCode = keyof ErrorCatalogue;`,
    `/** The fields of an error besides its code and type. */\nexport type ErrorFields = {\n${fields
      .map(([name, schema]) => field(name, name === 'details' ? withCodes(schema) : schema, required.includes(name)))
      .join('\n')}\n};`,
  ].join('\n\n');
}

const withCodes = (schema) => {
  const copy = structuredClone(schema);
  copy.items.properties.code = { $ref: 'ErrorCode' };
  return copy;
};
