import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { missingNames, missingPaths } from './document-paths.mjs';
import { rooms } from './imports.mjs';

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
  assert.deepEqual(missing('`db/find.ts:find`'), ['db/find.ts:find']);
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

test('a name in backticks in ARCHITECTURE is a word of a source', () => {
  const words = new Set(['lockWallets', 'parked_settlements', 'MAX_BATCH']);
  const names = (text, document = 'ARCHITECTURE.md') => missingNames(document, text, words);
  assert.deepEqual(
    names('`lockWallets`, `lockWallets(tx)`, `parked_settlements`, `MAX_BATCH`, `dead`, `npm start`'),
    [],
  );
  assert.deepEqual(names('`lockAll`, `parked`, `LAST_BATCH`'), [
    'ARCHITECTURE.md: nothing is named lockAll',
    'ARCHITECTURE.md: nothing is named LAST_BATCH',
  ]);
  assert.deepEqual(names('`lockAll`', 'docs/go-live.md'), []);
});

test('ARCHITECTURE has at most 2 000 words', () => {
  const text = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');
  assert.ok(text.trim().split(/\s+/).length <= 2_000);
});

test('the map in ARCHITECTURE has all rooms of the service, lowest first', () => {
  const text = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');
  const [, table] = text.split('| room | purpose |');
  const rows = table.split('\n\n')[0].matchAll(/^\| (`[^|]+`) \|/gm);
  const named = [...rows].flatMap(([, cell]) => [...cell.matchAll(/`([\w-]+)[/.]/g)].map(([, room]) => room));
  assert.deepEqual(
    named,
    rooms.filter((room) => room !== 'contract'),
  );
});
