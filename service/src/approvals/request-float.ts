import type { requestFloatChange } from '../../../contract/src/floats.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Rails } from '../rails/rail.ts';
import { findUnfit } from './find-unfit.ts';
import { requestOne } from './request.ts';

type FloatCommand = Command<InputOf<typeof requestFloatChange>>;

/** Records requests to book an opening balance, a top-up or a sweep. */
export async function requestFloatChanges(
  tx: Tx,
  commands: FloatCommand[],
  rails: Rails,
): Promise<(string | Refusal)[]> {
  const unfit = await findUnfit(tx, commands);
  const answers: (string | Refusal)[] = [];
  for (const command of commands) answers.push(unfit(command) ?? (await request(tx, command, rails)));
  return answers;
}

async function request(tx: Tx, command: FloatCommand, rails: Rails): Promise<string | Refusal> {
  const { reference = null, reason, ...payload } = command.input;
  const row = rails.row(payload.rail);
  if (!row) return new Refusal('not_found', `There is no rail ${payload.rail}.`, { param: 'rail' });
  if (payload.currency !== row.currency)
    return new Refusal('currency_mismatch', `The rail ${row.slug} holds ${row.currency}.`, { param: 'currency' });
  return requestOne(tx, command, { kind: 'float', payload, reference, reason }, row.livemode);
}
