import type { nameMatches, PayoutItemStatus } from '../../../contract/src/payouts.ts';
import type { Failure } from '../core/payment.ts';
import type { Sends } from '../core/sending.ts';
import type { Queries, Statement } from '../db/database.ts';
import {
  arraysFrom,
  arraysOf,
  from,
  int2,
  int4,
  int8,
  jsonbAsText,
  nullable,
  type RowOf,
  text,
  timestamptz,
} from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';
import { noContext, type RailContext } from '../rails/context.ts';
import type { Disbursement } from '../rails/rail.ts';

const newItem = {
  id: text,
  recipient: text,
  amount: int8,
  fee: int8,
  tax: int8,
  reference: nullable(text),
  description: nullable(text),
  name: nullable(text),
  provider_reference: nullable(text),
};
export type NewItem = Readonly<RowOf<typeof newItem>>;
/** The payout's three parameters come first. */
const newItems = arraysOf(newItem, { first: 4 });

const insertStatement: Statement = {
  name: 'payout_items_insert',
  text: `
    INSERT INTO payout_items (world, payout_id, updated_at, ${newItems.names})
    SELECT $1, $2, $3, ${newItems.unnamed}`,
};

export function insertItems(
  tx: Tx,
  payout: { world: number; id: string; created_at: Date },
  items: readonly NewItem[],
) {
  return tx.query(insertStatement, [payout.world, payout.id, payout.created_at, ...newItems.of(items)]);
}

const ofPayouts = arraysFrom<{ world: number; id: string }>({
  world: from(int4, ({ world }) => world),
  payout_id: from(text, ({ id }) => id),
});

const deleteStatement: Statement = {
  name: 'payout_items_delete',
  text: `DELETE FROM payout_items i USING (SELECT ${ofPayouts.unnest}) AS n
         WHERE i.world = n.world AND i.payout_id = n.payout_id`,
};

/** For payouts whose reservation is refused. */
export function deleteItems(tx: Tx, payouts: readonly { world: number; id: string }[]): void {
  tx.query(deleteStatement, ofPayouts.of(payouts));
}

/** The columns needed to settle an item. */
export type OpenItem = {
  world: number;
  payout_id: string;
  id: string;
  recipient: string;
  amount: bigint;
  fee: bigint;
  tax: bigint;
  version: number;
  asked: number;
  rail: string | null;
  sent_at: Date | null;
  not_found: number;
  rail_handle: string | null;
  /** The named wallet, or the wallet here of its phone. */
  wallet: string | null;
};

/**
 * A phone is looked up one portion before it is paid, so that a wallet that its owner opened meanwhile gets the money.
 * A merchant's person may have the same phone, so only customers match and an item appears once.
 *
 * The index scan begins at the cursor. When the cursor was joined from the payout's row, it was compared with every
 * item from the first on: a payout of 10 000 read 100 000.
 */
const afterStatement: Statement = {
  name: 'payout_items_after',
  text: `
    SELECT i.world, i.payout_id, i.id, i.recipient, i.amount, i.fee, i.tax, i.version, i.asked, i.rail, i.sent_at,
           i.not_found, i.rail_handle,
           CASE WHEN i.recipient LIKE '+%' THEN v.id ELSE i.recipient END AS wallet
    FROM payout_items i
    LEFT JOIN users u ON u.phone = i.recipient AND u.livemode = $4 AND u.type = 'customer'
    LEFT JOIN wallets v ON v.owner_id = u.id AND v.livemode = $4 AND v.currency = $5 AND v.is_default
    WHERE i.world = $1 AND i.payout_id = $2 AND i.id > $3
    ORDER BY i.id LIMIT $6`,
};

/** The next items of a payout after its cursor. */
export function selectItemsAfter(
  db: Queries,
  payout: { world: number; id: string; cursor: string; livemode: boolean; currency: string },
  limit: number,
): Promise<OpenItem[]> {
  const { world, id, cursor, livemode, currency } = payout;
  return db.query(afterStatement, [world, id, cursor, livemode, currency, limit]);
}

const itemKey = { world: int4, payout_id: text, id: text };
export type ItemKey = Readonly<RowOf<typeof itemKey>>;
const itemKeys = arraysOf(itemKey);

