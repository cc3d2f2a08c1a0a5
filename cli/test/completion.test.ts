import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { candidates } from '../src/commands/completion.ts';
import { createProgram } from '../src/program.ts';

const program = createProgram('0.0.0');

it('docs/cli.md names every command, and no unknown command', () => {
  const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
  const commands = candidates(program, []).filter((word) => !word.startsWith('-'));
  for (const command of commands) assert.match(page, new RegExp(`\\b${command}\\b`), command);
  for (const [, named] of page.matchAll(/\brialto ([a-z]+(?:-[a-z]+)*)/g))
    assert.ok(commands.includes(named!), String(named));
});

it('completion suggests the subcommands, and the options that are not used yet', () => {
  assert.deepEqual(candidates(program, ['payments']).slice(0, 4), ['create', 'get', 'list', 'cancel']);
  const options = candidates(program, ['payments', 'create', '--amount', '5']);
  assert.ok(options.includes('--currency') && options.includes('--json') && !options.includes('--amount'));
});
