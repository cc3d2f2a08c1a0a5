import type * as contract from '../../../contract/src/rail-settings.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, type Doer } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { pauseRail, resumeRail } from './pause.ts';
import { toLimits } from './read-input.ts';
import { removeRail } from './remove.ts';
import { setRailLimits } from './set-limits.ts';
import type { RailRecord } from './store.ts';
import { renderRail } from './view.ts';

/** Makes an operation on one rail into one on the commands of operators. */
const onEach =
  <Input>(change: (tx: Tx, input: Input, by: Doer) => Promise<RailRecord | Refusal>) =>
  (tx: Tx, commands: Command<Input>[]): Promise<(string | Refusal)[]> =>
    answerEach(commands, async (command) => {
      const row = await change(tx, command.input, actorOf(command));
      if (row instanceof Refusal) throw row;
      return renderRail(row);
    });

export const updateRails = onEach((tx, { slug, ...given }: InputOf<typeof contract.updateRailSettings>, by) =>
  setRailLimits(tx, slug, toLimits(given), by),
);
export const pauseRails = onEach((tx, { slug, reason }: InputOf<typeof contract.pauseRail>, by) =>
  pauseRail(tx, slug, reason, by),
);
export const resumeRails = onEach((tx, { slug, reason }: InputOf<typeof contract.resumeRail>, by) =>
  resumeRail(tx, slug, by, reason),
);
export const removeRails = onEach((tx, { slug, reason }: InputOf<typeof contract.removeRail>, by) =>
  removeRail(tx, slug, by, reason),
);
