import type { Kit } from '../kit/kit.ts';
import type { Answer, Call } from '../kit/server.ts';
import { invalid } from './errors.ts';

export type RowType =
  | 'merchant_payment'
  | 'merchant_payment_refund'
  | 'api_checkout'
  | 'api_checkout_refund'
  | 'api_payout'
  | 'api_payout_reversal'
  | 'b2b_payment_reversal';

export type Movement = {
  readonly type: RowType;
  readonly id: string;
  /** Minor units, positive into the wallet, without the fee. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly mobile: string | null;
  readonly name?: string | null;
  readonly reference: string | null;
  readonly session?: string | null;
  readonly batch?: string | null;
  readonly reason?: string | null;
  readonly custom?: Readonly<Record<string, string>> | null;
};

type Row = { readonly movement: Movement; readonly at: number; readonly balance: bigint | null };

/** The list of transactions that the wallet's owner can read by day. */
export type Statement = {
  add(movement: Movement): void;
  /** Lists a movement of another time, which the balance does not follow. */
  addAt(movement: Movement, at: number): void;
  find(id: string): Movement | null;
  /** GET /v1/transactions */
  page(call: Call): Answer;
};

const PAGE_ROWS = 100;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

type Writers = {
  readonly kit: Kit;
  readonly currency: string;
  amount(minor: bigint): string;
  time(ms: number): string;
};

/** Control hides rows that a statement lacks: `{"statement_hides": ["pay_…"]}`. */
export function createStatement({ kit, currency, amount, time }: Writers): Statement {
  const byId = new Map<string, Movement>();
  const byDay = new Map<string, Row[]>();
  const keep = (row: Row) => {
    byId.set(row.movement.id, row.movement);
    const day = time(row.at).slice(0, 10);
    const rows = byDay.get(day);
    if (rows) rows.push(row);
    else byDay.set(day, [row]);
  };
  const view = ({ movement, at, balance }: Row) => ({
    timestamp: time(at),
    transaction_id: movement.id,
    transaction_type: movement.type,
    amount: amount(movement.amount),
    fee: amount(movement.fee),
    balance: balance === null ? null : amount(balance),
    currency,
    is_reversal: /_(refund|reversal)$/.test(movement.type),
    counterparty_name: movement.name ?? null,
    counterparty_mobile: movement.mobile,
    client_reference: movement.reference,
    payment_reason: movement.reason ?? null,
    checkout_api_session_id: movement.session ?? null,
    batch_id: movement.batch ?? null,
    custom_fields: movement.custom ?? null,
  });
  return {
    add: (movement) => keep({ movement, at: kit.now(), balance: kit.books.balance(currency) }),
    addAt: (movement, at) => keep({ movement, at, balance: null }),
    find: (id) => byId.get(id) ?? null,
    page: (call) => {
      const date = call.query.get('date') ?? time(kit.now()).slice(0, 10);
      if (!DAY.test(date)) return invalid([{ loc: ['date'], msg: 'invalid date format' }]);
      const from = call.query.has('after') ? cursorOf(call.query.get('after')!) : 0;
      if (from === null) return invalid([{ loc: ['after'], msg: 'invalid cursor' }]);
      const hidden = new Set((kit.settings.statementHides as string[] | undefined) ?? []);
      const listed = byDay.get(date) ?? [];
      const day = listed.filter(({ movement }) => !hidden.has(movement.reference ?? ''));
      const end = from + PAGE_ROWS;
      const hasNext = end < day.length;
      const cursors = { start_cursor: null, end_cursor: hasNext ? Buffer.from(String(end)).toString('base64') : null };
      return {
        status: 200,
        body: { page_info: { ...cursors, has_next_page: hasNext }, date, items: day.slice(from, end).map(view) },
      };
    },
  };
}

function cursorOf(text: string): number | null {
  const plain = Buffer.from(text, 'base64').toString();
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null;
}
