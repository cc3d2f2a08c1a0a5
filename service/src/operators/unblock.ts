import type { unblockAccount } from '../../../contract/src/operators.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import type { CodeMessage } from '../accounts/people.ts';
import { clearGroup, loginGroup } from '../accounts/places.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import type { DataKey } from '../kernel/data-key.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { codeGroup } from '../two-factor/challenge.ts';
import { sendGroup } from '../two-factor/reserve-send.ts';
import { forgiveAccount } from '../two-factor/store.ts';
import { onAccounts } from './suspend.ts';

const purposes: readonly CodeMessage['purpose'][] = [
  'login',
  'register',
  'enable',
  'disable',
  'reset',
  'approve',
  'device',
  'alerts',
];

/** Clears the wrong passwords and codes of accounts, so that their owners need not wait. */
export function unblockAccounts(
  tx: Tx,
  commands: Command<InputOf<typeof unblockAccount>>[],
  subjectKey: DataKey,
): Promise<(string | Refusal)[]> {
  return onAccounts(tx, commands, async (before, command) => {
    const { id, type, identifier, livemode, code_failures } = before;
    await tx.query(forgiveAccount, [id]);
    const keyed = { secrets: { subjectKey } };
    await clearGroup(tx, loginGroup(keyed, { type, identifier, livemode }));
    for (const purpose of purposes) await clearGroup(tx, sendGroup(keyed, { sentTo: identifier, livemode, purpose }));
    await clearGroup(tx, codeGroup(keyed, identifier, livemode));
    await recordActs(tx, [{ ...actorOf(command), action: 'account.unblocked', target: id, before: { code_failures } }]);
    return { ...before, code_failures: 0 };
  });
}
