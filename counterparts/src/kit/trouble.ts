import { setTimeout as sleep } from 'node:timers/promises';
import { createChance } from './chance.ts';
import { type Answer, bodyText, type Call, type Counterpart, type Operation, type Route } from './server.ts';

export const troubleKinds = [
  /** The call has its effect, and the connection is cut before the answer. */
  'taken_then_cut',
  /** The connection is cut before anything happens. */
  'cut',
  /** The call has its effect at once, and the answer comes after 25 s. */
  'slow',
  /** 500, 502, 503 or 504 with an HTML page of a gateway. */
  'status',
  /** 200 with the HTML page of a firewall. */
  'firewall',
  /** 200 without a body. */
  'empty',
  /** The first half of the answer's JSON. */
  'cut_json',
  'too_many',
  /** 503 until it is cleared. */
  'maintenance',
] as const;

export type TroubleKind = (typeof troubleKinds)[number];

export type Trouble = {
  readonly kind: TroubleKind;
  /** Default: every operation. */
  readonly operation?: Operation;
  /** One of our ids. Default: every call. */
  readonly reference?: string;
  /** The number of calls that it still affects. Default: all, until it is cleared. */
  readonly next?: number;
  /** The share of the calls that it affects, from 0 to 1, drawn from `seed`. */
  readonly share?: number;
  readonly seed?: number;
  /** For `slow`. Default: 25 000. Real time, not the control clock's. */
  readonly after_ms?: number;
  /** Seconds, for `too_many` and `maintenance`. Default: no such header. */
  readonly retry_after?: number;
  /** For `status`. Default: 502. */
  readonly status?: number;
  /**
   * True: the call has its effect although the answer says nothing of it. Default: true for `empty` and `cut_json`,
   * which come from the API itself; false for answers that gateways give before the API.
   */
  readonly taken?: boolean;
};

export type Troubles = {
  add(trouble: Trouble): void;
  clear(): void;
  list(): readonly Trouble[];
  /** The trouble that this call meets, or null. */
  meet(route: Route, call: Call): Trouble | null;
};

const SLOW_MS = 25_000;

type Active = { readonly trouble: Trouble; left: number; readonly chance: () => number };

/** The first trouble that fits a call happens. */
export function openTroubles(): Troubles {
  let active: Active[] = [];
  return {
    add: (trouble) => {
      const left = trouble.next ?? Number.POSITIVE_INFINITY;
      active.push({ trouble, left, chance: createChance(trouble.seed ?? 1) });
    },
    clear: () => {
      active = [];
    },
    list: () => active.map(({ trouble, left }) => (trouble.next === undefined ? trouble : { ...trouble, next: left })),
    meet: (route, call) => {
      if (active.length === 0) return null;
      for (const one of active) {
        const { operation, reference, share } = one.trouble;
        if (operation !== undefined && operation !== route.operation) continue;
        if (reference !== undefined && route.referenceOf?.(call) !== reference) continue;
        if (share !== undefined && one.chance() >= share) continue;
        one.left -= 1;
        if (one.left <= 0) active = active.filter((other) => other !== one);
        return one.trouble;
      }
      return null;
    },
  };
}

const html = (status: number, text: string, headers = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body: `<html><head><title>${text}</title></head><body><h1>${text}</h1></body></html>\n`,
});

const gateway: Readonly<Record<number, string>> = {
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/**
 * Answers a call in trouble.
 * @param handle the provider's own handling, which has the call's effect
 * @returns null: cut the connection
 */
export async function answerInTrouble(
  trouble: Trouble,
  call: Call,
  handle: () => Answer | Promise<Answer>,
  inShape: Counterpart['inShape'],
): Promise<Answer | null> {
  const { kind, taken = kind === 'empty' || kind === 'cut_json' } = trouble;
  if (kind === 'cut') return null;
  if (kind === 'taken_then_cut') {
    await handle();
    return null;
  }
  if (kind === 'slow') {
    const answer = await handle();
    await sleep(trouble.after_ms ?? SLOW_MS, undefined, { ref: false });
    return answer;
  }
  const real = taken ? await handle() : null;
  return damaged(trouble, call, real, inShape);
}

function damaged(trouble: Trouble, call: Call, real: Answer | null, inShape: Counterpart['inShape']): Answer {
  const { retry_after: seconds } = trouble;
  const after: Record<string, string> = seconds === undefined ? {} : { 'retry-after': String(seconds) };
  switch (trouble.kind) {
    case 'firewall':
      return html(200, 'Request Rejected');
    case 'empty':
      return { status: 200 };
    case 'cut_json': {
      const text = real ? bodyText(real) : '{"status":';
      const body = text.slice(0, Math.ceil(text.length / 2));
      return { status: real?.status ?? 200, headers: { 'content-type': 'application/json' }, body };
    }
    case 'too_many': {
      const answer = inShape?.('too_many', call) ?? { status: 429, body: { message: 'Rate limit is exceeded.' } };
      return { ...answer, headers: { ...answer.headers, ...after } };
    }
    case 'maintenance': {
      const answer = inShape?.('maintenance', call) ?? html(503, 'Under maintenance');
      return { ...answer, headers: { ...answer.headers, ...after } };
    }
    default: {
      const status = trouble.status ?? 502;
      return html(status, gateway[status] ?? 'Error');
    }
  }
}
