import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CounterpartProcess, startCounterpartProcess } from '../../../counterparts/test/start-process.ts';
import type { RailAnswer } from '../../src/core/payment.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { daraja } from '../../src/rails/daraja/provider.ts';
import { openRailHttp } from '../../src/rails/http.ts';
import type { Collection, Disbursement, Incoming, Rail, Repayment } from '../../src/rails/rail.ts';

/** A rail at the counterpart's process, and a server that keeps its callbacks as the service does. */
export type OpenDaraja = {
  readonly counterpart: CounterpartProcess;
  readonly rail: Rail;
  /** Sends a prompt, and keeps its handle in the payment. */
  collect(payment: Collection): Promise<RailAnswer>;
  /** Asks about a payment until it has an outcome. */
  settled(payment: Collection): Promise<RailAnswer>;
  /** Connects once more, as another node or after a change of the credentials. */
  connect(changed?: object): Rail;
  readonly incoming: Incoming[];
  /** Bodies that arrived, by our id; '' is the rail's own address. */
  readonly bodies: Map<string, unknown[]>;
  receivedOf(id: string): readonly unknown[];
  callbackUrl(id: string): string;
  /** Moves the clock of the provider and of the rail. */
  advance(ms: number): Promise<void>;
  now(): number;
  stop(): Promise<void>;
};

/** @param settings of the counterpart */
export async function openDaraja(settings: object = {}): Promise<OpenDaraja> {
  const counterpart = await startCounterpartProcess('daraja');
  await counterpart.ask('POST', '/settings', settings);
  const bodies = new Map<string, unknown[]>();
  const kept = new Map<string, unknown[]>();
  const incoming: Incoming[] = [];
  let added = 0;
  const now = () => Date.now() + added;
  let rail: Rail | null = null;
  const add = <T>(lists: Map<string, T[]>, id: string, item: T) => lists.set(id, [...(lists.get(id) ?? []), item]);

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url!, 'http://127.0.0.1');
    const hex = url.pathname.split('/')[4];
    const about = hex ? Buffer.from(hex, 'hex').toString() : null;
    add(bodies, about ?? '', JSON.parse(body.toString()));
    const query = Object.fromEntries(url.searchParams);
    const call = { method: 'POST', path: url.pathname, query, headers: {}, body, authority: url.host, about };
    const received = await rail!.receive!(call);
    if ('refused' in received) throw new Error(received.refused);
    if (received.result) add(kept, about ?? '', JSON.parse(JSON.stringify(received.result)));
    incoming.push(...(received.incoming ?? []));
    response.writeHead(received.answer.status, { 'content-type': received.answer.contentType });
    response.end(received.answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rails/00ff/5ec2e7`;

  const clients: { close(): Promise<void> }[] = [];
  const connect = (changed: object = {}): Rail => {
    const client = openRailHttp({ baseUrl: counterpart.url, wholeMs: 2_000 });
    clients.push(client);
    const ours = { country: 'KE', currency: 'KES', exponent: 2, livemode: false, baseUrl: counterpart.url };
    const credentials = { ...counterpart.credentials, ...changed };
    return daraja.connect(
      { ...ours, name: 'mpesa', credentials },
      { http: client.http, now, railCallbackUrl: () => own },
    );
  };
  const opened = connect();
  rail = opened;
  await opened.refresh!();
  return {
    counterpart,
    rail: opened,
    collect: async (payment) => keepHandle(payment, await opened.collect!(payment)),
    settled: (payment) => until(payment, () => opened.check!(payment), 'succeeded', 'failed', 'not_taken'),
    connect,
    incoming,
    bodies,
    receivedOf: (id) => kept.get(id) ?? [],
    callbackUrl: (id) => `${own}/${Buffer.from(id).toString('hex')}`,
    advance: async (ms) => {
      added += ms;
      await counterpart.ask('POST', '/clock', { advance_ms: ms });
    },
    now,
    stop: async () => {
      await counterpart.stop();
      server.close();
      server.closeAllConnections();
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

let phones = 0;
/** A Kenyan phone that no other call gets, with these last four digits. */
export const kenyan = (lastFour = '5555'): string => `+2547${String(10_000 + phones++).slice(-4)}${lastFour}`;

const atRail = (open: OpenDaraja, id: string) => ({
  id,
  amount: 15_000n,
  currency: 'KES',
  sentAt: new Date(open.now()),
  handle: null,
  callbackUrl: open.callbackUrl(id),
  merchant: 'Café Zoé',
  reference: null,
  // A getter, because results arrive later.
  get received() {
    return open.receivedOf(id);
  },
});

/** Spreading would read the getter once: the changed fields are defined on the object instead. */
const withChanges = <T extends object>(base: T, changed: object): T => Object.assign(base, changed);

export const collectionOf = (open: OpenDaraja, changed: Partial<Collection> = {}): Collection => {
  const now = open.now();
  return withChanges(atRail(open, newId('pay')), {
    customer: kenyan(),
    payerWallet: null,
    createdAt: new Date(now),
    expiresAt: new Date(now + 120_000),
    description: 'Two coffees and a cake',
    successUrl: null,
    cancelUrl: null,
    code: null,
    ...changed,
  }) as unknown as Collection;
};

export const itemOf = (open: OpenDaraja, changed: Partial<Disbursement> = {}): Disbursement =>
  withChanges(atRail(open, newId('pit')), {
    recipient: kenyan(),
    name: null,
    description: 'Wages',
    ...changed,
  }) as unknown as Disbursement;

export const refundOf = (open: OpenDaraja, payment: Collection, railReference: string | null): Repayment =>
  withChanges(atRail(open, newId('rfd')), {
    customer: payment.customer,
    payment: {
      id: payment.id,
      handle: null,
      railReference,
      amount: payment.amount,
      succeededAt: new Date(open.now()),
      refunded: 0n,
    },
  }) as unknown as Repayment;

type Answered = { readonly state: string; readonly handle?: string };

function keepHandle<T extends Answered>(record: { readonly handle: string | null }, answer: T): T {
  if (answer.handle !== undefined) Object.assign(record, { handle: answer.handle });
  return answer;
}

/** Calls until the state is one of these, and gives the handle back to each call, as the service does. */
export async function until<T extends Answered>(
  record: { readonly handle: string | null },
  call: () => Promise<T>,
  ...states: T['state'][]
): Promise<T> {
  const end = performance.now() + 15_000;
  for (;;) {
    const answer = keepHandle(record, await call());
    if (states.includes(answer.state)) return answer;
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export type LedgerEntry = { reference: string; operation: string; kind: string; amount: string; currency: string };

/** The movements of one of our ids in the provider's books. */
export async function movementsOf({ counterpart }: OpenDaraja, id: string): Promise<LedgerEntry[]> {
  const { entries } = await counterpart.ask('GET', '/ledger');
  return entries.filter(({ reference }: LedgerEntry) => reference === id);
}
