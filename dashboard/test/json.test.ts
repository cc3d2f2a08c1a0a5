import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Money } from '../../contract/src/fields.ts';
import type { Route } from '../../contract/src/route.ts';
import { routes } from '../../contract/src/routes.ts';
import { moneyFields, parseJson, printJson } from '../src/api/json.ts';

type Schema = { type?: string | string[]; description?: string; [key: string]: unknown };
const words = (Money as unknown as Schema).description;

/**
 * A money field has the type bigint, which TypeBox keeps beside the schema. A nullable one is known only by its
 * description.
 */
const isMoney = (schema: Schema) =>
  schema.description === words || (schema.type === 'integer' && Object.hasOwn(schema, '~unsafe'));

/** Every number in every answer, by name: whether it is money in some place. */
function numbersOfAnswers(): Map<string, Set<boolean>> {
  const found = new Map<string, Set<boolean>>();
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as { properties?: Record<string, Schema> };
    for (const [name, schema] of Object.entries(properties ?? {})) {
      const types = [schema.type].flat();
      if (!types.includes('integer') && !types.includes('number')) continue;
      // A nullable limit has another description and looks like a count.
      if (types.includes('null') && !isMoney(schema)) continue;
      found.set(name, (found.get(name) ?? new Set()).add(isMoney(schema)));
    }
    Object.values(node).forEach(walk);
  };
  for (const { ok } of Object.values<Route>(routes)) walk('schema' in ok ? ok.schema : undefined);
  return found;
}

test('the fields parsed as money are those of the contract', () => {
  const fields = numbersOfAnswers();
  const money = [...fields].filter(([, kinds]) => kinds.has(true)).map(([name]) => name);
  assert.ok(money.length > 10, 'money fields are found');
  assert.deepEqual(money.filter((name) => !moneyFields.has(name)).sort(), [], 'money parsed as a float');
  const both = [...fields].filter(([name, kinds]) => kinds.has(false) && moneyFields.has(name)).map(([name]) => name);
  assert.deepEqual(both, [], 'other numbers with the name of a money field');
});

test('amounts keep every digit and are sent unchanged', () => {
  const text = '{"amount": 9007199254740993, "count": 3}';
  assert.deepEqual(parseJson(text), { amount: 9007199254740993n, count: 3 });
  assert.match(printJson({ amount: 123n, count: 3 }), /"amount": 123,/);
});
