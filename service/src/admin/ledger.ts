import type { Command } from 'commander';
import { checkLedger } from '../ledger/check.ts';
import { asOperator, print, printTable } from './operator.ts';

export function addLedgerCommands(program: Command): void {
  program
    .command('ledger')
    .description('the books')
    .command('check')
    .description('every invariant over the whole database; exit 1 and the rows when one fails')
    .action(() =>
      asOperator(async ({ db }) => {
        const findings = await checkLedger(db);
        for (const { invariant, rows } of findings) {
          print(`BROKEN: ${invariant}`);
          printTable(rows);
        }
        if (findings.length === 0) print('The ledger is clean.');
        else process.exitCode = 1;
      }),
    );
  program
    .command('database')
    .description('the database in use')
    .command('url')
    .description("prints the connection string of the tables' owner, which the commands use")
    .action(() => asOperator(async ({ url }) => print(url)));
}
