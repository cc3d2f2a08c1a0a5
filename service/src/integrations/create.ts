import type { createIntegration } from '../../../contract/src/integrations.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { addIntegration } from './create-integration.ts';
import { findOwn, refuseTestLogin } from './own.ts';
import { countIntegrations, lockMerchantForIntegration } from './store.ts';
import { renderIntegration } from './view.ts';

const MOST = 20;

/**
 * Makes integrations of the callers' merchants, permanently, with a world in each mode. Once a merchant is approved for
 * live, only callers in live mode may do this.
 */
export function createIntegrations(
  tx: Tx,
  commands: Command<InputOf<typeof createIntegration>>[],
  { live, encryptionKey }: { readonly live: boolean; readonly encryptionKey: DataKey },
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const merchantId = caller.owner.id;
    const [merchant] = await tx.query<{ live_approved_at: Date | null }>(lockMerchantForIntegration, [merchantId]);
    if (live && merchant!.live_approved_at && !caller.livemode) throw refuseTestLogin();
    const [has] = await tx.query<{ count: number; named: number }>(countIntegrations, [merchantId, input.name]);
    if (has!.named > 0) throw new Refusal('name_already_used');
    if (has!.count >= MOST) throw new Refusal('too_many_records', `A merchant can have at most ${MOST} integrations`);
    const { id } = await addIntegration(tx, { merchantId, name: input.name }, encryptionKey);
    await recordActs(tx, [
      { ...actorOf(command), action: 'integration.created', target: id, after: { name: input.name } },
    ]);
    return renderIntegration(await findOwn(tx, caller, id));
  });
}
