import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { catalogue as errors } from '../../contract/src/errors.ts';

const root = join(import.meta.dirname, '../src');
const languages = ['en', 'fr', 'es', 'pt', 'ht', 'sw'];

/** Every key of a language with its text, such as `payments.title`. */
function catalogue(language: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (node: Record<string, unknown>, path: string) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string') found.set(`${path}.${key}`, value);
      else walk(value as Record<string, unknown>, `${path}.${key}`);
    }
  };
  for (const file of globSync(join(root, `texts/${language}/*.json`))) {
    walk(JSON.parse(readFileSync(file, 'utf8')), basename(file, '.json'));
  }
  return found;
}

const english = catalogue('en');
const placeholders = (text: string) => [...text.matchAll(/{{\w+}}/g)].map(([name]) => name).sort();

for (const language of languages.slice(1)) {
  test(`${language} has every key of English, with the same placeholders`, () => {
    const own = catalogue(language);
    assert.deepEqual([...own.keys()].sort(), [...english.keys()].sort());
    for (const [key, text] of own) {
      assert.ok(text.trim() !== '', key);
      assert.deepEqual(placeholders(text), placeholders(english.get(key)!), key);
    }
  });
}

test('every text is used by a page', () => {
  const sources = globSync(join(root, '**/*.{ts,tsx}')).map((file) => readFileSync(file, 'utf8'));
  // A key with a part known only at run time, `status.${status}`, matches all keys with the same start and end.
  const used = sources.flatMap((source) =>
    [...source.matchAll(/['`]([a-z]\w*(?:\.(?:\w+|\$\{[^}]+\}))+)['`]/gi)].map(
      ([, key]) =>
        new RegExp(
          `^${key!
            .replace(/\$\{[^}]+\}/g, '@')
            .replaceAll('.', '\\.')
            .replaceAll('@', '[\\w:]+')}$`,
        ),
    ),
  );
  const unused = [...english.keys()].filter((key) => !used.some((one) => one.test(key.replace(/_(one|other)$/, ''))));
  assert.deepEqual(unused, []);
});

test('only operators’ pages use operators’ texts, because no other page loads them', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: root });
  const saying = files.filter((file) => /['`](operator|books)\.[a-z]/.test(readFileSync(join(root, file), 'utf8')));
  assert.ok(saying.length > 10);
  assert.deepEqual(
    saying.filter((file) => !file.startsWith('operator/')),
    [],
  );
});

for (const [texts, folders] of [
  ['links|till', 'links|checkout|till'],
  ['exports|reports|transfers', 'exports|reports|transfers|holds|payouts|splits'],
  ['splits', 'splits'],
  ['holds', 'holds'],
  ['payroll', 'payouts'],
  ['events|requests', 'events|requests'],
  ['start|inbox|health|scopes|invited|webhooks', 'home|webhooks|events|payments|keys|developers'],
] as const)
  test(`only the pages that load them use the texts ${texts}`, () => {
    const files = globSync('**/*.{ts,tsx}', { cwd: root });
    const said = new RegExp(`['\`](${texts})\\.[a-z]`);
    const saying = files.filter((file) => said.test(readFileSync(join(root, file), 'utf8')));
    assert.ok(saying.length > 3);
    assert.deepEqual(
      saying.filter((file) => !new RegExp(`^(${folders})/`).test(file)),
      [],
    );
  });

test('every translated refusal has a code of the service, in every language', () => {
  const [first, ...others] = languages.slice(1).map((language) => {
    const file = join(root, `texts/refusals/${language}.json`);
    return Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
  });
  const codes = first!.map(([code]) => code);
  assert.deepEqual(
    codes.filter((code) => !(code in errors)),
    [],
  );
  for (const own of others) {
    assert.deepEqual(
      own.map(([code]) => code),
      codes,
    );
    assert.ok(own.every(([, text]) => text.trim() !== ''));
  }
});
