import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { amount, dated, globals, keyed, once, only, pair, printPaged } from '../options.ts';
import { printRecord } from '../print.ts';

export function transfers(program: Command): void {
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

  const group = program.command('transfers').description('what you moved between wallets');
  group
    .command('get <id>')
    .description('one transfer, also one into a wallet of yours')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).transfers.get(id), global.json);
    });
  dated(group.command('list'))
    .description('transfers that you made, newest first')
    .option('--currency <code>', 'of this currency')
    .option('--reference <text>', 'the one with your own id')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['currency', 'reference']);
      await printPaged(options, global.json, (query) => connect(global).transfers.list({ ...filter, ...query }));
    });
}
