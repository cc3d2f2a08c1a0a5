import type { Database, Statement } from '../db/database.ts';
import { arraysFrom, from, int4, nullable, text } from '../db/table.ts';
import { transaction } from '../db/transaction.ts';
import type { LookUps } from '../rails/look-up.ts';
import type { Round } from '../workers/worker.ts';
import { askNames, type NamedItem, type NameMatch } from './ask-names.ts';
import type { ItemRouting, RoutedPayout } from './route-items.ts';
import { lockPayouts } from './store.ts';

/** Items that are asked about together. A payout gets its next ones after the others had their turn. */
const PORTION = 20;
/** Longer than a portion takes: 20 questions, five at a time, each at most two seconds. */
const LEASE_S = 30;
/** Payouts in turn. */
const AT_ONCE = 4;

type ClaimedNames = RoutedPayout & { readonly world: number; readonly id: string; readonly names_cursor: string };

/** Only while the second person has not decided: afterwards the items are paid, and their rows belong to that. */
const claimStatement: Statement = {
  name: 'payouts_claim_names',
  text: `
    UPDATE payouts p SET names_due_at = now() + interval '${LEASE_S} s'
    FROM (SELECT world, id FROM payouts WHERE names_due_at <= now() ORDER BY names_due_at LIMIT $1
          FOR UPDATE SKIP LOCKED) due, worlds w
    WHERE p.world = due.world AND p.id = due.id AND w.id = p.world
    RETURNING p.world, p.id, p.currency, p.rail, p.names_cursor, w.livemode,
              (SELECT owner_id FROM wallets WHERE id = p.wallet_id) AS merchant`,
};

const nextDue: Statement = {
  name: 'payouts_next_names',
  text: `
    SELECT extract(epoch FROM (min(names_due_at) - now()))::float8 * 1000 AS ms
    FROM payouts WHERE names_due_at IS NOT NULL`,
};

const itemsStatement: Statement = {
  name: 'payout_items_to_check',
  text: `
    SELECT id, recipient, amount, name FROM payout_items
    WHERE world = $1 AND payout_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
};

type Checked = {
  readonly world: number;
  readonly payout: string;
  readonly id: string;
  readonly match: NameMatch | null;
};
const checked = arraysFrom<Checked>(
  {
    world: from(int4, ({ world }) => world),
    payout_id: from(text, ({ payout }) => payout),
    id: from(text, ({ id }) => id),
    name_match: from(nullable(text), ({ match }) => match),
  },
  { first: 2 },
);

const writeStatement: Statement = {
  name: 'payout_items_write_names',
  text: `
    UPDATE payout_items i SET name_match = n.name_match, version = i.version + 1, updated_at = $1
    FROM (SELECT ${checked.unnest}) AS n
    WHERE i.world = n.world AND i.payout_id = n.payout_id AND i.id = n.id`,
};

/** The next portion is due at once; null ends the checks. */
const advanceStatement: Statement = {
  name: 'payouts_advance_names',
  text: `
    UPDATE payouts SET names_cursor = $3, names_due_at = CASE WHEN $4 THEN now() END WHERE world = $1 AND id = $2`,
};

/** Checks the names of payouts that wait for a second person. */
export function createNamesWorker(
  db: Database,
  routing: ItemRouting & { readonly lookUps: LookUps },
  onError: (error: unknown) => void,
): () => Promise<Round> {
  return async () => {
    const claimed = await db.query<ClaimedNames>(claimStatement, [AT_ONCE]);
    if (claimed.length === 0) {
      const [next] = await db.query<{ ms: number | null }>(nextDue);
      return { done: 0, nextDueMs: next?.ms ?? null };
    }
    await Promise.all(claimed.map((payout) => checkPortion(db, routing, payout).catch(onError)));
    return { done: claimed.length, nextDueMs: null };
  };
}

/** Providers are asked outside the transaction; the payout's lock protects its items from being paid meanwhile. */
async function checkPortion(
  db: Database,
  routing: ItemRouting & { readonly lookUps: LookUps },
  payout: ClaimedNames,
): Promise<void> {
  const { world, id, names_cursor: cursor } = payout;
  const found = await db.query<NamedItem>(itemsStatement, [world, id, cursor, PORTION + 1]);
  const items = found.slice(0, PORTION);
  const checks = await askNames(db, routing, payout, items);
  const said = items.map((item, i): Checked => ({ world, payout: id, id: item.id, match: checks[i]!.match }));
  const matched = said.filter(({ match }) => match !== null);
  await transaction(db, async (tx) => {
    const row = (await lockPayouts(tx, [payout])).rowOf(world, id);
    const isWaiting = row?.approval === 'pending' && row.status === 'pending';
    if (isWaiting && matched.length > 0) tx.query(writeStatement, [new Date(), ...checked.of(matched)]);
    tx.query(advanceStatement, [world, id, items.at(-1)?.id ?? cursor, isWaiting && found.length > PORTION]);
  });
}
