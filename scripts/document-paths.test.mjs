import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingPaths } from './document-paths.mjs';

const files = ['docs/go-live.md', 'decisions/0001-worlds.md', 'service/src/db/find.ts', 'service/src/db/gate.ts'];
const missing = (text, document = 'decisions/0001-worlds.md') =>
  missingPaths(document, text, files, () => 'export function findEach() {}').map((line) => line.split(' ')[1]);

test('a path in backticks exists, in full or without its beginning', () => {
  assert.deepEqual(
    missing('`service/src/db/find.ts`, `db/find.ts`, `find.ts`, `service/src/db/`, `node service/src/db/find.ts`'),
    [],
  );
  assert.deepEqual(missing('`service/src/db/share.ts`, `db/share.ts`, `hand.ts`, `service/src/hands`'), [
    'service/src/db/share.ts',
    'db/share.ts',
    'hand.ts',
    'service/src/hands',
  ]);
});

test('a name after the path is in that file', () => {
  assert.deepEqual(missing('`db/find.ts:findEach`'), []);
  assert.deepEqual(missing('`db/find.ts:findNothing`'), ['db/find.ts:findNothing']);
});

test('a relative link leads to a file', () => {
  assert.deepEqual(missing('[live](../docs/go-live.md#backups) [web](https://example.com/x.md)'), []);
  assert.deepEqual(missing('[live](docs/go-live.md)'), ['docs/go-live.md']);
});

test('routes, patterns, built files and the code blocks of a guide are no paths of the repository', () => {
  assert.deepEqual(
    missing('`POST /test/clock`, `db/*.ts`, `docs/<page>.md`, `dashboard/dist`\n\n```sh\nnode receiver.mjs\n```\n'),
    [],
  );
});

test('the code blocks of ARCHITECTURE are checked', () => {
  assert.deepEqual(missing('```\ndb/find.ts   reads (db/gate.ts)\ndb/lost.ts\n```\n', 'ARCHITECTURE.md'), [
    'db/lost.ts',
  ]);
});
