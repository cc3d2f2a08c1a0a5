import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CounterpartProcess, startCounterpartProcess } from '../../../counterparts/test/start-process.ts';
import { openRailHttp, type RailHttpOptions } from '../../src/rails/http.ts';
import { pawapay } from '../../src/rails/pawapay/provider.ts';
import type { Collection, Disbursement, Rail, Repayment } from '../../src/rails/rail.ts';

export type PawapayAccount = {
  readonly counterpart: CounterpartProcess;
  readonly rail: Rail & Required<Rail>;
  /** The same account with other credentials or another HTTP client. */
  connect(credentials: object, http?: Partial<RailHttpOptions>, now?: () => number): Rail & Required<Rail>;
  /** The entries of pawaPay's books that name our id. */
  entriesOf(reference: string): Promise<{ kind: string; amount: string; operation: string }[]>;
  stop(): Promise<void>;
};

const exponents: Readonly<Record<string, number>> = { ZMW: 2, XOF: 0, KES: 2 };

/** Starts pawaPay's counterpart, whose customers answer after 30 ms, and a rail to it. */
export async function openPawapayAccount(country = 'ZM', currency = 'ZMW'): Promise<PawapayAccount> {
  const counterpart = await startCounterpartProcess('pawapay', '--country', country, '--currency', currency);
  await counterpart.ask('POST', '/settings', { success_after_ms: 30 });
  const closing: (() => Promise<void>)[] = [];
  const connect = (credentials: object, options: Partial<RailHttpOptions> = {}, now = Date.now) => {
    const { http, download, close } = openRailHttp({ baseUrl: counterpart.url, ...options });
    closing.push(close);
    const settings = {
      name: 'pawapay-test',
      country,
      currency,
      exponent: exponents[currency]!,
      livemode: false,
      baseUrl: counterpart.url,
      credentials,
    };
    return pawapay.connect(settings, { http, download, now, railCallbackUrl: () => null }) as Rail & Required<Rail>;
  };
  return {
    counterpart,
    rail: connect(counterpart.credentials),
    connect,
    entriesOf: async (reference) => {
      const { entries } = await counterpart.ask('GET', '/ledger');
      return entries.filter((entry: { reference: string }) => entry.reference === reference);
    },
    stop: async () => {
      for (const close of closing) await close();
      await counterpart.stop();
    },
  };
}

const newId = (prefix: string) => `${prefix}_${randomBytes(13).toString('hex')}`;
const atRail = { sentAt: new Date(), handle: null, received: [], callbackUrl: null };

export const collection = (customer: string, more: Partial<Collection> = {}): Collection => ({
  ...atRail,
  id: newId('pay'),
  amount: 1_500n,
  currency: 'ZMW',
  customer,
  payerWallet: null,
  createdAt: new Date(),
  expiresAt: new Date(Date.now() + 600_000),
  merchant: 'Kiosk',
  reference: null,
  description: "Bread & l'œuf",
  successUrl: null,
  cancelUrl: null,
  code: null,
  ...more,
});

export const disbursement = (recipient: string, more: Partial<Disbursement> = {}): Disbursement => ({
  ...atRail,
  id: newId('pit'),
  amount: 2_050n,
  currency: 'ZMW',
  recipient,
  name: null,
  reference: 'PAY 7',
  description: null,
  merchant: 'Kiosk',
  ...more,
});

export const repayment = (payment: Collection, amount: bigint, more: Partial<Repayment> = {}): Repayment => ({
  ...atRail,
  id: newId('rfd'),
  amount,
  currency: payment.currency,
  payment: {
    id: payment.id,
    handle: null,
    railReference: null,
    amount: payment.amount,
    succeededAt: new Date(),
    refunded: 0n,
  },
  customer: payment.customer,
  merchant: 'Kiosk',
  ...more,
});

/** Asks until the answer has one of these states. */
export async function until<Answer extends { state: string }>(
  ask: () => Promise<Answer>,
  ...states: string[]
): Promise<Answer> {
  for (let times = 0; ; times++) {
    const answer = await ask();
    if (states.includes(answer.state)) return answer;
    if (times === 400) throw new Error(`the state stays ${answer.state}`);
    await sleep(25);
  }
}

/** In one text: the state, and of a failure its codes. */
export const summary = (answer: { state: string; failure?: { code: string; rail_code: string | null } }): string =>
  answer.failure ? `${answer.state} ${answer.failure.code} ${answer.failure.rail_code}` : answer.state;
