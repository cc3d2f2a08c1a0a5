// The tries of a challenge. Its refusals and contract/src/errors.ts state the figures in words.

export const MOST_TRIES = 5;
/** Each resend is a message that costs money. */
export const MOST_RESENDS = 3;
/** Long enough for the previous message to arrive. */
export const RESEND_AFTER_S = 30;
