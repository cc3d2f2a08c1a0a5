import type { Command } from 'commander';
import { integrationOf, person } from '../connect.ts';
import { commandName } from '../invocation.ts';
import { count, globals, paged, printPaged, words } from '../options.ts';
import { printRecord } from '../print.ts';

export function keys(program: Command): void {
  const group = program
    .command('keys')
    .description(`manage API keys; first run \`${commandName()} login --as developer\``);
  paged(group.command('list'))
    .description('list the keys of an integration')
    .option('--integration <id>', 'default: your only integration')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const user = await person(global);
      const integration = await integrationOf(user, options.integration);
      await printPaged(options, global.json, (query) => user.keys.list(integration, query));
    });
  group
    .command('create')
    .description('create a key; it is shown only once')
    .option('--integration <id>', 'default: your only integration')
    .requiredOption('--scopes <scopes>', 'for example payments:read,payments:write', words)
    .option('--no-webhooks', 'exactly these scopes; otherwise webhooks:read and webhooks:write are added')
    .option('--label <text>', 'a name for the key')
    .option('--live', 'for live mode')
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
    .description('replace a key with a new one')
    .option('--overlap <seconds>', 'how long the old key stays valid', count, 86_400)
    .action(async (id: string, { overlap }, command: Command) => {
      const global = globals(command);
      printRecord(await (await person(global)).keys.roll(id, { overlap_seconds: overlap }), global.json);
    });
  group
    .command('revoke <id>')
    .description('revoke a key immediately and permanently')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await (await person(global)).keys.revoke(id), global.json);
    });
}
