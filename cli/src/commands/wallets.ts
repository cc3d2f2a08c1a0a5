import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { amount, dated, globals, only, paged, printPaged, within } from '../options.ts';
import { printRecord } from '../print.ts';

export function wallets(program: Command): void {
  const group = program.command('wallets').description('what you have');
  paged(group.command('list'))
    .description('wallets with their balances')
    .option('--currency <code>', 'of this currency')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['currency']);
      await printPaged(options, global.json, (query) => connect(global).wallets.list({ ...filter, ...query }));
    });
  group
    .command('get [id]')
    .description('one wallet; without an id your default one')
    .option('--currency <code>', 'the default one of this currency')
    .option('--at <time>', 'its balance at this time')
    .action(async (id: string | undefined, options, command: Command) => {
      const global = globals(command);
      const { wallets } = connect(global);
      const wallet = id ? wallets.get(id, only(options, ['at'])) : wallets.getMine(only(options, ['currency']));
      printRecord(await wallet, global.json);
    });
  group
    .command('create')
    .description('one more wallet')
    .requiredOption('--currency <code>', 'such as XOF')
    .option('--label <text>', 'what it is for')
    .action(async (options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).wallets.create(only(options, ['currency', 'label'])), global.json);
    });
  dated(group.command('entries <id>'))
    .description('the statement of a wallet')
    .option('--csv', 'all of it as CSV, the oldest line first')
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      const { wallets } = connect(global);
      if (options.csv) process.stdout.write(await wallets.listEntriesAsCsv(id, within(options)));
      else await printPaged(options, global.json, (query) => wallets.listEntries(id, query));
    });
  group
    .command('fund <id>')
    .description('put test money into a test wallet')
    .requiredOption('--amount <n>', 'in the minor unit of the currency', amount)
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).test.fundWallet(id, only(options, ['amount'])), global.json);
    });
}
