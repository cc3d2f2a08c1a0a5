import type { checkNames, NameCheckResult } from '../../../contract/src/payout-names.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { readRecipient } from '../core/payout.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import type { LookUps } from '../rails/look-up.ts';
import { mayName } from '../rails/route.ts';
import { askNames } from './ask-names.ts';
import type { ItemRouting, RoutedPayout } from './route-items.ts';

type Input = InputOf<typeof checkNames>;
export type NameRouting = ItemRouting & { readonly lookUps: LookUps };

/** Counts one question. @throws Refusal if a world asks too much */
export function checkMayAsk({ lookUps }: NameRouting, world: number): void {
  if (lookUps.mayAnswer(world)) return;
  throw new Refusal('rate_limited', 'Too many questions about recipients. Wait a minute.', {
    headers: { 'Retry-After': '60' },
  });
}

/** @throws Refusal if the named rail is of the other mode, or of another merchant: its credentials would ask */
export function checkNamedRail({ rails }: NameRouting, payout: RoutedPayout): void {
  if (payout.rail !== null && !mayName(rails, payout.rail, payout)) throw invalidField('rail', 'unusable_rail');
}

/**
 * Asks providers about the recipients of a payout that is not made yet, before and outside the transaction.
 * @throws Refusal if the caller asks too much: who asks about many phones collects accounts and names
 */
export async function askAboutNames(
  db: Database,
  routing: NameRouting,
  { caller, input }: Command<Input>,
): Promise<NameCheckResult[]> {
  const items = input.items.map((item, i) => {
    const recipient = readRecipient(item.recipient);
    if (recipient === null) throw invalidField(`items[${i}].recipient`, 'not_recipient');
    return { id: String(i), recipient, name: item.name ?? null, amount: BigInt(item.amount) };
  });
  const payout = {
    currency: input.currency,
    livemode: caller.livemode,
    merchant: caller.owner.id,
    rail: input.rail ?? null,
  };
  checkNamedRail(routing, payout);
  for (const _ of items) checkMayAsk(routing, caller.world);
  const checks = await askNames(db, routing, payout, items);
  return items.map(({ recipient, name }, i) => ({
    object: 'name_check',
    recipient,
    name,
    rail: checks[i]!.rail,
    name_match: checks[i]!.match,
  }));
}

/** Renders what was found. A replay of the key gets the first answer. */
export async function answerNames(
  _tx: Tx,
  commands: Command<{ readonly found: readonly NameCheckResult[] }>[],
): Promise<string[]> {
  return commands.map(({ input }) =>
    JSON.stringify({ object: 'list', data: input.found, has_more: false, url: '/api/v1/payouts/names' }),
  );
}
