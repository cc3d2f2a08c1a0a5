import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { amount, dated, globals, keyed, once, only, pair, printPaged } from '../options.ts';
import { printRecord } from '../print.ts';
import { addBulk } from './bulk.ts';

export function transfers(program: Command): void {
  keyed(program.command('transfer'))
    .description('move money to another wallet immediately')
    .requiredOption('--to <wallet or phone>', 'wal_… or +221…')
    .requiredOption('--amount <n>', "in the currency's minor unit", amount)
    .requiredOption('--currency <code>', 'for example XOF')
    .option('--from <wallet>', 'wallet to pay from; default: your default wallet in this currency')
    .option('--reference <text>', 'your own unique id for this transfer')
    .option('--description <text>', 'a description of the transfer')
    .option('--metadata <name=value>', 'your own data; repeat for more', pair)
    .action(async (options, command: Command) => {
      const global = globals(command);
      const fields = only(options, ['from', 'to', 'amount', 'currency', 'reference', 'description', 'metadata']);
      const rialto = connect(global);
      printRecord(await once(options, (call) => rialto.transfers.create(fields, call)), global.json);
    });

  const group = program.command('transfers').description('list and read transfers between wallets');
  group
    .command('get <id>')
    .description('show a transfer that you made or received')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).transfers.get(id), global.json);
    });
  dated(group.command('list'))
    .description('list the transfers that you made, newest first')
    .option('--currency <code>', 'in this currency')
    .option('--reference <text>', 'with this reference')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['currency', 'reference']);
      await printPaged(options, global.json, (query) => connect(global).transfers.list({ ...filter, ...query }));
    });

  keyed(group.command('reverse <id>'))
    .description('return the money of a transfer that you received, in whole or in part')
    .option('--amount <n>', "in the currency's minor unit; default: all that is not reversed yet", amount)
    .option('--reference <text>', 'your own unique id for this reversal')
    .option('--description <text>', 'a description of the reversal')
    .option('--metadata <name=value>', 'your own data; repeat for more', pair)
    .action(async (id: string, options, command: Command) => {
      const global = globals(command);
      const fields = only(options, ['amount', 'reference', 'description', 'metadata']);
      const rialto = connect(global);
      printRecord(await once(options, (call) => rialto.transfers.reverse(id, fields, call)), global.json);
    });
  addBulk(group, 'transfers', 'to, amount, currency and optionally from, reference, description');
}
