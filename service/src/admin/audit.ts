import type { Command } from 'commander';
import { printHead, readHead, verifyAudit } from '../audit/verify.ts';
import { StartupError } from '../config/startup-error.ts';
import { asOperator, print } from './operator.ts';

export function addAuditCommands(program: Command): void {
  program
    .command('audit')
    .description('the audit log')
    .command('verify')
    .description(
      'verify the hash chain of the audit log and print its head; if it is broken, print the row and exit with 1',
    )
    .option('--head <head>', 'the head that an earlier run printed; detects a log that was cut or rewritten since then')
    .action(({ head: text }: { head?: string }) =>
      asOperator(async ({ db }) => {
        const known = text === undefined ? undefined : readHead(text);
        if (known === null)
          throw new StartupError('--head takes the head that an earlier `audit verify` printed, such as 42:9f86d0…');
        const verdict = await verifyAudit(db, known);
        if (verdict.whole) {
          print(printHead(verdict.head));
          return;
        }
        print(`BROKEN at row ${verdict.seq}: ${verdict.fault}`);
        process.exitCode = 1;
      }),
    );
}
