import type { Command } from 'commander';
import { invitePhone } from '../accounts/admit-registration.ts';
import { recordActs } from '../audit/record.ts';
import { StartupError } from '../config/startup-error.ts';
import { toE164 } from '../core/phone.ts';
import { transaction } from '../db/transaction.ts';
import { asOperator, print, whoActs } from './operator.ts';

const DAYS = 30;

export function addRegistrationCommands(program: Command): void {
  const registrations = program.command('registrations').description('who may register in test mode');
  registrations
    .command('invite')
    .argument('<phone>', 'in international format, such as +50937001234')
    .description(`let a phone register in test mode for ${DAYS} days, if TEST_REGISTRATIONS=invited`)
    .action((given: string) =>
      asOperator(({ db }) =>
        transaction(db, async (tx) => {
          const phone = toE164(given);
          if (phone === null)
            throw new StartupError(`"${given}" is not a phone number in international format, such as +50937001234`);
          const [row] = await tx.query<{ expires_at: Date }>(invitePhone, [phone, DAYS]);
          await recordActs(tx, [{ ...whoActs(), action: 'registration.invited', target: phone }]);
          print(`${phone} can register in test mode until ${row!.expires_at.toISOString()}`);
        }),
      ),
    );
}
