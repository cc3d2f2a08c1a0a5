import { Refusal } from '../../kernel/refusal.ts';

/** For a rate, whose quota is free again later. `setting` is the name of the setting of its size. */
export function quotaExceeded(quota: string, setting: string, remedy: string, seconds: number): Refusal {
  const message = `The quota of this test world is ${quota} (${setting}). ${remedy}`;
  return new Refusal('quota_exceeded', message, { headers: { 'Retry-After': String(Math.max(seconds, 1)) } });
}

/** For a total: waiting alone does not help. */
export function quotaReached(quota: string, setting: string, remedy: string): Refusal {
  return new Refusal('quota_reached', `The quota of this test world is ${quota} (${setting}). ${remedy}`);
}
