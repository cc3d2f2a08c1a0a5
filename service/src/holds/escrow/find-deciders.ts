import type { createHold } from '../../../../contract/src/holds.ts';
import type { InputOf } from '../../../../contract/src/route.ts';
import { type Decider, newDecider } from '../../core/escrow.ts';
import type { Command } from '../../kernel/command.ts';
import { invalidField, Refusal } from '../../kernel/refusal.ts';
import type { WalletRow } from '../../wallets/store.ts';
import type { NamedReceiver } from '../find-receivers.ts';

type HoldCommand = Command<InputOf<typeof createHold>>;

/** The deciders that a request names, to be found like receivers. */
export const decidersNamedBy = ({ caller, input }: HoldCommand): NamedReceiver[] =>
  (input.escrow?.deciders ?? []).map((to, i) => ({
    ...{ to, currency: input.currency, livemode: caller.livemode },
    param: `escrow.deciders[${i}]`,
  }));

/** @returns the two deciders; null if the request names none; or the refusal */
export function findDeciders(
  command: HoldCommand,
  to: string | null,
  walletOf: (named: NamedReceiver) => WalletRow | Refusal,
): readonly Decider[] | null | Refusal {
  const named = decidersNamedBy(command);
  if (named.length === 0) return null;
  if (to === null) return invalidField('to', 'required');
  const deciders: Decider[] = [];
  for (const one of named) {
    const wallet = walletOf(one);
    if (wallet instanceof Refusal) return wallet;
    if (deciders.some(({ owner }) => owner === wallet.owner_id)) return invalidField(one.param!, 'same_decider');
    deciders.push(newDecider(wallet.id, wallet.owner_id));
  }
  return deciders;
}
