import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sourceFiles } from './source-files.mjs';

const text = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
const languages = ['en', 'es', 'fr', 'ht', 'pt', 'sw'];

/** The numbered lines below the heading, each as its paths: the file to edit, then examples. */
function linesOf(heading) {
  const [, section] = text.split(`\n### ${heading}\n`);
  const lines = section.split(/\n##+ /)[0].match(/^\d+\. `.*/gm);
  return lines.map((line) => [...line.matchAll(/`([^`\s]+[./][^`\s]*)`/g)].map(([, path]) => path));
}

const filesOf = (heading) => linesOf(heading).map(([file]) => file);

/** Handwritten code, without tests and without programs that only use the API. */
const code = sourceFiles().filter(
  (file) =>
    /^(contract|service|dashboard|cli|sdk)\/(src|migrations)\//.test(file) &&
    !/\.test\.ts$|\/generated\/|\/demo\//.test(file),
);
const mentioning = (pattern) => code.filter((file) => pattern.test(readFileSync(file, 'utf8')));

for (const [recipe, most] of [
  ['Add a field to payments', 11],
  ['Add an endpoint', 9],
  ['Add a rail', 8],
]) {
  test(`${recipe}: at most ${most} files, and each exists`, () => {
    const files = filesOf(recipe);
    assert.ok(files.length > 0 && files.length <= most, String(files.length));
    const named = files.flatMap((file) => languages.map((language) => file.replace('<language>', language)));
    assert.deepEqual(
      named.filter((file) => !existsSync(file)),
      [],
    );
  });
}

test('the languages of the recipe are those of the dashboard', () => {
  assert.deepEqual(
    globSync('dashboard/src/texts/*/payments.json').sort(),
    languages.map((language) => `dashboard/src/texts/${language}/payments.json`),
  );
});

test('the field recipe lists every file that mentions the description of payments, and no other', () => {
  const ofPayments = /\b(Payment|PaymentRow|AnyPayment)\b|record\(sampleIds\.pay|CREATE TABLE payments/;
  // Schemas and commands describe themselves with the same word.
  const used = /\b(row|record|input|payment|p)\.description\b|--description\b/;
  const declared = /\bdescription: (Type\.Optional\(|[Nn]ullable\(|'Two|string \| null)|^ *description +text/;
  const field = new RegExp(`${used.source}|${declared.source}`, 'm');
  const found = mentioning(field).filter((file) => /payment/.test(file) || ofPayments.test(readFileSync(file, 'utf8')));
  // A payment link, a session and a sale have descriptions of their own.
  const customers = [
    ...['payment-requests', 'examples-payment-requests', 'links', 'tills'].map((name) => `contract/src/${name}.ts`),
    'service/src/checkout/read-page.ts',
  ];
  const listed = linesOf('Add a field to payments')
    .map((paths) => paths.at(-1))
    .filter((file) => code.includes(file));
  assert.deepEqual(found.filter((file) => !customers.includes(file)).sort(), listed.sort());
});

test('the endpoint recipe lists every file that mentions the route cancelPayment or its operation', () => {
  const listed = linesOf('Add an endpoint').flat();
  const found = mentioning(/\bcancelPayments?\b/);
  assert.deepEqual(
    found.filter((file) => !listed.includes(file)),
    [],
  );
  assert.ok(found.length >= 5, String(found));
});

test('the rail recipe lists every file that makes a provider, and those that name all of them', () => {
  const listed = linesOf('Add a rail').flat();
  const found = mentioning(/: Provider = \{|^ *('mtn-momo'|"mtn-momo"): /m);
  assert.deepEqual(
    found.filter((file) => !listed.includes(file)),
    [],
  );
  assert.ok(found.length >= 4, String(found));
});
