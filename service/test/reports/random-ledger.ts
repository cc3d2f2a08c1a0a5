import pg from 'pg';
import { newId } from '../../src/kernel/new-id.ts';
import type { TestMerchant, TestService } from '../support/harness.ts';

const DAY_US = 86_400_000_000n;
const currencies = ['XOF', 'USD'] as const;
/** The kinds that touch a merchant's wallet, with the usual direction. */
const kinds = ['payment', 'payment', 'payment', 'fee', 'refund', 'reversal', 'payout', 'return', 'funding', 'transfer'];
const into = ['payment', 'return', 'funding'];

/** mulberry32: the same numbers for the same seed. */
export function randomFrom(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Move = {
  readonly position: bigint;
  readonly currency: string;
  readonly kind: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: bigint;
};

/**
 * Random postings of a merchant with two wallets in each of two currencies, over `days` days from `start` (µs). They
 * are written with their running balances, as the service writes them, and balances follow.
 */
export async function fillRandom(
  service: TestService,
  shop: TestMerchant,
  { seed, start, days, count }: { seed: number; start: bigint; days: number; count: number },
): Promise<{ moves: Move[]; own: readonly string[] }> {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const wallets = new Map<string, { own: string[]; system: string }>();
  const client = new pg.Client({ connectionString: service.url });
  await client.connect();
  for (const currency of currencies) {
    const system = newId('wal');
    await client.query(
      `INSERT INTO wallets (id, livemode, owner_type, owner_id, currency, is_default)
       VALUES ($1, false, 'system', $2, $3, false)`,
      [system, `clearing:random-${seed}`, currency],
    );
    await client.query('INSERT INTO balances (wallet_id, position, overdraft) VALUES ($1, 0, true)', [system]);
    const first = await shop.wallet(currency);
    const second = (await shop.call('POST', '/wallets', { currency, label: 'Second' })).body.id;
    wallets.set(currency, { own: [first, second], system });
  }
  const balance = new Map<string, bigint>();
  const moves: Move[] = [];
  const rows: unknown[][] = [];
  let position = start;
  for (let i = 0; i < count; i++) {
    position += 1n + BigInt(Math.floor((random() * 2 * Number(DAY_US) * days) / count));
    const currency = pick(currencies);
    const { own, system } = wallets.get(currency)!;
    const one = pick(own);
    const kind = pick(kinds);
    const isOwn = kind === 'transfer' && random() < 0.5;
    const other = isOwn ? own.find((id) => id !== one)! : system;
    const isIn = into.includes(kind) || (!isOwn && kind === 'transfer' && random() < 0.5);
    const [debit, credit] = isIn ? [other, one] : [one, other];
    const has = balance.get(debit) ?? 0n;
    const wanted = BigInt(1 + Math.floor(random() * 10_000));
    const amount = debit === system || wanted <= has ? wanted : has;
    if (amount === 0n) continue;
    balance.set(debit, has - amount);
    balance.set(credit, (balance.get(credit) ?? 0n) + amount);
    moves.push({ position, currency, kind, debit, credit, amount });
    rows.push([position, debit, credit, amount, currency, balance.get(debit), balance.get(credit), kind, newId('req')]);
  }
  for (const row of rows)
    await client.query(
      `INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance,
         credit_balance, kind, source) VALUES ($1, $2, $3, $4, $5, false, $6, $7, $8, $9)`,
      row,
    );
  for (const [id, posted] of balance)
    await client.query('UPDATE balances SET posted = $2, position = $3 WHERE wallet_id = $1', [id, posted, position]);
  await client.end();
  return { moves, own: [...wallets.values()].flatMap(({ own }) => own) };
}
