import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderCollection } from './collection.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

type Item = {
  request: { method: string; url: { raw: string; path: string[]; variable: { key: string; value: string }[] } };
};
const collection = renderCollection() as { item: { name: string; item: Item[] }[]; variable: { key: string }[] };
const items = collection.item.flatMap(({ item }) => item);

test('the collection has every route once', () => {
  const listed = items.map(({ request }) => `${request.method} ${request.url.raw}`).sort();
  const wanted = Object.values<Route>(routes).map(
    ({ method, path }) => `${method} {{baseUrl}}/api/v1${path.replace(/\{(\w+)\}/g, ':$1')}`,
  );
  assert.deepEqual(listed, wanted.sort());
});

test('the collection declares each variable that it uses', () => {
  const known = new Set(collection.variable.map(({ key }) => key));
  for (const [, name = ''] of JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)) assert.ok(known.has(name), name);
  for (const { request } of items) {
    const inPath = request.url.path.filter((part) => part.startsWith(':')).map((part) => part.slice(1));
    assert.deepEqual(
      request.url.variable.map(({ key }) => key),
      inPath,
    );
    for (const { key, value } of request.url.variable) assert.ok(value, `${request.url.raw}: ${key}`);
  }
});
