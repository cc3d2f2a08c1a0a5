import { readAmount } from '../amount-text.ts';
import type { Balance } from '../rail.ts';
import type { PawapayRail } from './client.ts';

/**
 * The balance of the country's wallets in the rail's currency. A country may have a wallet for each operator beside the
 * common one.
 * @throws if pawaPay does not say
 */
export async function balanceAtPawapay({ client, country, currency, exponent }: PawapayRail): Promise<Balance[]> {
  const response = await client.get(`/v2/wallet-balances?country=${country}`);
  if (response.kind !== 'answered') throw new Error(`the balance could not be read: ${response.why}`);
  const { balances } = (response.json ?? {}) as { balances?: unknown };
  if (response.status !== 200 || !Array.isArray(balances)) {
    throw new Error(`the balance could not be read: pawaPay answered ${response.status}`);
  }
  const ours = balances.filter((one) => one?.country === country && one.currency === currency);
  const amounts = ours.map((one) => readAmount(one.balance, exponent));
  if (amounts.some((amount) => amount === null)) throw new Error('the balance is not an amount');
  return [{ currency, available: amounts.reduce<bigint>((sum, amount) => sum + amount!, 0n) }];
}