/**
 * One probe of the key for each item. A join with a plan made while payouts were few read the items of all payouts for
 * each item.
 */
export const selectAskedItems: Statement = {
  name: 'payout_items_select_asked',
  text: `
    SELECT i.*, NULL AS wallet
    FROM (SELECT ${itemKeys.unnest}) AS n
    CROSS JOIN LATERAL (
      SELECT world, payout_id, id, recipient, amount, fee, tax, version, asked, rail, sent_at, not_found, rail_handle
      FROM payout_items
      WHERE world = n.world AND payout_id = n.payout_id AND id = n.id AND status = 'processing' LIMIT 1) i
    ORDER BY i.world, i.id`,
};

/** The items among these that still wait for their rail's answer. */
export function selectAsked(tx: Tx, items: readonly ItemKey[]): Promise<OpenItem[]> {
  return tx.query(selectAskedItems, itemKeys.of(items));
}

const statesStatement: Statement = {
  name: 'payout_items_select_states',
  text: `
    SELECT i.*
    FROM (SELECT ${itemKeys.unnest}) AS n
    CROSS JOIN LATERAL (
      SELECT id, rail, status FROM payout_items
      WHERE world = n.world AND payout_id = n.payout_id AND id = n.id LIMIT 1) i`,
};

/** The present state of these items, final or not. */
export function selectStates(
  tx: Tx,
  items: readonly ItemKey[],
): Promise<{ id: string; rail: string | null; status: PayoutItemStatus }[]> {
  return tx.query(statesStatement, itemKeys.of(items));
}

/** The outcome of an item. `dueInMs` is the time until its rail is asked next, while it is processing. */
export type ItemChange = {
  readonly item: OpenItem;
  readonly status: Exclude<PayoutItemStatus, 'pending' | 'canceled'>;
  readonly failure: Failure | null;
  readonly wallet: string | null;
  readonly rail: string | null;
  readonly railReference: string | null;
  readonly dueInMs: number;
};

const ends = arraysFrom<ItemChange & { readonly at: Date }>(
  {
    status: from(text, ({ status }) => status),
    failure: from(jsonbAsText(), ({ failure }) => failure),
    wallet_id: from(nullable(text), ({ wallet }) => wallet),
    rail: from(nullable(text), ({ rail }) => rail),
    rail_reference: from(nullable(text), ({ railReference }) => railReference),
    updated_at: from(timestamptz, ({ at }) => at),
    version: from(int4, ({ item }) => item.version + 1),
    due_in_ms: from(int4, ({ dueInMs }) => dueInMs),
  },
  { first: itemKeys.next },
);

const updateStatement: Statement = {
  name: 'payout_items_update',
  text: `
    UPDATE payout_items i
    SET status = n.status, failure = n.failure::jsonb, wallet_id = n.wallet_id, rail = n.rail,
        rail_reference = n.rail_reference, updated_at = n.updated_at, version = n.version,
        due_at = CASE WHEN n.status = 'processing' THEN now() + make_interval(secs => n.due_in_ms / 1000.0) END
    FROM (SELECT ${itemKeys.unnest}, ${ends.unnest}
          ORDER BY world, id) AS n
    WHERE i.world = n.world AND i.payout_id = n.payout_id AND i.id = n.id`,
};

const paidKeys = arraysOf(itemKey, { first: 2 });
const paidInto = arraysFrom<ItemChange>(
  { wallet_id: from(nullable(text), ({ wallet }) => wallet) },
  { first: paidKeys.next },
);

/**
 * Items paid into a wallet here, as most are, written with only the columns that differ. All three columns of the key
 * are joined: with the payout as a constant, a plan made while payouts were small read all items of a payout for each
 * item.
 */
const paidStatement: Statement = {
  name: 'payout_items_paid',
  text: `
    UPDATE payout_items i SET status = 'succeeded', wallet_id = n.wallet_id, updated_at = $1, version = i.version + 1
    FROM (SELECT ${paidKeys.unnest}, ${paidInto.unnest}) AS n
    WHERE i.world = n.world AND i.payout_id = n.payout_id AND i.id = n.id`,
};

