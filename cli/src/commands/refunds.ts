import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { amount, dated, globals, keyed, once, only, pair, printPaged } from '../options.ts';
import { printRecord } from '../print.ts';

export function refunds(program: Command): void {
  const group = program.command('refunds').description('refund payments');
  keyed(group.command('create <payment>'))
    .description('refund the remainder of a payment, or --amount of it')
    .option('--amount <n>', "in the currency's minor unit", amount)
    .option('--reason <reason>', 'requested_by_customer, duplicate or fraudulent')
    .option('--reference <text>', 'your own unique id for this refund')
    .option('--metadata <name=value>', 'your own data; repeat for more', pair)
    .action(async (payment: string, options, command: Command) => {
      const global = globals(command);
      const fields = only(options, ['amount', 'reason', 'reference', 'metadata']);
      const rialto = connect(global);
      const refund = await once(options, (call) => rialto.refunds.create({ payment, ...fields }, call));
      printRecord(refund, global.json);
    });
  group
    .command('get <id>')
    .description('show a refund')
    .action(async (id: string, _options, command: Command) => {
      const global = globals(command);
      printRecord(await connect(global).refunds.get(id), global.json);
    });
  dated(group.command('list'))
    .description('list refunds, newest first')
    .option('--payment <id>', 'of this payment')
    .option('--status <status>', 'pending, succeeded or failed')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const filter = only(options, ['payment', 'status']);
      await printPaged(options, global.json, (query) => connect(global).refunds.list({ ...filter, ...query }));
    });
}
