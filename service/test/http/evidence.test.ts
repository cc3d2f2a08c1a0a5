import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = globSync(['{contract,service,test,scripts,dashboard}/**/*.{ts,tsx,mjs,c}'], {
  cwd: root,
  exclude: (name) => name === 'node_modules',
});
const pages = ['RELIABILITY.md', 'SECURITY.md', 'docs/asvs.md', 'docs/fees.md', 'docs/operators.md', 'docs/go-live.md'];

/** Paths of source files and tests in the text that do not exist. A path may leave out its first folders. */
const missing = (text: string) =>
  [...text.matchAll(/`([\w/.-]+\.(?:ts|tsx|mjs|c))(?::\w+)?`/g)]
    .map(([, name]) => name!)
    .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)));

it('every test and source file that the pages name as evidence exists', () => {
  for (const page of pages) assert.deepEqual(missing(readFileSync(`${root}/${page}`, 'utf8')), [], page);
  assert.deepEqual(missing('`nothing.test.ts` and `core/nothing.ts`'), ['nothing.test.ts', 'core/nothing.ts']);
});

it('the changelog has one line of at most 140 characters for each change', () => {
  const changelog = readFileSync(`${root}/CHANGELOG.md`, 'utf8');
  assert.deepEqual(
    changelog.split('\n').filter((line) => line.length > 140),
    [],
  );
  const bytes = Buffer.byteLength(changelog);
  assert.ok(bytes <= 25_000, `${bytes} bytes: shorten it`);
});