export function updateItems(tx: Tx, changes: readonly ItemChange[], at: Date): void {
  const isPaid = ({ status, wallet }: ItemChange) => status === 'succeeded' && wallet !== null;
  const paid = changes.filter(isPaid);
  const itemsOf = (some: readonly ItemChange[]) => some.map(({ item }) => item);
  if (paid.length > 0) tx.query(paidStatement, [at, ...paidKeys.of(itemsOf(paid)), ...paidInto.of(paid)]);
  const others = changes.filter((change) => !isPaid(change));
  if (others.length === 0) return;
  const ended = others.map((change) => ({ ...change, at }));
  tx.query(updateStatement, [...itemKeys.of(itemsOf(others)), ...ends.of(ended)]);
}

/** An item whose outcome is open, how it stands with its rail, and when the rail is asked again. */
export type Postponed = { readonly item: OpenItem; readonly sends: Sends; readonly ms: number };
const delays = arraysFrom<Postponed>(
  {
    due_in_ms: from(int4, ({ ms }) => Math.ceil(ms)),
    asked: from(int4, ({ item }) => item.asked),
    sent_at: from(nullable(timestamptz), ({ sends }) => sends.sent_at),
    not_found: from(int2, ({ sends }) => sends.not_found),
    rail_handle: from(nullable(text), ({ sends }) => sends.rail_handle),
  },
  { first: itemKeys.next },
);

const postponeStatement: Statement = {
  name: 'payout_items_postpone',
  text: `
    UPDATE payout_items i
    SET due_at = CASE WHEN i.due_at <= clock_timestamp() THEN i.due_at -- A callback came after this one's claim.
                      ELSE now() + make_interval(secs => n.due_in_ms / 1000.0) END,
        sent_at = n.sent_at, not_found = n.not_found, rail_handle = n.rail_handle
    FROM (SELECT ${itemKeys.unnest}, ${delays.unnest}
          ORDER BY world, id) AS n
    WHERE i.world = n.world AND i.payout_id = n.payout_id AND i.id = n.id AND i.status = 'processing'
      AND i.asked = n.asked`,
};

/** Items whose rails are asked again later. An item that was asked again since is left to that question. */
export async function postponeItems(db: Queries, postponed: readonly Postponed[]): Promise<void> {
  await db.query(postponeStatement, [...itemKeys.of(postponed.map(({ item }) => item)), ...delays.of(postponed)]);
}

/** Longer than a rail's call may take, so that no other node asks meanwhile. */
const LEASE_S = 60;

export type ClaimedItem = OpenItem & {
  rail: string;
  currency: string;
  livemode: boolean;
  reference: string | null;
  description: string | null;
  name: string | null;
  /** The provider knows the item by this, or else by its id. */
  provider_reference: string | null;
  /** It was certainly not sent before, so this claim sends it. Otherwise its rail is only asked for its state. */
  sending: boolean;
  /** The span of the request that made the payout, if it was traced. */
  traceparent?: string | null;
  context?: RailContext;
};

/** The item as its rail needs it. */
export function toDisbursement(item: ClaimedItem): Disbursement {
  const { amount, currency, recipient, name, reference, description } = item;
  return {
    ...{ id: item.provider_reference ?? item.id, amount, currency, recipient, name, reference, description },
    ...(item.context ?? noContext),
    sentAt: item.sent_at!,
    traceparent: item.traceparent ?? null,
    handle: item.rail_handle,
  };
}

/**
 * The worlds with items at these rails ($1), found one after the other with one index probe each, however many items
 * they have.
 */
const worldsOnRails = `
    WITH RECURSIVE here AS (
      SELECT lane.rail, lane.place, first.world
      FROM unnest((SELECT $1::text[])) WITH ORDINALITY AS lane (rail, place)
      CROSS JOIN LATERAL (
        SELECT world FROM payout_items WHERE rail = lane.rail AND due_at IS NOT NULL ORDER BY world LIMIT 1) first
      UNION ALL
      SELECT here.rail, here.place, next.world FROM here
      CROSS JOIN LATERAL (
        SELECT world FROM payout_items WHERE rail = here.rail AND world > here.world AND due_at IS NOT NULL
        ORDER BY world LIMIT 1) next)`;

