import type { NotTaken } from '../../core/payment.ts';

/** The provider refuses addresses with these words, in the host too. */
const REFUSED = /mpesa|safaricom|exe|cmd|sql|query/i;

/** @returns the reason why the provider cannot call us, which concerns all records of the rail; null: it can */
export function callbackFault(callbackUrl: string | null): NotTaken | null {
  if (callbackUrl === null) return fault('the deployment has no public address for callbacks');
  const [word] = REFUSED.exec(callbackUrl) ?? [];
  return word ? fault(`the callback address contains "${word}", which the provider refuses`) : null;
}

const fault = (why: string): NotTaken => ({ state: 'not_taken', fault: 'setup', why });

/**
 * Marks the addresses whose messages look like those of another kind: a validation like a confirmation, and a queue
 * time-out like a result.
 */
const STEP = 'step';
export type CallbackStep = 'validation' | 'timeout';

export const stepUrl = (callbackUrl: string, step: CallbackStep): string => `${callbackUrl}?${STEP}=${step}`;

export const isAtStep = (query: Readonly<Record<string, string>>, step: CallbackStep): boolean => query[STEP] === step;

/** The two addresses of a request whose result comes by callback. */
export const resultUrls = (callbackUrl: string) => ({
  ResultURL: callbackUrl,
  QueueTimeOutURL: stepUrl(callbackUrl, 'timeout'),
});
