import type { InputOf } from '../../../contract/src/route.ts';
import type { setTestKyc } from '../../../contract/src/test-helpers.ts';
import type { Tx } from '../db/transaction.ts';
import { requestOf } from '../events/emit.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { setKycStatuses } from '../users/set-kyc.ts';
import { renderUser } from '../users/view.ts';

/** Sets the KYC status of test users. */
export async function setTestKycStatuses(
  tx: Tx,
  commands: Command<InputOf<typeof setTestKyc>>[],
): Promise<(string | Refusal)[]> {
  const changes = commands.map((command) => {
    const { caller, input } = command;
    const { world, livemode } = caller;
    return { user: input.id, livemode, status: input.status, world, request: requestOf(command) };
  });
  return (await setKycStatuses(tx, changes)).map((result) => (result instanceof Refusal ? result : renderUser(result)));
}