/**
 * Due items of each rail ($1), at most $2, with an equal share for each world. In a single order, a payroll of 10 000
 * would delay everybody's payouts for as long as its provider takes. If there are more worlds than room, they are
 * chosen at random: a slow provider has room for one or two at a time, and by age each would be a payroll's.
 */
export const claimItems: Statement = {
  name: 'payout_items_claim',
  text: `${worldsOnRails}
    UPDATE payout_items i
    SET due_at = now() + interval '${LEASE_S} s', asked = i.asked + 1, sent_at = coalesce(i.sent_at, now()),
        reference_asked = CASE WHEN i.provider_reference IS NOT NULL THEN i.asked + 1 END
    FROM (
      SELECT waiting.rail, waiting.world, waiting.room / least(waiting.worlds, waiting.room) AS part
      FROM (
        SELECT here.rail, here.world, ((SELECT $2::int[]))[here.place] AS room,
               count(*) OVER (PARTITION BY here.rail) AS worlds,
               row_number() OVER (PARTITION BY here.rail ORDER BY random()) AS turn
        FROM here
        CROSS JOIN LATERAL (
          SELECT FROM payout_items WHERE rail = here.rail AND world = here.world AND due_at <= now()
          ORDER BY due_at LIMIT 1) something) waiting
      WHERE waiting.turn <= waiting.room) share
    CROSS JOIN LATERAL (
      SELECT world, payout_id, id, sent_at FROM payout_items
      WHERE rail = share.rail AND world = share.world AND due_at <= now() ORDER BY due_at LIMIT share.part
      FOR UPDATE SKIP LOCKED) due
    CROSS JOIN LATERAL (SELECT currency, livemode, request ->> 'traceparent' AS traceparent
                        FROM payouts JOIN worlds w ON w.id = world
                        WHERE world = due.world AND payouts.id = due.payout_id LIMIT 1) p
    WHERE i.world = due.world AND i.payout_id = due.payout_id AND i.id = due.id
    RETURNING i.world, i.payout_id, i.id, i.recipient, i.amount, i.fee, i.tax, i.version, i.asked, i.rail, i.sent_at,
              i.not_found, i.rail_handle, i.reference, i.description, i.name, i.provider_reference,
              due.sent_at IS NULL AS sending, p.currency, p.livemode, p.traceparent`,
};

export const nextDueItem: Statement = {
  name: 'payout_items_next_due',
  text: `${worldsOnRails}
    SELECT extract(epoch FROM (min(one.due_at) - now()))::float8 * 1000 AS ms
    FROM here
    CROSS JOIN LATERAL (
      SELECT due_at FROM payout_items WHERE rail = here.rail AND world = here.world AND due_at IS NOT NULL
      ORDER BY due_at LIMIT 1) one`,
};

/** The columns of an item in answers. */
export type ItemRow = {
  id: string;
  payout_id: string;
  livemode: boolean;
  recipient: string;
  /** The amount sent. */
  amount: bigint;
  currency: string;
  fee: bigint;
  tax: bigint;
  /** The receivers of its payout bear the fees. */
  by_receiver: boolean;
  status: PayoutItemStatus;
  failure: Failure | null;
  wallet_id: string | null;
  rail: string | null;
  rail_reference: string | null;
  reference: string | null;
  description: string | null;
  name: string | null;
  name_match: (typeof nameMatches)[number] | null;
  created_at: Date;
  updated_at: Date;
  version: number;
};

/** The items of a canceled payout count as canceled. Their rows were never changed. */
export const itemStatus = `CASE p.status WHEN 'canceled' THEN 'canceled' ELSE i.status END`;

export const selectItems = `
  SELECT i.id, i.payout_id, w.livemode, i.recipient, i.amount, p.currency, i.fee, i.tax,
         p.asked IS NOT NULL AS by_receiver, ${itemStatus} AS status, i.failure,
         i.wallet_id, i.rail, i.rail_reference, i.reference, i.description, i.name, i.name_match, p.created_at,
         CASE p.status WHEN 'canceled' THEN p.updated_at ELSE i.updated_at END AS updated_at,
         CASE p.status WHEN 'canceled' THEN i.version + 1 ELSE i.version END AS version
  FROM payout_items i
  JOIN payouts p ON p.world = i.world AND p.id = i.payout_id
  JOIN worlds w ON w.id = i.world`;
