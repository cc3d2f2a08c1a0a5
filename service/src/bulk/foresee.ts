import { type References, yieldsToTaken } from '../idempotency/references.ts';
import type { Command } from '../kernel/command.ts';
import type { Refusal } from '../kernel/refusal.ts';
import type { Failed } from './portion.ts';

/** The refusal of a dry run, in the order of the request itself: an unknown wallet before a used reference. */
export function foresee(
  references: References,
  command: Command<{ reference?: string | null | undefined }>,
  refusal: Refusal,
): Failed {
  const taken = yieldsToTaken(refusal) ? references.check(command) : null;
  return taken ? { refusal: taken, record: references.holderOf(command) } : { refusal };
}
