import type { Command } from 'commander';
import { type AccountRow, selectAccount } from '../accounts/store.ts';
import { StartupError } from '../config/startup-error.ts';
import { transaction } from '../db/transaction.ts';
import { forgetSecondFactor } from '../operators/forget-second-factor.ts';
import { asOperator, print, whoActs } from './operator.ts';
import { readText } from './options.ts';

export function addLoginCommands(program: Command): void {
  const logins = program.command('logins').description('the second factors of people');
  logins
    .command('forget-second-factor')
    .argument('<id>', 'usr_…, dev_… or opr_…')
    .description(
      'reset the second factor of a person who lost it and the recovery codes; they then log in with an SMS or the password alone, and their sessions end',
    )
    .requiredOption('--reason <text>', 'how you verified who they are; written to the audit log', readText(500))
    .action((id: string, { reason }: { reason: string }) =>
      asOperator(({ db }) =>
        transaction(db, async (tx) => {
          const [account] = await tx.query<AccountRow>(selectAccount, [id]);
          if (!account) throw new StartupError(`account ${id} does not exist`);
          const method = await forgetSecondFactor(tx, account, reason, whoActs());
          print(`${id} now logs in with a password${method === 'sms' ? ' and an SMS' : ' alone'}`);
        }),
      ),
    );
}
