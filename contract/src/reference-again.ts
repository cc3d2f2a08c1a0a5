const MOST_REFERENCE = 64;

/**
 * The reference of the payout that pays the failed items of this one again. A reference is used once for ever, so two
 * people, or a person and a program, pay nobody twice.
 */
export const referenceAgain = ({ id, reference }: { id: string; reference: string | null }): string => {
  const own = reference && `${reference}-again`;
  return own && own.length <= MOST_REFERENCE ? own : `again-${id}`;
};
