import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { amount, dated, globals, only, paged, printPaged, within } from '../options.ts';
import { printRecord } from '../print.ts';

export function wallets(program: Command): void {
  const group = program.command('wallets').description('manage your wallets');
  paged(group.command('list'))
    .description('list wallets with their balances')
    .option('--currency <code>', 'in this currency')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['currency']);
      await printPaged(options, global.json, (query) => connect(global).wallets.list({ ...filter, ...query }));
    });
  group
    .command('get [id]')
    .description('show a wallet; without an id, your default wallet')
    .option('--currency <code>', 'the default wallet in this currency')
    .option('--at <time>', 'show the balance at this time')
    .action(async (id: string | undefined, options, command: Command) => {
      const global = globals(command);
      const { wallets } = connect(global);
      const wallet = id ? wallets.get(id, only(options, ['at'])) : wallets.getMine(only(options, ['currency']));
      printRecord(await wallet, global.json);
    });
  group
    .command('create')
    .description('create a wallet')
    .requiredOption('--currency <code>', 'for example XOF')
    .option('--label <text>', 'a name for the wallet')
    .action(async (options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).wallets.create(only(options, ['currency', 'label'])), global.json);
    });
  dated(group.command('entries <id>'))
    .description('show the statement of a wallet')
    .option('--csv', 'the whole statement as CSV, oldest entry first')
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      const { wallets } = connect(global);
      if (options.csv) process.stdout.write(await wallets.listEntriesAsCsv(id, within(options)));
      else await printPaged(options, global.json, (query) => wallets.listEntries(id, query));
    });
  group
    .command('fund <id>')
    .description('add test money to a test wallet')
    .requiredOption('--amount <n>', "in the currency's minor unit", amount)
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).test.fundWallet(id, only(options, ['amount'])), global.json);
    });
}
