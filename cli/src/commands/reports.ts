import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { globals, only } from '../options.ts';
import { printRecord } from '../print.ts';

export function reports(program: Command): void {
  const group = program.command('reports').description('reports for your accountant');
  dayed(group.command('settlement'))
    .description('money in, out and owed to you, by day and currency')
    .option('--csv', 'the days as CSV')
    .action(async (options, command: Command) => {
      const global = globals(command);
      const { reports } = connect(global);
      const query = queryOf(options);
      if (options.csv) process.stdout.write(await reports.getSettlementAsCsv(query));
      else printRecord(await reports.getSettlement(query), global.json);
    });
  dayed(group.command('ledger'))
    .description('the general ledger of your wallets, as CSV')
    .option('--form <form>', 'plain, odoo, erpnext or quickbooks', 'plain')
    .option('--journal <name>', 'the journal of Odoo, or the company of ERPNext')
    .action(async (options, command: Command) => {
      const query = { ...queryOf(options), ...only(options, ['form', 'journal']) };
      process.stdout.write(await connect(globals(command)).reports.getLedgerExport(query));
    });
}

const dayed = (command: Command) =>
  command
    .requiredOption('--from <day>', 'the first day, for example 2026-01-01')
    .requiredOption('--to <day>', 'the last day')
    .option('--currency <code>', 'only this currency')
    .option('--time-zone <name>', 'of the days, for example Africa/Dakar; default: UTC');

const queryOf = ({ timeZone, ...options }: { timeZone?: string; from: string; to: string; currency?: string }) => ({
  from: options.from,
  to: options.to,
  ...(options.currency ? { currency: options.currency } : {}),
  ...(timeZone ? { time_zone: timeZone } : {}),
});
