import type { HoldStatus } from '../../../contract/src/hold-fields.ts';

/** The amounts of a hold. The rest, neither captured nor released, is still held. */
export type HoldAmounts = {
  readonly status: HoldStatus;
  readonly amount: bigint;
  readonly captured: bigint;
  readonly released: bigint;
};

export function heldOf({ amount, captured, released }: HoldAmounts): bigint {
  return amount - captured - released;
}

export type CaptureWish = {
  /** Undefined: all that is still held. */
  readonly amount: bigint | undefined;
  /** The rest is released afterwards. */
  readonly final: boolean;
};

/** The parts of a capture: what is paid, and what goes back at once. */
export type CaptureParts = { readonly paid: bigint; readonly freed: bigint };

/** @returns null if the capture exceeds what is still held */
export function splitCapture(hold: HoldAmounts, { amount, final }: CaptureWish): CaptureParts | null {
  const held = heldOf(hold);
  const paid = amount ?? held;
  if (paid <= 0n || paid > held) return null;
  return { paid, freed: final ? held - paid : 0n };
}

/** The hold after a capture. It ends if nothing is held any more. */
export function afterCapture<Hold extends HoldAmounts>(hold: Hold, { paid, freed }: CaptureParts): Hold {
  const next = { ...hold, captured: hold.captured + paid, released: hold.released + freed };
  return heldOf(next) === 0n ? { ...next, status: 'captured' } : next;
}

/** The hold after all that is still held went back. */
export function afterRelease<Hold extends HoldAmounts>(hold: Hold, status: 'released' | 'expired'): Hold {
  return { ...hold, released: hold.amount - hold.captured, status };
}

const DAY_MS = 24 * 3_600_000;

/** When the end of a hold is announced: a day before, or half-way if it lasts less than two days. */
export function warnAt(createdAt: Date, expiresAt: Date): Date {
  const before = Math.min(DAY_MS, (expiresAt.getTime() - createdAt.getTime()) / 2);
  return new Date(Math.floor(expiresAt.getTime() - before));
}
