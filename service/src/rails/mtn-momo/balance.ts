import { readAmount } from '../amount-text.ts';
import type { Balance } from '../rail.ts';
import type { MtnRail } from './mtn-rail.ts';
import type { MtnProduct } from './product.ts';

/** @returns minor units; null if the provider does not say, or answers in another currency */
export async function floatOf(product: MtnProduct, { currency, exponent }: MtnRail): Promise<bigint | null> {
  const reply = await product({ method: 'GET', path: '/v1_0/account/balance' });
  if (reply.kind !== 'answered' || reply.status !== 200) return null;
  const { availableBalance, currency: found } = (reply.json ?? {}) as Record<string, unknown>;
  return found === currency ? readAmount(availableBalance, exponent) : null;
}

/** The account that payouts leave from; without that product, the one that collections reach. */
export async function balanceAtMtn(rail: MtnRail): Promise<readonly Balance[]> {
  const available = await floatOf(rail.disbursement ?? rail.collection, rail);
  if (available === null) throw new Error('MTN MoMo does not say the balance');
  return [{ currency: rail.currency, available }];
}
