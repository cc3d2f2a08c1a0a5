import type { Command } from 'commander';
import { integrationOf, person } from '../connect.ts';
import { count, globals, paged, printPaged, words } from '../options.ts';
import { printRecord } from '../print.ts';

export function keys(program: Command): void {
  const group = program.command('keys').description('API keys, for a person who is logged in: login --as developer');
  paged(group.command('list'))
    .description('keys of an integration')
    .option('--integration <id>', 'default: the only one')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const user = await person(global);
      const integration = await integrationOf(user, options.integration);
      await printPaged(options, global.json, (query) => user.keys.list(integration, query));
    });
  group
    .command('create')
    .description('a key, shown this once')
    .option('--integration <id>', 'default: the only one')
    .requiredOption('--scopes <scopes>', 'such as payments:read,payments:write', words)
    .option('--no-webhooks', 'exactly these; else webhooks:read and webhooks:write come with them')
    .option('--label <text>', 'what it is for')
    .option('--live', 'for the live world')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const user = await person(global);
      const integration = await integrationOf(user, options.integration);
      const { scopes, webhooks, label, live = false } = options;
      printRecord(
        await user.keys.create(integration, { scopes, webhooks, livemode: live, ...(label ? { label } : {}) }),
        global.json,
      );
    });
  group
    .command('roll <id>')
    .description('another key in the place of this one')
    .option('--overlap <seconds>', 'how long the old one lives on', count, 86_400)
    .action(async (id: string, { overlap }, command: Command) => {
      const global = globals(command);
      printRecord(await (await person(global)).keys.roll(id, { overlap_seconds: overlap }), global.json);
    });
  group
    .command('revoke <id>')
    .description('at once, for good')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await (await person(global)).keys.revoke(id), global.json);
    });
}
