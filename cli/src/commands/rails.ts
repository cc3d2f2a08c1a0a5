import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { amount, globals, only } from '../options.ts';
import { printList } from '../print.ts';

export function rails(program: Command): void {
  const group = program.command('rails').description('what collects payments and pays phones');
  group
    .command('list')
    .description('list the rails that you can use now, the best first')
    .option('--phone <phone>', 'that reach this phone: +256…')
    .option('--currency <code>', 'in this currency')
    .option('--amount <n>', "that take this amount, in the currency's minor unit", amount)
    .option('--direction <direction>', 'collect or payout', 'collect')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const query = only(options, ['phone', 'currency', 'amount', 'direction']);
      printList(await connect(global).rails.listOwn(query).toArray({ max: 100 }), global.json);
    });
}
