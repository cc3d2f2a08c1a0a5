// What a challenge bears. Its refusals and contract/src/errors.ts say the figures in words.

export const MOST_TRIES = 5;
/** Each is a message that costs money. */
export const MOST_RESENDS = 3;
/** Long enough for the message before to come. */
export const RESEND_AFTER_S = 30;
