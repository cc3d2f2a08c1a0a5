import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command } from 'commander';
import { commandGroups } from './groups.ts';

test('each group adds the commands that it is loaded for', async () => {
  for (const { names, load } of commandGroups) {
    const program = new Command();
    (await load())(program);
    assert.deepEqual(
      program.commands.map((command) => command.name()),
      names,
    );
  }
});
