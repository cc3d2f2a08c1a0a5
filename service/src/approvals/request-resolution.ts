import type { resolveCase } from '../../../contract/src/reconciliation.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { lockCase } from '../cases/store.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { differenceOf, itemOfCase } from '../reconciliation/items-of-case.ts';
import { findUnfit } from './find-unfit.ts';
import { requestOne } from './request.ts';

/** Records requests to book the difference of an exception. A case has one open request: it is the reference. */
export async function requestResolutions(
  tx: Tx,
  commands: Command<InputOf<typeof resolveCase>>[],
): Promise<(string | Refusal)[]> {
  const unfit = await findUnfit(tx, commands);
  return answerEach(commands, async (command) => {
    const refusal = unfit(command);
    if (refusal) throw refusal;
    const { id, decision, reason } = command.input;
    const row = await lockCase(tx, id);
    if (!row) throw new Refusal('not_found');
    const amount = differenceOf(await itemOfCase(tx, row));
    if (decision === 'suspense' && amount < 0n) {
      throw new Refusal('case_not_an_exception', 'Only money that is at the provider waits in suspense.', {
        param: 'decision',
      });
    }
    const money = { rail: row.rail!, amount: Number(amount) as unknown as bigint, currency: row.currency! };
    const payload = { case: id, ...money, decision };
    const answer = await requestOne(
      tx,
      command,
      { kind: 'reconciliation', payload, reference: id, reason },
      row.livemode,
    );
    if (answer instanceof Refusal) throw answer;
    return answer;
  });
}
