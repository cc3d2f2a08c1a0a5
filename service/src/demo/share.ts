import { type Call, chapter, expect, say } from './print.ts';
import type { Received } from './receiver.ts';

type Market = {
  readonly call: Call;
  readonly arrives: (type: string, id: string) => Promise<Received>;
  /** A person who sells here. */
  readonly seller: Call;
  /** The wallet of a second shop of the marketplace. */
  readonly secondShop: string;
};

/** A payment that is divided between two sellers, and a refund that takes their shares back. */
export async function showShares({ call, arrives, seller, secondShop }: Market): Promise<void> {
  chapter('A marketplace: one payment, two sellers');
  const { id: wallet } = (await seller('GET', '/wallets/me?currency=XOF')).body;
  const reserve = { basis_points: 1_000, days: 30 };
  const { id: partner } = (await call('POST', '/split_partners', { wallet, reserve })).body;
  const accepted = (await seller('POST', `/split_partners/${partner}/accept`, { reserve })).body;
  expect(accepted.status === 'accepted', 'the owner of a wallet accepts shares');
  say(`POST /split_partners → ${partner}: the seller accepted, with a reserve of 10 % for 30 days`);
  const split = [
    { wallet, basis_points: 5_000 },
    { wallet: secondShop, amount: 300 },
  ];
  const basket = { amount: 1_000, currency: 'XOF', customer: '+50937001234', description: 'A basket', split };
  const { id: payment } = (await call('POST', '/payments', basket)).body;
  const { event } = await arrives('payment.succeeded', payment);
  const shares: { amount: number; reserved: number; status: string }[] = event.data.object.split;
  expect(
    shares.every(({ status }) => status === 'posted'),
    'both sellers are paid',
  );
  say(`payment.succeeded arrived: ${shares.map(({ amount }) => `${amount} XOF`).join(' and ')}; the rest stays here`);
  expect(shares[0]!.reserved > 0, 'the reserve keeps a part of the share');
  say(`the reserve keeps ${shares[0]!.reserved} XOF of the first share in the wallet of the seller`);
  const refund = (await call('POST', '/refunds', { payment })).body;
  const { event: ended } = await arrives('refund.succeeded', refund.id);
  const back: { amount: number; debt: number }[] = ended.data.object.split;
  expect(back.length === 2, 'a refund takes both shares back');
  say(`refunded: ${back.map(({ amount, debt }) => `${amount} XOF back, ${debt} of it owed`).join('; ')}`);
  const today = new Date().toISOString().slice(0, 10);
  const report = (await call('GET', `/split_partners/${partner}/report?from=${today}&to=${today}`)).body.totals[0];
  say(`the report of the seller: ${report.posted} XOF of shares, ${report.returned} returned, net ${report.net}`);
}
