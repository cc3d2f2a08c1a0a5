import type { DataKey } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import { readCallbackPath } from '../rails/callback-address.ts';
import type { CallbackRequest, Rail, Rails, ReadCallback } from '../rails/rail.ts';
import type { RailRow } from '../rails/rail-row.ts';
import { type Callback, callbackDigest, isRecordId, storable } from './callback.ts';
import type { Keep } from './keep.ts';
import { maskBody, maskCallbackHeaders, maskQuery } from './mask-request.ts';
import { isFromSource } from './sources.ts';

/** A request at a callback address. */
export type CallbackArrival = {
  readonly method: string;
  /** As the provider called it, with the path of the base address. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The address of the sender. */
  readonly source: string;
  readonly authority: string;
  /** The parts of the path. */
  readonly address: { readonly rail: string; readonly secret: string; readonly record?: string | undefined };
};

export type CallbackReply = {
  readonly status: number;
  readonly contentType?: string;
  readonly body?: string;
  readonly retryAfterS?: number;
};

/** The outcome of a request, for the metrics. */
export type Arrived =
  | 'kept'
  | 'source_refused'
  | 'unreadable'
  | 'secret_refused'
  | 'signature_refused'
  | 'rate_limited'
  | 'lost';

export type ReceiverOptions = {
  /** Keys the secrets of the addresses. */
  readonly key: DataKey;
  readonly rails: Pick<Rails, 'get' | 'row' | 'names'>;
  readonly keep: Keep;
  /** Whether the rail may have one more callback now. */
  readonly mayTake: (rail: string) => boolean;
  /** `rail` is null if the address is not one that we gave. */
  readonly onArrived: (rail: string | null, arrived: Arrived) => void;
  readonly onError: (error: unknown) => void;
};

/**
 * Answers a request at a callback address. It is answered 200 only when it is committed or on the disk. A wrong secret
 * gets 404 and a wrong signature 401; both are only counted.
 */
export function createReceiver(options: ReceiverOptions): (arrival: CallbackArrival) => Promise<CallbackReply> {
  const { key, rails, keep, mayTake, onArrived, onError } = options;
  return async (arrival) => {
    const about = readCallbackPath(key, arrival.address);
    const row = about === undefined ? undefined : rowOf(rails, arrival.address.rail);
    const rail = row && rails.get(row.slug);
    if (about === undefined || !row || !rail) {
      onArrived(row?.slug ?? null, 'secret_refused');
      return { status: 404 };
    }
    const answered = (arrived: Arrived, reply: CallbackReply): CallbackReply => {
      onArrived(row.slug, arrived);
      return reply;
    };
    if (!mayTake(row.slug)) return answered('rate_limited', { status: 429, retryAfterS: 1 });
    const received = await read(rail, { ...arrival, query: fieldsOf(arrival.query), about });
    if (received && 'refused' in received) return answered('signature_refused', { status: 401 });
    const callback = toCallback(arrival, row, about, received);
    try {
      await keep(callback);
    } catch (error) {
      onError(error);
      return answered('lost', { status: 503, retryAfterS: 1 });
    }
    if (callback.sourceRefused) return answered('source_refused', { status: 403 });
    return answered(received ? 'kept' : 'unreadable', received?.answer ?? { status: 200 });
  };
}

function rowOf(rails: ReceiverOptions['rails'], id: string): RailRow | undefined {
  for (const name of rails.names()) {
    const row = rails.row(name);
    if (row?.id === id) return row;
  }
  return undefined;
}

/** Null if the rail cannot read the request. */
async function read(rail: Rail, request: CallbackRequest): Promise<ReadCallback | null> {
  try {
    return (await rail.receive?.(request)) ?? null;
  } catch {
    return null;
  }
}

function fieldsOf(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

type Answered = Exclude<ReadCallback, { refused: 'signature' }>;

function toCallback(arrival: CallbackArrival, row: RailRow, about: string | null, received: Answered | null): Callback {
  const { method, query, headers, body, source } = arrival;
  // The address is authentic, so a body that names another record than its address is not the provider's.
  const differs = about !== null && typeof received?.about === 'string' && received.about !== about;
  const readable = differs ? null : received;
  const record = about ?? readable?.about ?? null;
  const isOurs = record !== null && isRecordId(record);
  const handle = isOurs ? null : (readable?.handle ?? record);
  const sourceRefused = !isFromSource(source, row.callbackSources);
  return {
    id: newId('clb'),
    rail: row.slug,
    livemode: row.livemode,
    receivedAt: new Date(),
    method,
    query: maskQuery(query),
    source,
    headers: maskCallbackHeaders(headers),
    body: maskBody(body),
    digest: callbackDigest({ rail: row.id, method, query, about, body, sourceRefused }),
    record: isOurs ? record : null,
    handle: handle === null ? null : storable(handle),
    sourceRefused,
    unreadable: readable === null,
    result: readable?.result === undefined ? null : JSON.stringify(readable.result),
    incoming: (readable?.incoming ?? []).map(storableMoney).filter(({ amount }) => amount > 0n),
  };
}

function storableMoney(money: NonNullable<Answered['incoming']>[number]) {
  const { receipt, payer, accountText } = money;
  return {
    ...money,
    receipt: storable(receipt),
    payer: payer === null ? null : storable(payer),
    accountText: accountText === null ? null : storable(accountText),
  };
}
