import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fault, reasons, sayFault } from './reasons.ts';

it('says a fault with its values: counts, lists and alternatives', () => {
  assert.equal(sayFault(fault('too_short', { minimum: 4 })), 'must have at least 4 characters');
  assert.equal(sayFault(fault('too_long', { maximum: 1n })), 'must have at most 1 character');
  assert.equal(sayFault(fault('not_allowed', { allowed: ['XOF', 'KES', 'USD'] })), 'must be one of: XOF, KES, USD');
  assert.equal(sayFault(fault('not_id', { prefix: ['usr_', 'mer_'] })), 'must be an id that begins with usr_ or mer_');
  assert.equal(
    sayFault(fault('rail_country', { country: 'UG', allowed: 'KE' })),
    'is a number of UG. The rail serves KE',
  );
});

it('has no reason that nothing gives', () => {
  const root = new URL('../../', import.meta.url).pathname;
  const files = globSync('{contract,service}/src/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && file !== 'contract/src/reasons.ts',
  );
  const used = new Set(files.flatMap((file) => readFileSync(`${root}${file}`, 'utf8').match(/(?<=')\w+(?=')/g) ?? []));
  assert.deepEqual(
    Object.keys(reasons).filter((reason) => !used.has(reason)),
    [],
  );
});

const named = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();

for (const language of ['fr', 'es', 'pt', 'ht', 'sw'])
  it(`the dashboard has each fault in ${language}, with the values of the reason`, () => {
    const path = new URL(`../../dashboard/src/texts/faults/${language}.json`, import.meta.url);
    const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(reasons).sort());
    for (const [reason, says] of Object.entries(reasons)) {
      const [own, english] = [named(texts[reason]!, /{{(\w+)}}/g), named(says, /{(\w+)[:}]/g)];
      assert.deepEqual(own, english, reason);
    }
  });
