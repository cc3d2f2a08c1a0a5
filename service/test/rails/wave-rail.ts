import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CounterpartProcess, startCounterpartProcess } from '../../../counterparts/test/start-process.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { openRailHttp } from '../../src/rails/http.ts';
import type { Collection, Disbursement, Rail, Repayment } from '../../src/rails/rail.ts';
import { wave } from '../../src/rails/wave/provider.ts';

/** Every method that Wave's connector has. */
export type WaveRail = Required<Omit<Rail, 'refresh'>>;

export type WaveTest = {
  readonly counterpart: CounterpartProcess;
  readonly rail: WaveRail;
  /** Moves the rail's clock and Wave's. */
  advance(ms: number): Promise<void>;
  /** A rail of the same wallet with other credentials. */
  connect(credentials: object): WaveRail;
  collection(phone: string, changes?: Partial<Collection>): Collection;
  item(phone: string, changes?: Partial<Disbursement>): Disbursement;
  /** The movements of the record at Wave, as [kind, amount]. */
  movements(record: string): Promise<[string, string][]>;
  stop(): Promise<void>;
};

const HALF_HOUR_MS = 30 * 60_000;

/** Starts the counterpart, whose customers and batches take 50 ms, and connects a rail to it. */
export async function startWave(...args: string[]): Promise<WaveTest> {
  const counterpart = await startCounterpartProcess('wave', ...args);
  await counterpart.ask('POST', '/settings', { success_after_ms: 50 });
  const { http, close } = openRailHttp({ baseUrl: counterpart.url, wholeMs: 2_000 });
  let added = 0;
  const now = () => Date.now() + added;
  const currency = args.includes('GMD') ? 'GMD' : 'XOF';
  const connect = (credentials: object) =>
    wave.connect(
      {
        name: 'wave-test',
        country: 'SN',
        currency,
        exponent: currency === 'GMD' ? 2 : 0,
        livemode: false,
        baseUrl: counterpart.url,
        credentials,
      },
      { http, now, railCallbackUrl: () => null },
    ) as WaveRail;
  const common = () => ({
    amount: 1_000n,
    currency,
    sentAt: new Date(now()),
    handle: null,
    received: [],
    callbackUrl: null,
    reference: null,
    description: 'Salaire',
    merchant: 'Annas Apiaries',
  });
  return {
    counterpart,
    rail: connect(counterpart.credentials),
    connect,
    advance: async (ms) => {
      added += ms;
      await counterpart.ask('POST', '/clock', { advance_ms: ms });
    },
    collection: (customer, changes) => ({
      ...common(),
      id: newId('pay'),
      customer,
      payerWallet: null,
      createdAt: new Date(now()),
      expiresAt: new Date(now() + HALF_HOUR_MS),
      successUrl: 'https://example.com/success',
      cancelUrl: 'https://example.com/error',
      code: null,
      ...changes,
    }),
    item: (recipient, changes) => ({ ...common(), id: newId('pit'), recipient, name: 'Fatou Ndiaye', ...changes }),
    movements: async (record) => {
      const { entries } = await counterpart.ask('GET', '/ledger');
      return entries
        .filter(({ reference }: { reference: string }) => reference === record)
        .map(({ kind, amount }: { kind: string; amount: string }) => [kind, amount]);
    },
    stop: async () => {
      await counterpart.stop();
      await close();
    },
  };
}

/** A refund of a whole payment. */
export function refundOf(collection: Collection, changes: Partial<Repayment> = {}): Repayment {
  const { amount, currency, customer, merchant, handle } = collection;
  return {
    id: newId('rfd'),
    amount,
    currency,
    sentAt: new Date(),
    handle: null,
    received: [],
    callbackUrl: null,
    payment: { id: collection.id, handle, railReference: null, amount, succeededAt: new Date(), refunded: 0n },
    customer,
    merchant,
    ...changes,
  };
}

type Answer = { readonly state: string; readonly handle?: string };

/** The record with the handle of an answer, as the service keeps it. */
export const after = <Of extends { readonly handle: string | null }>(record: Of, answer: Answer): Of => ({
  ...record,
  handle: answer.handle ?? record.handle,
});

/** Asks until the answer has the state. */
export async function ask<Is extends Answer>(wanted: string, question: () => Promise<Is>): Promise<Is> {
  for (let times = 0; times < 200; times++) {
    const answer = await question();
    if (answer.state === wanted) return answer;
    await sleep(25);
  }
  assert.fail(`the state is not ${wanted}, but ${JSON.stringify(await question())}`);
}

/** The state with its failure, for one comparison. */
export function verdict(answer: object): string[] {
  const { state, failure, fault } = answer as {
    state: string;
    failure?: { code: string; rail_code: string | null };
    fault?: string;
  };
  return [state, ...(failure ? [failure.code, String(failure.rail_code)] : []), ...(fault ? [fault] : [])];
}
