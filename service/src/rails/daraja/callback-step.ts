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
