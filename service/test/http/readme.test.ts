import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { settings } from '../../src/config/config.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

test('the settings table of the README is the settings of the code', () => {
  const rows = [...readme.matchAll(/^\| `([A-Z0-9_]+)` \| (?:`([^`]*)`)? ?\| (.*) \|$/gm)];
  assert.deepEqual(
    rows.map(([, name, standard, about]) => [name, standard ?? '', about]),
    Object.entries(settings).map(([name, { standard, about }]) => [name, standard, about]),
  );
});

test('every file that the README links to exists', () => {
  const links = [...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, path]) => path!);
  assert.ok(links.length > 5);
  for (const path of links) assert.ok(existsSync(new URL(`../../../${path}`, import.meta.url)), path);
});
