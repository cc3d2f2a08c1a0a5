import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Money } from '../../contract/src/fields.ts';
import type { Route } from '../../contract/src/route.ts';
import { routes } from '../../contract/src/routes.ts';
import { moneyFields, parseJson, printJson } from '../src/api/json.ts';

type Schema = { type?: string | string[]; description?: string; [key: string]: unknown };
const words = (Money as unknown as Schema).description;

/** Its type says bigint, which TypeBox keeps beside the schema; one that may be null says so in its description alone. */
const isMoney = (schema: Schema) =>
  schema.description === words || (schema.type === 'integer' && Object.hasOwn(schema, '~unsafe'));

/** Every number of every answer by its name: whether it is money, here or there. */
function numbersOfAnswers(): Map<string, Set<boolean>> {
  const found = new Map<string, Set<boolean>>();
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as { properties?: Record<string, Schema> };
    for (const [name, schema] of Object.entries(properties ?? {})) {
      const types = [schema.type].flat();
      if (!types.includes('integer') && !types.includes('number')) continue;
      // A limit that may be null has other words: nothing tells it from a count.
      if (types.includes('null') && !isMoney(schema)) continue;
      found.set(name, (found.get(name) ?? new Set()).add(isMoney(schema)));
    }
    Object.values(node).forEach(walk);
  };
  for (const { ok } of Object.values<Route>(routes)) walk('schema' in ok ? ok.schema : undefined);
  return found;
}

test('the fields that are read as money are those that the contract says are', () => {
  const fields = numbersOfAnswers();
  const money = [...fields].filter(([, kinds]) => kinds.has(true)).map(([name]) => name);
  assert.ok(money.length > 10, 'money is told from other numbers');
  assert.deepEqual(money.filter((name) => !moneyFields.has(name)).sort(), [], 'money that would be a float');
  const both = [...fields].filter(([name, kinds]) => kinds.has(false) && moneyFields.has(name)).map(([name]) => name);
  assert.deepEqual(both, [], 'no other number has the name of money');
});

test('amounts keep every digit, and go out as they came', () => {
  const text = '{"amount": 9007199254740993, "count": 3}';
  assert.deepEqual(parseJson(text), { amount: 9007199254740993n, count: 3 });
  assert.match(printJson({ amount: 123n, count: 3 }), /"amount": 123,/);
});
