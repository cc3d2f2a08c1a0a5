import { revokeSessions } from '../accounts/store.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { readMerchant } from './read.ts';
import {
  endLiveStanding,
  lockMerchant,
  type MerchantRow,
  revokeLiveKeys,
  setApproval,
  suspendLivePeople,
} from './store.ts';

/**
 * Revokes approvals: the live logins of the merchant's people are suspended and its live keys revoked, on every node.
 * Its developers are limited to the test world.
 */
export function revokeMerchantsFromLive(
  tx: Tx,
  commands: Command<{ id: string; reason: string }>[],
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { id, reason } = command.input;
    const [merchant] = await tx.query<MerchantRow>(lockMerchant, [id]);
    if (!merchant) throw new Refusal('not_found');
    // The operator's command line can make live keys without an approval.
    const keys = await tx.query<{ id: string }>(revokeLiveKeys, [id]);
    const people = await tx.query<{ id: string }>(suspendLivePeople, [id]);
    // Otherwise another approval would revive the open sessions.
    for (const person of people) await tx.query(revokeSessions, [person.id, 'suspended', null]);
    if (!merchant.live_approved_at && keys.length + people.length === 0) return readMerchant(tx, { id });
    await tx.query(setApproval, [id, false]);
    const developers = await tx.query<{ id: string }>(endLiveStanding, [id]);
    const before = { live_approved_at: merchant.live_approved_at };
    const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);
    const after = { keys: ids(keys), people: ids(people), developers: ids(developers) };
    const act = { action: 'merchant.live_revoked', target: id, before, after, reason };
    await recordActs(tx, [{ ...actorOf(command), ...act }]);
    return readMerchant(tx, { id });
  });
}
