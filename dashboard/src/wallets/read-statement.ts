import type { Entry, Wallet } from '../../../contract/src/wallets.ts';
import { request, type World } from '../api/request.ts';
import { endsOf, filterOf, type Period } from './period.ts';

/** About twenty sheets of paper. The CSV file has more. */
export const MOST = 1_000;

export type Lines = { readonly lines: readonly Entry[]; readonly cut: boolean };

/** The lines of a period, the oldest first. */
export async function readLines(world: World, id: string, period: Period): Promise<Lines> {
  const lines: Entry[] = [];
  let more = true;
  while (more && lines.length < MOST) {
    const after = lines.at(-1)?.id;
    const query = {
      ...filterOf(period),
      order: 'asc' as const,
      limit: 100,
      ...(after ? { starting_after: after } : {}),
    };
    const page = await request('GET', '/wallets/{id}/entries', { world, params: { id }, query });
    lines.push(...page.data);
    more = page.has_more;
  }
  return { lines, cut: more };
}

export type Statement = Lines & {
  readonly wallet: Wallet;
  /** The merchant's name. */
  readonly merchant: string;
  /** The balances before the first day and after the last, for days that are given. */
  readonly before: { readonly at: string; readonly total: bigint } | null;
  readonly end: { readonly at: string; readonly total: bigint } | null;
};

/** Everything that is on the sheets. */
export async function readStatement(world: World, id: string, period: Period): Promise<Statement> {
  const { before, end } = endsOf(period);
  const params = { id };
  const totalAt = async (at: string | null) =>
    at === null
      ? null
      : { at, total: (await request('GET', '/wallets/{id}', { world, params, query: { at } })).balance.total };
  const [wallet, { merchant }, lines, first, last] = await Promise.all([
    request('GET', '/wallets/{id}', { world, params }),
    request('GET', '/integrations/{id}', { world, params: { id: world.integration } }),
    readLines(world, id, period),
    totalAt(before),
    totalAt(end),
  ]);
  return { wallet, merchant: merchant.name, ...lines, before: first, end: last };
}
