import type { InputOf } from '../../../contract/src/route.ts';
import type { throttleIntegration, unthrottleIntegration } from '../../../contract/src/tenants.ts';
import { actorOf, type Doer, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { liftThrottle, lockThrottle, selectThrottledWorld, setThrottle, type ThrottleRow } from './load-store.ts';
import { readLoadOf } from './read-load.ts';

export type ThrottleSetting = {
  /** int_… */
  readonly integration: string;
  readonly livemode: boolean;
  /** Null lifts it. */
  readonly perSecond: number | null;
  readonly reason: string;
};

/** Sets or lifts a throttle, and notifies every node in the same transaction. @returns the world */
export async function setThrottleByHand(tx: Tx, setting: ThrottleSetting, by: Doer): Promise<number | Refusal> {
  const { integration, livemode, perSecond, reason } = setting;
  const [found] = await tx.query<{ world: number }>(selectThrottledWorld, [integration, livemode]);
  if (!found) return new Refusal('not_found');
  const { world } = found;
  const [before] = await tx.query<ThrottleRow>(lockThrottle, [world]);
  if (perSecond === null && !before) return world;
  const mode = livemode ? 'live' : 'test';
  const rateOf = (rate: number) => ({ mode, requests_per_second: rate });
  if (perSecond === null) await tx.query(liftThrottle, [world]);
  else await tx.query(setThrottle, [world, perSecond, reason, by.actor.id]);
  await recordActs(tx, [
    {
      ...by,
      action: perSecond === null ? 'integration.unthrottled' : 'integration.throttled',
      target: integration,
      ...(before ? { before: rateOf(before.requests_per_second) } : {}),
      ...(perSecond === null ? { after: { mode } } : { after: rateOf(perSecond) }),
      reason,
    },
  ]);
  return world;
}

type Input = InputOf<typeof unthrottleIntegration> & Partial<InputOf<typeof throttleIntegration>>;

/** Sets the throttle if the command has a rate, and lifts it otherwise. */
export function throttleIntegrations(tx: Tx, commands: Command<Input>[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { id: integration, mode, requests_per_second: perSecond = null, reason } = command.input;
    const setting = { integration, livemode: mode === 'live', perSecond, reason };
    const world = await setThrottleByHand(tx, setting, actorOf(command));
    if (world instanceof Refusal) throw world;
    return readLoadOf(tx, world);
  });
}
