import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../src');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The classes that a component uses, as `ui/ui.module.css .table`. */
function usedIn(file: string): string[] {
  const source = read(file);
  return [...source.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)].flatMap(([, name, path]) => {
    const css = join(dirname(file), path!);
    return [...source.matchAll(new RegExp(`\\b${name}\\.(?!module\\.css)(\\w+)`, 'g'))].map(
      ([, used]) => `${css} .${used}`,
    );
  });
}

test('every class that a component uses is in its style sheet', () => {
  const used = new Set(globSync('**/*.tsx', { cwd: root }).flatMap(usedIn));
  const defined = new Set(
    globSync('**/*.module.css', { cwd: root }).flatMap((css) =>
      [...read(css).matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name]) => `${css} .${name}`),
    ),
  );
  assert.ok(used.size > 100);
  assert.deepEqual(
    [...used].filter((one) => !defined.has(one)),
    [],
  );
  // Control: a class that moved to another sheet is missed.
  assert.ok(!defined.has('ui/ui.module.css .calm'));
});
