import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tests = globSync(['{contract,service,test,scripts,dashboard}/**/*.test.{ts,mjs}'], {
  cwd: root,
  exclude: (name) => name === 'node_modules',
});
/** What these pages name as shown by a test, and there is no such test. */
const missing = (text: string) =>
  [...text.matchAll(/`([\w/.-]+\.test\.(?:ts|mjs))`/g)]
    .map(([, name]) => name!)
    .filter((name) => !tests.some((file) => file === name || file.endsWith(`/${name}`)));

it('every test that RELIABILITY.md, SECURITY.md and docs/asvs.md name as evidence is there', () => {
  for (const page of ['RELIABILITY.md', 'SECURITY.md', 'docs/asvs.md', 'docs/fees.md']) {
    assert.deepEqual(missing(readFileSync(`${root}/${page}`, 'utf8')), [], page);
  }
  assert.deepEqual(missing('`nothing.test.ts`'), ['nothing.test.ts'], 'the control');
});
