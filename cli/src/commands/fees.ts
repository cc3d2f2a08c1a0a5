import { type Command, Option } from 'commander';
import { connect } from '../connect.ts';
import { amount, globals, only } from '../options.ts';
import { printList, printRecord } from '../print.ts';

export function fees(program: Command): void {
  const group = program.command('fees').description('what payments and payouts cost you');
  group
    .command('list', { isDefault: true })
    .description('list your fees; everything that is not listed is free')
    .action(async (_options, command: Command) => {
      const global = globals(command);
      printList(await connect(global).fees.listOwn().toArray({ max: 1_000 }), global.json);
    });
  group
    .command('quote')
    .description('show the fee of one payment or one payout item, and until when it binds')
    .addOption(new Option('--kind <kind>').choices(['payment', 'payout']).makeOptionMandatory())
    .requiredOption('--amount <n>', "in the currency's minor unit", amount)
    .requiredOption('--currency <code>', 'ISO 4217 code')
    .option('--rail <rail>', 'on this rail')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const query = only(options, ['kind', 'amount', 'currency', 'rail']);
      printRecord(await connect(global).fees.quote(query), global.json);
    });
}
