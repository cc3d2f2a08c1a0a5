import { setTimeout as sleep } from 'node:timers/promises';
import { type TestMerchant, type TestService, until } from '../../service/test/support/harness.ts';

export type Attack = {
  /** Answers by status. */
  readonly answers: ReadonlyMap<number, number>;
  stop(): Promise<void>;
};

export type Attacker = {
  readonly key: string;
  readonly livemode: boolean;
  /** A paid payment. Test tenants only. */
  readonly payment?: string;
};

/** Items of one payout: the maximum. */
const ITEMS = 10_000;
/** A tenant does not stop at a refusal, and does not send faster than a person's script would. */
const REST_MS = 100;

/** `body` is JSON already: a remote attacker would not use this machine's time to write it. */
type Send = (method: string, path: string, body?: string) => Promise<void>;

/**
 * All that a tenant can do at once to others with its own account: payouts of 10 000 items that are never answered, the
 * test clock in a loop, refunds of one payment, lists without a match, a settlement that cannot be posted, wrong
 * passwords.
 */
export function attack(base: string, attackers: readonly Attacker[]): Attack {
  const answers = new Map<number, number>();
  const stopped = new AbortController();
  let count = 0;
  const send =
    (key: string): Send =>
    async (method, path, body) => {
      const response = await fetch(`${base}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          // From four networks in turn.
          'x-forwarded-for': `203.0.${count++ % 4}.1`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body } : {}),
        signal: stopped.signal,
      });
      answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
      await response.arrayBuffer();
    };
  const loops: Promise<void>[] = [];
  const loop = (atOnce: number, act: () => Promise<unknown>) => {
    const run = async () => {
      while (!stopped.signal.aborted) {
        await act().catch(() => {});
        await sleep(REST_MS);
      }
    };
    for (let i = 0; i < atOnce; i++) loops.push(run());
  };
  for (const attacker of attackers) begin(attacker, send(attacker.key), loop);
  loop(6, () =>
    send('')('POST', '/auth/login', JSON.stringify({ phone: '+50937009999', password: `wrong ${Math.random()}` })),
  );
  return {
    answers,
    stop: async () => {
      stopped.abort();
      await Promise.all(loops);
    },
  };
}

function begin(
  { livemode, payment }: Attacker,
  send: Send,
  loop: (atOnce: number, act: () => Promise<unknown>) => void,
): void {
  const items = Array.from({ length: ITEMS }, (_, i) => ({
    recipient: `+22177${String(100 + (i % 900))}0008`,
    amount: 1,
  }));
  const payout = JSON.stringify({ currency: 'XOF', items });
  const refund = JSON.stringify({ payment, amount: 1 });
  const advance = JSON.stringify({ seconds: 1 });
  const full = JSON.stringify({ amount: 5, currency: 'USD', customer: '+50937001234' });
  loop(2, () => send('POST', '/payouts', payout));
  loop(4, () => send('GET', '/transfers?currency=TND'));
  loop(4, () => send('GET', '/payments?currency=TND&order=asc'));
  if (livemode || payment === undefined) return;
  loop(20, () => send('POST', '/refunds', refund));
  loop(1, () => send('POST', '/test/clock/advance', advance));
  loop(2, () => send('POST', '/payments', full));
}

/** A succeeded payment, to be refunded in small parts. */
export async function payOnce(shop: TestMerchant): Promise<string> {
  const body = { amount: 900, currency: 'XOF', customer: '+50937001234' };
  const { id } = (await shop.call('POST', '/payments', body)).body;
  await until(async () => (await shop.call('GET', `/payments/${id}`)).body.status === 'succeeded', 60);
  return id;
}

/** A full wallet, so that no payment into it settles. */
export async function fillWallet({ db }: TestService, shop: TestMerchant): Promise<void> {
  const wallet = await shop.wallet('USD', 1n);
  const text = 'UPDATE balances SET posted = 9007199254740990 WHERE wallet_id = $1';
  await db.query({ name: 'fill_wallet', text }, [wallet]);
}

/** This many transfers of one merchant, all in XOF, written as the service would have. */
export async function fillTransfers({ db }: TestService, world: number, wallets: readonly string[], count: number) {
  const text = `
    INSERT INTO transfers (world, id, from_wallet, to_wallet, amount, currency, created_at)
    SELECT $1, 'trf_' || lpad(to_hex(n), 26, '0'), $2, $3, 1, 'XOF', now() - interval '1 day'
    FROM generate_series(1, $4::int) n`;
  await db.query({ name: 'fill_transfers', text }, [world, ...wallets, count]);
}
