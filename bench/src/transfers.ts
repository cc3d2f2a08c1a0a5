export const CURRENCY = 'XOF';
export const WALLETS = 1_000;
/** Each wallet's money at the start: no run comes near spending it. */
export const FUNDS = 1_000_000_000n;
const MAX_AMOUNT = 1_000;

export type Shape = 'spread' | 'hot';
export type Transfer = { readonly from: string; readonly to: string; readonly amount: number };

/**
 * An endless row of transfers, the same for the same seed: between any two wallets, or from any wallet into the first.
 */
export function drawTransfers(wallets: readonly string[], shape: Shape, seed: number): () => Transfer {
  const random = mulberry32(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return () => {
    const to = shape === 'hot' ? 0 : below(wallets.length);
    const from = (to + 1 + below(wallets.length - 1)) % wallets.length;
    return { from: wallets[from]!, to: wallets[to]!, amount: 1 + below(MAX_AMOUNT) };
  };
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
