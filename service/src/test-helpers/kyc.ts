import type { InputOf } from '../../../contract/src/route.ts';
import type { setTestKyc } from '../../../contract/src/test-helpers.ts';
import type { Command } from '../command.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { setKyc } from '../users/set-kyc.ts';
import { renderUser } from '../users/view.ts';

/** Sets the KYC status of test users, one after the other. */
export async function setTestKycs(
  tx: Tx,
  commands: Command<InputOf<typeof setTestKyc>>[],
): Promise<(string | Refusal)[]> {
  const results: (string | Refusal)[] = [];
  for (const { caller, input, requestId, idempotency } of commands) {
    const request = { id: requestId, idempotencyKey: idempotency?.key ?? null };
    const change = { user: input.id, livemode: caller.livemode, status: input.status, world: caller.world, request };
    const result = await setKyc(tx, change);
    results.push(result instanceof Refusal ? result : renderUser(result));
  }
  return results;
}
