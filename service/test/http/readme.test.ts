import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { settings } from '../../src/config/config.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const readme = read('README.md');

test('docs/settings.md has every setting of the code, in its order and with its default', () => {
  const rows = [...read('docs/settings.md').matchAll(/^\| `([A-Z0-9_]+)` \| (?:`([^`]*)`)? ?\| (.*) \|$/gm)];
  assert.deepEqual(
    rows.map(([, name, standard, about]) => [name, standard ?? '', about]),
    Object.entries(settings).map(([name, { standard, about }]) => [
      name,
      standard,
      // A link from the root of the repository is one from docs/ there.
      about.replaceAll('](docs/', ']('),
    ]),
  );
});

test('the README has at most 600 words', () => {
  assert.ok(readme.split(/\s+/).length <= 600);
});

test('every file that the README links to exists', () => {
  const links = [...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, path]) => path!);
  assert.ok(links.length > 20);
  for (const path of links) assert.ok(existsSync(new URL(`../../../${path}`, import.meta.url)), path);
});
