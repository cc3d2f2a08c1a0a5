import { countInWindow, DAY_S, type Window } from '../accounts/count-in-window.ts';
import { subjectOf, tooManyAttempts } from '../accounts/throttle.ts';
import type { Tx } from '../db/transaction.ts';
import { networkOfRequest } from '../http/connection/address-limit.ts';
import type { DataKey } from '../kernel/data-key.ts';

export type PromptLimits = {
  readonly perPhone: number;
  readonly perPhoneDay: number;
  readonly perSession: number;
  readonly perAddress: number;
};

const TEN_MINUTES_S = 600;

type Prompt = {
  readonly phone: string;
  readonly address: string;
  readonly livemode: boolean;
  readonly world: number;
};

/**
 * Counts a prompt before it goes out. A phone is counted across merchants, because a person who knows a number could
 * ring it from every shop's page. Test mode rings no phone, and its worlds must not disturb each other.
 * The caller's transaction takes the counts back if the attempt is refused later.
 * @throws Refusal too_many_attempts, with Retry-After
 */
export async function countPrompt(tx: Tx, prompt: Prompt, limits: PromptLimits, subjectKey: DataKey): Promise<void> {
  const { phone, address, livemode, world } = prompt;
  const scope = livemode ? 'live' : String(world);
  const subject = (...parts: string[]) => subjectOf(subjectKey, 'prompt', ...parts);
  await count(tx, [
    { subject: subject('phone', scope, phone), most: limits.perPhone, seconds: TEN_MINUTES_S },
    { subject: subject('phone-day', scope, phone), most: limits.perPhoneDay, seconds: DAY_S },
    { subject: subject('address', networkOfRequest(address)), most: limits.perAddress, seconds: TEN_MINUTES_S },
  ]);
}

/** Counts a session that a payer opens at a link. @throws Refusal too_many_attempts */
export function countOpening(
  tx: Tx,
  address: string,
  { perAddress }: PromptLimits,
  subjectKey: DataKey,
): Promise<void> {
  const subject = subjectOf(subjectKey, 'prompt', 'opening', networkOfRequest(address));
  return count(tx, [{ subject, most: perAddress, seconds: TEN_MINUTES_S }]);
}

async function count(tx: Tx, windows: readonly Window[]): Promise<void> {
  for (const window of windows) {
    const seconds = await countInWindow(tx, window);
    if (seconds !== null) throw tooManyAttempts(seconds);
  }
}
