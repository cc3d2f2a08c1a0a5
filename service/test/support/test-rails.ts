import type { RailAnswer } from '../../src/core/payment.ts';
import type { Collection, Disbursement, LookedUp, LookUp, PayOutAnswer, Rail, Rails } from '../../src/rails/rail.ts';
import type { RailRow } from '../../src/rails/rail-row.ts';

type Collecting = NonNullable<ReturnType<Rail['capabilities']>['collect']>;

export type TestRailOptions = {
  readonly row?: Partial<RailRow>;
  readonly collect?: Partial<Collecting> | null;
  readonly refundParts?: 'whole' | 'part' | null;
  readonly decimals?: number;
  /** The answer to a collection; default: it succeeds at once. */
  readonly answer?: (collection: Collection) => RailAnswer | Promise<RailAnswer>;
  /** The answer to a payout item; default: it succeeds at once. */
  readonly payOut?: (item: Disbursement) => PayOutAnswer;
  readonly lookUp?: (question: LookUp) => Promise<LookedUp>;
};

export type TestRails = Rails & {
  /** Adds a rail of Uganda in live mode, or replaces one. */
  add(slug: string, options?: TestRailOptions): void;
  clear(): void;
  hold(slug: string, retryAfterMs?: number): void;
  release(slug: string): void;
  /** The most unanswered calls of a rail. */
  limit(slug: string, concurrency: number): void;
  /** Everything that each rail was sent, in order. */
  readonly collections: (Collection & { readonly rail: string })[];
  readonly disbursements: (Disbursement & { readonly rail: string })[];
  readonly lookUps: (LookUp & { readonly rail: string })[];
};

/**
 * Rails of providers in the memory of the test.
 * @param slugs all that the test may add: a worker's round has the names from its beginning
 */
export function openTestRails(slugs: readonly string[]): TestRails {
  const rails = new Map<string, { rail: Rail; row: RailRow }>();
  const held = new Map<string, number | null>();
  const limits = new Map<string, number>();
  const collections: (Collection & { rail: string })[] = [];
  const disbursements: (Disbursement & { rail: string })[] = [];
  const lookUps: (LookUp & { rail: string })[] = [];
  const sending = { deduplicates: true, arrivalMs: 0, minimum: null, maximum: null };
  const toRail = (name: string, options: TestRailOptions): Rail => {
    const { decimals = 0, refundParts = 'part', lookUp } = options;
    const { answer = ({ id }) => ({ state: 'succeeded', railReference: `${name}-${id}` }) as const } = options;
    const usual = { ...sending, flow: 'prompt', approvalMs: 120_000, needsCode: false, settlesLate: false } as const;
    return {
      name,
      capabilities: () => ({
        decimals,
        collect: options.collect === null ? null : { ...usual, ...options.collect },
        refund: refundParts && { ...sending, parts: refundParts, days: null },
        payout: { ...sending, batchMost: null },
      }),
      collect: async (collection) => {
        collections.push({ ...collection, rail: name });
        return answer(collection);
      },
      check: async (collection) => answer(collection),
      refund: async () => ({ state: 'succeeded', railReference: null }),
      checkRefund: async () => ({ state: 'succeeded', railReference: null }),
      payOut: async (item) => {
        disbursements.push({ ...item, rail: name });
        return options.payOut?.(item) ?? { state: 'succeeded', railReference: `${name}-${item.id}` };
      },
      checkPayOut: async ({ id }) => ({ state: 'succeeded', railReference: `${name}-${id}` }),
      ...(lookUp && {
        lookUp: async (question: LookUp) => {
          lookUps.push({ ...question, rail: name });
          return lookUp(question);
        },
      }),
    };
  };
  return {
    ...{ collections, disbursements, lookUps },
    add: (slug, options = {}) => {
      const row: RailRow = {
        ...{ id: `rail_${slug}`, slug, provider: 'mtn-momo', country: 'UG', currency: 'UGX', livemode: true },
        ...{ merchant: null, baseUrl: '', prefixes: [], minimum: null, maximum: null, priority: 100 },
        ...{ callsPerSecond: null, concurrency: null, payoutDayMaximum: null, floatMinimum: null, scheme: null },
        ...{ status: 'enabled', statusReason: null, statusUntil: null, callbackSources: [], version: 1 },
        ...options.row,
      };
      rails.set(slug, { row, rail: toRail(slug, options) });
    },
    clear: () => {
      rails.clear();
      held.clear();
    },
    hold: (slug, retryAfterMs) => held.set(slug, retryAfterMs ?? null),
    release: (slug) => held.delete(slug),
    get: (name) => rails.get(name)?.rail,
    row: (name) => rails.get(name)?.row,
    names: () => slugs,
    heldBack: (name) => {
      const retryAfterMs = held.get(name);
      if (retryAfterMs === undefined) return null;
      return { state: 'not_taken', ...(retryAfterMs === null ? {} : { retryAfterMs }) };
    },
    limit: (slug, concurrency) => limits.set(slug, concurrency),
    room: (name, open) => (limits.get(name) ?? Number.POSITIVE_INFINITY) - open,
  };
}
