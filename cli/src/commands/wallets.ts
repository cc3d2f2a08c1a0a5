import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { amount, globals, keyed, once, only, paged, pair, printPaged } from '../options.ts';
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
  paged(group.command('entries <id>'))
    .description('the statement of a wallet')
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      await printPaged(options, global.json, (query) => connect(global).wallets.listEntries(id, query));
    });
  group
    .command('fund <id>')
    .description('put test money into a test wallet')
    .requiredOption('--amount <n>', 'in the minor unit of the currency', amount)
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).test.fundWallet(id, only(options, ['amount'])), global.json);
    });

  keyed(program.command('transfer'))
    .description('move money to another wallet, at once')
    .requiredOption('--to <wallet or phone>', 'wal_… or +221…')
    .requiredOption('--amount <n>', 'in the minor unit of the currency', amount)
    .requiredOption('--currency <code>', 'such as XOF')
    .option('--from <wallet>', 'default: your default wallet in this currency')
    .option('--reference <text>', 'your own id: taken once, for ever')
    .option('--description <text>', 'what it is for')
    .option('--metadata <name=value>', 'for your own use, again for more', pair)
    .action(async (options, command: Command) => {
      const global = globals(command);
      const fields = only(options, ['from', 'to', 'amount', 'currency', 'reference', 'description', 'metadata']);
      const rialto = connect(global);
      printRecord(await once(options, (call) => rialto.transfers.create(fields, call)), global.json);
    });
}
