import type { Caller } from '../../kernel/command.ts';
import { hasQuotas, isFull, type Quotas } from './metered.ts';

export type LogQuota = {
  hasRoom(caller: Caller): boolean;
  count(caller: Caller, bytes: number): void;
};

/** Reads are always answered. When a test world's storage is full, they are no longer logged. */
export function logQuota({ meter, storageMib }: Quotas): LogQuota {
  return {
    hasRoom: (caller) => {
      if (!hasQuotas(caller)) return true;
      const usage = meter.known(caller.world);
      // The usage of a world that only reads is loaded beside its first request.
      if (!usage) meter.usageOf(caller.world).catch(() => {});
      return !usage || !isFull(usage, storageMib);
    },
    count: (caller, bytes) => {
      if (hasQuotas(caller)) meter.add(caller.world, 0, bytes);
    },
  };
}
