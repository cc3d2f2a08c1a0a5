import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addStatements, constantsOf, type Golden, sources } from './collect.ts';
import { addLists, addMade } from './lists.ts';

const file = fileURLToPath(new URL('statements.json', import.meta.url));
const UPDATE = 'UPDATE_STATEMENTS=1 npm test -- service/test/statements/statements.test.ts';

/** Statements that are written inside a function; their SQL is not derived from anything. */
const inline = ['announce', 'backup_last', 'ping', 'people_blocks_${name}', 'people_walk_${name}'];

async function collect(): Promise<Golden> {
  const golden: Golden = {};
  for (const path of sources.keys()) addStatements(golden, await constantsOf(path));
  await addMade(golden);
  await addLists(golden);
  return Object.fromEntries(Object.entries(golden).sort(([a], [b]) => (a < b ? -1 : 1)));
}

it('the SQL of every prepared statement is as recorded', async () => {
  const golden = await collect();
  if (process.env.UPDATE_STATEMENTS) writeFileSync(file, `${JSON.stringify(golden, null, 2)}\n`);
  const recorded = JSON.parse(readFileSync(file, 'utf8'));
  const message = (name: string) => `${name} differs from statements.json. If that is meant, run: ${UPDATE}`;
  for (const name of new Set([...Object.keys(golden), ...Object.keys(recorded)]))
    assert.equal(golden[name], recorded[name], message(name));
});

it('every statement that the sources name is recorded', async () => {
  const names = Object.keys(await collect()).map((name) => name.split(' ')[0]!);
  const named = /name: (['`])([^'`]+)\1,\s*(?:text|select|withinMs)\b/g;
  const missing = [...sources.values()]
    .flatMap((source) => [...source.matchAll(named)].map(([, , name]) => name!))
    .filter((name) => {
      const pattern = new RegExp(`^${name.replace(/\$\{.*\}/g, '.*')}$`);
      return !inline.includes(name) && !names.some((known) => pattern.test(known));
    });
  assert.deepEqual(missing, []);
});
