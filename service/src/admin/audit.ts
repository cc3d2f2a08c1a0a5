import type { Command } from 'commander';
import { printHead, readHead, verifyAudit } from '../audit/verify.ts';
import { StartupError } from '../config/startup-error.ts';
import { asOperator, print } from './operator.ts';

export function addAuditCommands(program: Command): void {
  program
    .command('audit')
    .description('what was done by hand')
    .command('verify')
    .description('walks the chain of the audit log and prints its head; exit 1 and the row where it breaks')
    .option(
      '--head <head>',
      'the head that an earlier run printed: a log that was cut or rewritten since shows against it',
    )
    .action(({ head: text }: { head?: string }) =>
      asOperator(async ({ db }) => {
        const known = text === undefined ? undefined : readHead(text);
        if (known === null) throw new StartupError('--head takes what an earlier `audit verify` printed: 42:9f86d0…');
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
