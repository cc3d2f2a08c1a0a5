import type { Command } from 'commander';
import { rotateSigningKey } from '../access/tokens/signing-keys.ts';
import { recordActs } from '../audit/record.ts';
import { transaction } from '../db/transaction.ts';
import { asOperator, print, whoActs } from './operator.ts';

export function addTokenCommands(program: Command): void {
  program
    .command('tokens')
    .description('the keys that access and refresh tokens are signed with')
    .command('rotate')
    .description('publish a new key, which signs after two minutes; tokens signed with the other keys stay valid')
    .action(() =>
      asOperator(async ({ db, secrets }) => {
        const { encryptionKey } = await secrets();
        const kid = await transaction(db, async (tx) => {
          const made = await rotateSigningKey(tx, encryptionKey);
          await recordActs(tx, [{ ...whoActs(), action: 'signing_key.rotated', target: made }]);
          return made;
        });
        print(kid);
      }),
    );
}
