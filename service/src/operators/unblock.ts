import type { unblockAccount } from '../../../contract/src/operators.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Command } from '../command.ts';
import type { Tx } from '../db/transaction.ts';
import type { CodeMessage } from '../people/people.ts';
import { clearTries, subjectOf } from '../people/throttle.ts';
import type { Refusal } from '../refusal.ts';
import { forgiveAccount } from '../two-factor/store.ts';
import { onAccounts } from './suspend.ts';

const purposes: readonly CodeMessage['purpose'][] = ['login', 'register', 'enable', 'disable', 'reset', 'approve'];

/** Forgets the wrong passwords and codes of accounts, so that their owners need not wait. */
export function unblockAccounts(
  tx: Tx,
  commands: Command<InputOf<typeof unblockAccount>>[],
  pepper: Buffer,
): Promise<(string | Refusal)[]> {
  return onAccounts(tx, commands, async (before, command) => {
    const { id, type, identifier, livemode, code_failures } = before;
    await tx.query(forgiveAccount, [id]);
    await clearTries(tx, subjectOf(pepper, 'login', type, identifier, livemode));
    for (const purpose of purposes) await clearTries(tx, subjectOf(pepper, 'send', identifier, livemode, purpose));
    await clearTries(tx, subjectOf(pepper, 'code', identifier, livemode));
    await recordActs(tx, [{ ...actorOf(command), action: 'account.unblocked', target: id, before: { code_failures } }]);
    return { ...before, code_failures: 0 };
  });
}
