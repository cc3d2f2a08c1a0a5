import { type Call, chapter, expect, say } from './print.ts';
import type { Received } from './receiver.ts';

type Sale = {
  readonly call: Call;
  readonly arrives: (type: string, id: string) => Promise<Received>;
  /** The wallet that pays. Its owner is one of the two deciders. */
  readonly shop: string;
  /** The customer who sells something to the shop: the other decider, and the receiver. */
  readonly seller: Call;
};

/** Money that is held until the buyer and the seller both release it. */
export async function showEscrow({ call, arrives, shop, seller }: Sale): Promise<void> {
  chapter('An escrow: two people decide about held money');
  const { id: wallet, balance } = (await seller('GET', '/wallets/me?currency=XOF')).body;
  const expires_at = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
  const sale = { wallet: shop, amount: 400, currency: 'XOF', to: wallet, expires_at, description: 'A used bicycle' };
  const { id } = (await call('POST', '/holds', { ...sale, escrow: { deciders: [shop, wallet] } })).body;
  const alone = await call('POST', `/holds/${id}/capture`);
  expect(alone.body.error?.code === 'hold_in_escrow', 'the holder alone cannot capture an escrow');
  say(`POST /holds → ${id}: 400 XOF are held; the shop alone cannot pay them: ${alone.body.error.code}`);
  const { data } = (await seller('GET', '/holds/escrows')).body;
  const waiting = data.find((one: { id: string }) => one.id === id);
  expect(waiting?.decision === null, 'the seller sees the escrow that waits for their decision');
  say(`GET /holds/escrows: ${waiting.merchant.name} holds ${waiting.amount} XOF, "${waiting.description}"`);
  const first = (await seller('POST', `/holds/${id}/decide`, { decision: 'release' })).body;
  await arrives('hold.decided', id);
  expect(first.status === 'open', 'one decision moves no money');
  say(`the seller decides ${first.decision}: the escrow is still ${first.status}; hold.decided arrived`);
  const last = (await call('POST', `/holds/${id}/decide`, { decision: 'release' })).body;
  await arrives('hold.captured', id);
  const { available } = (await seller('GET', '/wallets/me?currency=XOF')).body.balance;
  expect(last.status === 'captured' && available === balance.available + 400, 'the seller has the money');
  say(
    `the shop decides ${last.decision}: hold.captured arrived; the seller has ${available} XOF, 400 more than before`,
  );
}
