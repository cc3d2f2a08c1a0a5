import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { amount, dated, globals, keyed, once, only, pair, printPaged } from '../options.ts';
import { printRecord } from '../print.ts';

export function payments(program: Command): void {
  const group = program.command('payments').description('ask customers for money');
  keyed(group.command('create'))
    .description('take a payment')
    .requiredOption('--amount <n>', 'in the minor unit of the currency', amount)
    .requiredOption('--currency <code>', 'such as XOF')
    .requiredOption('--customer <phone>', 'who pays: +221…')
    .option('--reference <text>', 'your own id: taken once, for ever')
    .option('--description <text>', 'what it is for')
    .option('--rail <name>', 'sandbox or wallet')
    .option('--metadata <name=value>', 'for your own use, again for more', pair)
    .action(async (options, command: Command) => {
      const global = globals(command);
      const rialto = connect(global);
      const payment = await once(options, (call) => rialto.payments.create(only(options, FIELDS), call));
      printRecord(payment, global.json);
    });
  group
    .command('get <id>')
    .description('one payment')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).payments.get(id), global.json);
    });
  dated(group.command('list'))
    .description('payments, newest first')
    .option('--status <status>', 'pending, requires_action, processing, succeeded or failed')
    .option('--currency <code>', 'of this currency')
    .option('--customer <phone>', 'of this customer')
    .option('--reference <text>', 'with this reference')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['status', 'currency', 'customer', 'reference']);
      await printPaged(options, global.json, (query) => connect(global).payments.list({ ...filter, ...query }));
    });
  group
    .command('cancel <id>')
    .description('while it waits for its customer')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).payments.cancel(id), global.json);
    });
}

const FIELDS = ['amount', 'currency', 'customer', 'reference', 'description', 'rail', 'metadata'];
