import type { Command } from 'commander';
import { checkLedger } from '../ledger/check.ts';
import { asOperator, print, printTable } from './operator.ts';

export function addLedgerCommands(program: Command): void {
  program
    .command('ledger')
    .description('the ledger')
    .command('check')
    .description('check every invariant over the whole database; if one fails, print its rows and exit with 1')
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
    .description('the database that these commands use')
    .command('url')
    .description("print the connection string of the tables' owner, which these commands use")
    .action(() => asOperator(async ({ url }) => print(url)));
}
