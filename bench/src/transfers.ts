import { randomFrom } from './random.ts';

export const CURRENCY = 'XOF';
export const WALLETS = 1_000;
/** Each wallet's initial balance, far more than a run spends. */
export const FUNDS = 1_000_000_000n;
const MAX_AMOUNT = 1_000;

export type Shape = 'spread' | 'hot';
export type Transfer = { readonly from: string; readonly to: string; readonly amount: number };

/**
 * An endless sequence of transfers, the same for the same seed: between any two wallets, or from any wallet into the
 * first.
 */
export function drawTransfers(wallets: readonly string[], shape: Shape, seed: number): () => Transfer {
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return () => {
    const to = shape === 'hot' ? 0 : below(wallets.length);
    const from = (to + 1 + below(wallets.length - 1)) % wallets.length;
    return { from: wallets[from]!, to: wallets[to]!, amount: 1 + below(MAX_AMOUNT) };
  };
}
