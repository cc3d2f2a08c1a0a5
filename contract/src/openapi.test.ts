import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { catalogue } from './errors.ts';
import { errorsOf, renderOpenapi } from './openapi.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const { version } = JSON.parse(read('package.json'));
const document: any = JSON.parse(JSON.stringify(renderOpenapi({ version })));
const table: readonly Route[] = Object.values(routes);

test('openapi.json equals what the contract renders; if not, run `npm run openapi`', () => {
  assert.ok(read('openapi.json') === `${JSON.stringify(document, null, 2)}\n`);
});

test('a deployment with its own header prefix has the prefix in every sentence too', () => {
  const own = JSON.stringify(renderOpenapi({ version, headerPrefix: 'Acme' }));
  assert.ok(own.includes('"Acme-Integration"') && own.includes('`Acme-Integration`') && !own.includes('Service-'));
});

test('every id in an example is a version 7 UUID (RFC 9562), as the ids of records are', () => {
  const digits = '0123456789abcdefghjkmnpqrstvwxyz';
  const hex = (text: string) =>
    [...text]
      .reduce((sum, digit) => sum * 32n + BigInt(digits.indexOf(digit)), 0n)
      .toString(16)
      .padStart(32, '0');
  const ids = [...JSON.stringify(document).matchAll(/"[a-z]+_([0-7][0-9a-hjkmnp-tv-z]{25})"/g)].map(([, id]) => id!);
  assert.ok(ids.length > 100);
  assert.deepEqual(
    ids.filter((id) => !/^.{12}7.{3}[89ab]/.test(hex(id))),
    [],
  );
});

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(document);
  assert.deepEqual(result.errors ?? [], []);
  assert.ok(result.valid);
});

test('every integer that may exceed 2^31 has the format int64, so Java and C# clients use 64 bits', () => {
  const narrow: string[] = [];
  let money = 0;
  const walk = (node: any, name: string) => {
    if (typeof node !== 'object' || node === null) return;
    const isMoney =
      /in minor units|currency's minor unit/i.test(node.description ?? '') && [node.type].flat().includes('integer');
    if (isMoney) money++;
    if ((isMoney || name === 'version' || node.maximum > 2 ** 31 - 1) && node.format !== 'int64') narrow.push(name);
    for (const [key, inner] of Object.entries(node)) walk(inner, key);
  };
  walk(document, '');
  assert.ok(money > 10, `${money}`);
  assert.deepEqual(narrow, []);
});

test('every request and answer has an example that matches its schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const pointer = (...path: string[]) => path.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  let checked = 0;

  // Most answers are alike and compiling is expensive, so each schema is compiled once.
  const validators = new Map<string, ReturnType<typeof ajv.compile>>();
  const validatorOf = (place: string[], schema: unknown) => {
    const known = validators.get(JSON.stringify(schema));
    if (known) return known;
    const made = ajv.compile({ $ref: `openapi#/${pointer(...place, 'content', 'application/json', 'schema')}` });
    validators.set(JSON.stringify(schema), made);
    return made;
  };

  const check = (
    place: string[],
    media: { schema: unknown; example?: unknown; examples?: Record<string, { $ref: string }> },
  ) => {
    const examples = media.examples
      ? Object.values(media.examples).map(({ $ref }) => document.components.examples[$ref.split('/').at(-1)!].value)
      : [media.example];
    const validate = validatorOf(place, media.schema);
    for (const example of examples) {
      assert.notEqual(example, undefined, `no example at ${place.join(' ')}`);
      assert.ok(validate(example), `${place.join(' ')}: ${ajv.errorsText(validate.errors)}`);
      checked += 1;
    }
  };

  for (const section of ['paths', 'webhooks']) {
    for (const [path, methods] of Object.entries<object>(document[section])) {
      for (const [method, operation] of Object.entries(methods)) {
        const place = [section, path, method];
        const body = operation.requestBody?.content['application/json'];
        if (body) check([...place, 'requestBody'], body);
        for (const [status, { content }] of Object.entries<{ content?: object }>(operation.responses)) {
          const json = content?.['application/json' as keyof typeof content];
          // A file has no example.
          if (json) check([...place, 'responses', status], json);
          else if (content) assert.ok(Object.keys(content).every((type) => type !== 'application/json'));
        }
        for (const { name, schema, example } of operation.parameters ?? []) {
          if (example) assert.ok(ajv.validate(schema, example), `${place.join(' ')}: parameter ${name}`);
        }
      }
    }
  }
  assert.ok(checked > table.length * 10);
});

test("a route's id is its key, and no two routes share an operationId or a method and path", () => {
  for (const [key, route] of Object.entries<Route>(routes)) assert.equal(route.id, key);
  assert.equal(new Set(table.map((route) => `${route.method} ${route.path}`)).size, table.length);
  const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((methods) =>
    Object.values(methods as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
  );
  assert.equal(new Set(operations).size, operations.length);
});

test("every route's tag is described and every parameter in its path is declared", () => {
  const tags = new Set(document.tags.map((tag: { name: string }) => tag.name));
  for (const route of table) {
    assert.ok(tags.has(route.tag), route.tag);
    const declared = Object.keys((route.params as { properties?: object } | undefined)?.properties ?? {});
    assert.deepEqual(
      [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      declared,
      route.id,
    );
  }
});

test("every route's errors are in the catalogue, and some route answers every code", () => {
  const seen = new Set(table.flatMap((route) => errorsOf(route)));
  for (const route of table) {
    for (const code of route.errors ?? []) assert.ok(code in catalogue, `${route.id}: ${code}`);
    assert.ok(errorsOf(route).includes('internal_error'));
  }
  // 405 answers a method that the path does not support, so no route has it.
  assert.deepEqual(
    Object.keys(catalogue).filter((code) => !seen.has(code as never)),
    ['method_not_allowed'],
  );
});

test('every titled schema is among the components, and nowhere else', () => {
  const titled = JSON.stringify([document.paths, document.webhooks]).match(/"title":/g) ?? [];
  assert.equal(titled.length, 0);
});
