import type { Caller } from '../command.ts';
import type { Who } from './log-in.ts';

/** The account of the person who calls, as it logs in. */
export function whoIs({ person, livemode }: Caller): Who {
  const { type, identifier } = person!;
  const hasMode = type === 'customer' || type === 'merchant';
  return { type, identifier, livemode: hasMode ? livemode : null };
}
