import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply, TestService } from '../../service/test/support/harness.ts';
import { listen } from '../../service/test/support/listen.ts';
import { memberOf } from '../../service/test/support/members.ts';
import { fund, payerWith, paymentWith } from '../../service/test/support/wallet-payments.ts';

/** The durations of answers by kind, in milliseconds. */
export type Samples = Map<string, number[]>;

export type Measured = { readonly samples: Samples; readonly faults: string[] };

export type Victim = {
  /** Makes this many requests of each kind, at a steady pace each. */
  measure(count: number): Promise<Measured>;
  close(): Promise<void>;
};

/**
 * One of each kind starts at this interval, whether or not the previous one has ended. Nine kinds stay below 25
 * requests a second.
 */
const PACE_MS = 600;
const PASSWORD = 'a long enough password';
/** The victim's people have their own network. */
const ADDRESS = '198.51.100.7';

type Ask = (method: string, path: string, body?: unknown) => Promise<Reply>;

/**
 * A merchant with its people and a customer, who do everything that money needs. `at` creates them, `base` is the
 * service that they call.
 */
export async function openVictim(at: TestService, base: string, livemode: boolean): Promise<Victim> {
  const shop = await at.merchant();
  await at.db.pool.query('UPDATE merchants SET live_approved_at = now() WHERE id = $1', [shop.merchantId]);
  const { key } = await shop.newKey({ livemode });
  const by = (token: string, headers: Record<string, string> = {}): Ask => {
    const authorization = `Bearer ${token}`;
    return async (method, path, body) => {
      const response = await fetch(`${base}/api/v1${path}`, {
        method,
        headers: {
          authorization,
          'x-forwarded-for': ADDRESS,
          ...headers,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
    };
  };
  const call = by(key);
  const [wallet, savings] = await openWallets(at, call);
  const payer = await payerWith(at, 900_000_000n, { livemode, password: PASSWORD });
  const mode = livemode ? 'live' : 'test';
  const [maker, second] = await Promise.all(
    [1, 2].map(async () => {
      const member = await memberOf(at, shop, 'merchant', { livemode, twoFactor: 'sms' });
      return by(member.token, { 'service-integration': shop.integrationId, 'service-mode': mode });
    }),
  );
  const asPayer = by(payer.token);
  const pay = () =>
    call('POST', '/payments', { amount: 100, currency: 'XOF', customer: payer.identifier, rail: 'wallet' });
  const prompted = async () => (await paymentWith({ call }, (await pay()).body.id, 'requires_action')).id;
  const large = await call('POST', '/payments', {
    ...{ amount: 1_000_000, currency: 'XOF', customer: payer.identifier, rail: 'wallet' },
  });
  await paymentWith({ call }, large.body.id, 'requires_action');
  await asPayer('POST', `/payments/${large.body.id}/approve`);

  const logIn = (headers: Record<string, string>) =>
    by('', headers)('POST', '/auth/login', { phone: payer.identifier, password: PASSWORD, mode });
  // From then on the device is known, like that of a customer with the app.
  const refreshToken: string = (await logIn({})).body.refresh_token;
  const payout = { currency: 'XOF', items: [{ recipient: payer.identifier, amount: 10 }] };
  const kinds: Record<string, Kind> = {
    transfer: {
      act: () => call('POST', '/wallets/transfer', { from: wallet, to: savings, amount: 1, currency: 'XOF' }),
    },
    payment: { act: pay },
    'approval of a payment': { prepare: prompted, act: (id) => asPayer('POST', `/payments/${id}/approve`) },
    refund: { act: () => call('POST', '/refunds', { payment: large.body.id, amount: 1 }) },
    'payout of one item': { act: () => call('POST', '/payouts', { ...payout, wallet }) },
    'approval of a payout': {
      prepare: async () => (await maker!('POST', '/payouts', { ...payout, wallet })).body.id,
      act: (id) => second!('POST', `/payouts/${id}/approve`),
    },
    'read of a payment': { act: () => call('GET', `/payments/${large.body.id}`) },
    'list of transfers': { act: () => call('GET', '/transfers?limit=20') },
    login: { act: () => logIn({ 'service-device': refreshToken }) },
  };
  const stream = await watchStream(base, key);
  return {
    measure: async (count) => {
      const measured: Measured = { samples: new Map(), faults: [] };
      const streamed = stream.measure();
      await Promise.all(Object.entries(kinds).map(([name, kind]) => pace(name, kind, count, measured, stream.sent)));
      measured.samples.set('event stream', await streamed());
      return measured;
    },
    close: stream.close,
  };
}

async function openWallets(at: TestService, call: Ask): Promise<[string, string]> {
  const open = async () => (await call('POST', '/wallets', { currency: 'XOF' })).body.id as string;
  const wallets: [string, string] = [await open(), await open()];
  await fund(at, wallets[0], 900_000_000n);
  return wallets;
}

type Kind = {
  /** Runs before the measurement: the id of the record to act on. */
  readonly prepare?: () => Promise<string>;
  readonly act: (id: string) => Promise<Reply>;
};

/** One after the other, but the next one starts on time even when the last is not answered. */
async function pace(
  name: string,
  { prepare, act }: Kind,
  count: number,
  { samples, faults }: Measured,
  sent: (id: string, at: number) => void,
): Promise<void> {
  const times: number[] = [];
  samples.set(name, times);
  const one = async () => {
    const id = (await prepare?.()) ?? '';
    const began = performance.now();
    const reply = await act(id);
    times.push(performance.now() - began);
    if (name === 'transfer') sent(reply.body.id, began);
    if (reply.status >= 300) faults.push(`${name}: ${reply.status} ${reply.text}`);
  };
  const all: Promise<void>[] = [];
  for (let i = 0; i < count; i++) {
    all.push(one().catch((error) => void faults.push(`${name}: ${error}`)));
    await sleep(PACE_MS);
  }
  await Promise.all(all);
}

/** Times from a transfer's request until its event is in the stream. */
async function watchStream(base: string, key: string) {
  const listener = await listen(base, { authorization: `Bearer ${key}` });
  const sentAt = new Map<string, number>();
  const arrived = new Map<string, number>();
  let next = 0;
  const timer = setInterval(() => {
    for (; next < listener.events.length; next++) {
      const event = listener.events[next] as any;
      arrived.set(event.data?.object?.id ?? event.id, performance.now());
    }
  }, 2);
  return {
    sent: (id: string, at: number) => void sentAt.set(id, at),
    /** Starts a measurement. The returned function ends it, once every event has come. */
    measure: () => {
      sentAt.clear();
      arrived.clear();
      return async () => {
        const deadline = performance.now() + 30_000;
        while ([...sentAt.keys()].some((id) => !arrived.has(id)) && performance.now() < deadline) await sleep(20);
        return [...sentAt].map(([id, at]) => (arrived.get(id) ?? Number.POSITIVE_INFINITY) - at);
      };
    },
    close: async () => {
      clearInterval(timer);
      await listener.close();
    },
  };
}
