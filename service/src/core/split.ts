/** The rule of one share of a payment: a fixed amount in minor units, or basis points of the net. */
export type ShareRule =
  | { readonly amount: bigint; readonly basisPoints: null }
  | { readonly amount: null; readonly basisPoints: number };

/** The amount that a rule asks for. Basis points are rounded down to the minor unit. */
export const askedShare = (net: bigint, { amount, basisPoints }: ShareRule): bigint =>
  amount ?? (net * BigInt(basisPoints)) / 10_000n;

/**
 * Divides the net of a payment into shares, in the order given. A share never takes more than what is left, and the
 * rest, with all remainders of the rounding, stays with the payment's wallet.
 */
export function divideNet(net: bigint, rules: readonly ShareRule[]): { shares: bigint[]; rest: bigint } {
  let rest = net;
  const shares = rules.map((rule) => {
    const asked = askedShare(net, rule);
    const share = asked < rest ? asked : rest;
    rest -= share;
    return share;
  });
  return { shares, rest };
}

export type ReturnableShare = {
  readonly amount: bigint /** Taken back so far, or by refunds under way. */;
  readonly returned: bigint;
};

/**
 * The amounts that a refund takes back of the shares: it brings each to its proportion of everything refunded so far,
 * rounded down. After a full refund nothing of a share is left, whatever the parts were or failed.
 * @param refunded the refunded part of the payment with this refund; `paid` is the whole
 */
export function decideTakeBack(
  shares: readonly ReturnableShare[],
  { refunded, paid }: { readonly refunded: bigint; readonly paid: bigint },
): bigint[] {
  return shares.map(({ amount, returned }) => {
    const due = (amount * refunded) / paid - returned;
    return due > 0n ? due : 0n;
  });
}
