import type { Command } from 'commander';
import { type AccountRow, selectAccount } from '../accounts/store.ts';
import { StartupError } from '../config/startup-error.ts';
import { transaction } from '../db/transaction.ts';
import { forgetSecondFactor } from '../operators/forget-second-factor.ts';
import { asOperator, print, whoActs } from './operator.ts';
import { readText } from './options.ts';

export function addLoginCommands(program: Command): void {
  const logins = program.command('logins').description("people's second factors");
  logins
    .command('forget-second-factor')
    .argument('<id>', 'usr_…, dev_… or opr_…')
    .description('for who has lost it and the recovery codes: an SMS from then on, or the password alone; sessions end')
    .requiredOption('--reason <text>', 'how you know who they are; it stands in the audit log', readText(500))
    .action((id: string, { reason }: { reason: string }) =>
      asOperator(({ db }) =>
        transaction(db, async (tx) => {
          const [account] = await tx.query<AccountRow>(selectAccount, [id]);
          if (!account) throw new StartupError(`there is no account ${id}`);
          const method = await forgetSecondFactor(tx, account, reason, whoActs());
          print(`${id} logs in with a password${method === 'sms' ? ' and an SMS' : ' alone'} now`);
        }),
      ),
    );
}
