import type { MerchantSettings } from '../../../contract/src/receipts.ts';
import type { Queries, Statement } from '../db/database.ts';
import { logoOf, zoneOf } from '../merchants/settings.ts';
import { joinLogo, publicColumns, type SettingsRow } from '../merchants/settings-store.ts';
import type { ReceiptRow } from './store.ts';

export const receiptStates = ['open', 'paid', 'failed', 'reversed', 'returned', 'canceled'] as const;
export type ReceiptState = (typeof receiptStates)[number];

/** Everything that a receipt shows. */
export type Facts = {
  readonly receipt: Pick<ReceiptRow, 'id' | 'kind' | 'livemode'>;
  readonly state: ReceiptState;
  /** The amount that the payer gave, or the receiver got. */
  readonly amount: bigint;
  /** The part of it that is a fee, if the payer bears it; otherwise 0. */
  readonly fee: bigint;
  readonly currency: string;
  /** The time of the state, not of the reading. */
  readonly at: Date;
  readonly merchant: {
    readonly id: string;
    readonly name: string;
    readonly timeZone: string;
    readonly logo: MerchantSettings['logo'];
  };
  /** The phone (E.164) or the wallet of the other party. */
  readonly party: string;
  readonly provider: string | null;
  readonly providerReceipt: string | null;
  readonly description: string | null;
  readonly refunds: readonly { readonly amount: bigint; readonly state: ReceiptState; readonly at: Date }[];
};

type FactsRow = Omit<SettingsRow, 'id' | 'name' | 'receipts'> & {
  merchant_id: string;
  merchant_name: string;
  status: string;
  amount: bigint;
  fee: bigint;
  currency: string;
  at: Date;
  reversed: boolean;
  party: string;
  rail: string | null;
  rail_reference: string | null;
  description: string | null;
  refunds: { amount: string; status: string; at: string }[] | null;
};

const merchantOf = (world: string) => `
  JOIN worlds w ON w.id = ${world} JOIN integrations i ON i.id = w.integration_id
  JOIN merchants m ON m.id = i.merchant_id ${joinLogo}`;
const merchant = `m.id AS merchant_id, m.name AS merchant_name, m.live_approved_at, ${publicColumns}`;

/** A merchant may not put more refunds on the page than somebody reads. */
const MOST_REFUNDS = 20;

const selectFacts: Readonly<Record<ReceiptRow['kind'], Statement>> = {
  payment: {
    name: 'receipts_facts_payment',
    text: `
      SELECT ${merchant}, p.status, p.amount, p.amount - coalesce(p.price, p.amount) AS fee, p.currency,
        p.reversed_at IS NOT NULL AS reversed, p.customer AS party,
        coalesce(p.reversed_at, p.succeeded_at, p.failed_at, p.updated_at) AS at, p.rail, p.rail_reference,
        p.description,
        (SELECT jsonb_agg(jsonb_build_object('amount', r.amount::text, 'status', r.status, 'at',
                  coalesce(r.succeeded_at, r.failed_at, r.created_at)) ORDER BY r.id)
         FROM (SELECT * FROM refunds WHERE world = p.world AND payment_id = p.id ORDER BY id LIMIT ${MOST_REFUNDS}) r
        ) AS refunds
      FROM payments p ${merchantOf('p.world')} WHERE p.world = $1 AND p.id = $2 AND $3::text IS NULL`,
  },
  refund: {
    name: 'receipts_facts_refund',
    text: `
      SELECT ${merchant}, r.status, r.amount, 0::bigint AS fee, r.currency, false AS reversed, r.customer AS party,
        coalesce(r.succeeded_at, r.failed_at, r.updated_at) AS at, r.rail, r.rail_reference, NULL AS description,
        NULL::jsonb AS refunds
      FROM refunds r ${merchantOf('r.world')} WHERE r.world = $1 AND r.id = $2 AND $3::text IS NULL`,
  },
  payout_item: {
    name: 'receipts_facts_payout_item',
    text: `
      SELECT ${merchant}, CASE p.status WHEN 'canceled' THEN 'canceled' ELSE t.status END AS status, t.amount,
        0::bigint AS fee, p.currency, false AS reversed, t.recipient AS party, t.rail, t.rail_reference, t.description,
        CASE p.status WHEN 'canceled' THEN p.updated_at ELSE t.updated_at END AS at, NULL::jsonb AS refunds
      FROM payout_items t JOIN payouts p ON p.world = t.world AND p.id = t.payout_id ${merchantOf('t.world')}
      WHERE t.world = $1 AND t.id = $2 AND t.payout_id = $3`,
  },
};

const stateOf = (status: string, reversed = false): ReceiptState => {
  if (reversed) return 'reversed';
  if (status === 'succeeded') return 'paid';
  return receiptStates.find((state) => state === status) ?? 'open';
};

/** The facts that a receipt shows now; undefined if its record is gone. */
export async function loadFacts(db: Queries, receipt: ReceiptRow): Promise<Facts | undefined> {
  const { kind, world, record_id, payout_id } = receipt;
  const [row] = await db.query<FactsRow>(selectFacts[kind], [world, record_id, payout_id]);
  if (!row) return undefined;
  const isBuiltIn = row.rail === null || row.rail === 'wallet' || row.rail === 'sandbox';
  return {
    receipt,
    state: stateOf(row.status, row.reversed),
    amount: row.amount,
    fee: row.fee,
    currency: row.currency,
    at: row.at,
    merchant: { id: row.merchant_id, name: row.merchant_name, timeZone: zoneOf(row), logo: logoOf(row) },
    party: row.party,
    provider: isBuiltIn ? null : row.rail,
    providerReceipt: row.rail_reference,
    description: row.description,
    refunds: (row.refunds ?? []).map(({ amount, status, at }) => ({
      amount: BigInt(amount),
      state: stateOf(status),
      at: new Date(at),
    })),
  };
}

/** A phone keeps its first four and last two digits, a wallet its last four characters. */
export function maskParty(party: string): string {
  if (party.startsWith('+')) return `${party.slice(0, 5)}${'*'.repeat(party.length - 7)}${party.slice(-2)}`;
  return `${party.slice(0, 4)}***${party.slice(-4)}`;
}
