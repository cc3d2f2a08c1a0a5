import { Refusal } from '../../kernel/refusal.ts';

/** A rate: the quota is free again later. `setting` is its size's name for whoever runs the deployment. */
export function quotaExceeded(quota: string, setting: string, remedy: string, seconds: number): Refusal {
  const message = `The quota of this test world is ${quota} (${setting}). ${remedy}`;
  return new Refusal('quota_exceeded', message, { headers: { 'Retry-After': String(Math.max(seconds, 1)) } });
}

/** A standing count: waiting alone does not help. */
export function quotaReached(quota: string, setting: string, remedy: string): Refusal {
  return new Refusal('quota_reached', `The quota of this test world is ${quota} (${setting}). ${remedy}`);
}
