import { type Call, chapter, expect, say } from './print.ts';
import type { Received } from './receiver.ts';

type Money = {
  readonly call: Call;
  readonly arrives: (type: string, id: string) => Promise<Received>;
  readonly shop: string;
  readonly savings: string;
};

/** Many transfers with one request, one of which fails, and a movement that brings their money back. */
export async function showMany({ call, arrives, shop, savings }: Money): Promise<void> {
  chapter('Many transfers with one request');
  const items = [20, 30].map((amount) => ({ to: savings, amount, currency: 'XOF' }));
  const request = { mode: 'each', items: [...items, { to: '+221779999990', amount: 40, currency: 'XOF' }] };
  const preview = (await call('POST', '/transfers/bulk', { ...request, dry_run: true })).body;
  expect(preview.object === 'dry_run', 'a dry run');
  say(`dry_run: ${preview.totals.succeeded_count} of ${preview.totals.count} would succeed; nothing has moved`);
  const made = (await call('POST', '/transfers/bulk', request)).body;
  expect(made.totals.succeeded_count === 2 && made.results[2].status === 'failed', 'two of three items');
  await arrives('bulk.completed', made.id);
  say(`POST /transfers/bulk → ${made.id}: 50 XOF in two transfers; the third failed: ${made.results[2].error.code}`);

  chapter('A movement that takes what a wallet has');
  const debits = [{ wallet: savings, sweep: { max: 50 }, currency: 'XOF' }];
  const credits = [{ wallet: shop, remainder: true, currency: 'XOF' }];
  const moved = (await call('POST', '/movements', { debits, credits })).body;
  await arrives('movement.succeeded', moved.id);
  say(`POST /movements → ${moved.id}: ${moved.debits[0].amount} XOF back to the shop, all or nothing`);
}
