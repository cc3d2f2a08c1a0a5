import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Statement } from '../../src/db/database.ts';
import type { Tx } from '../../src/db/transaction.ts';
import { type ItemChange, type OpenItem, selectItemsAfter, updateItems } from '../../src/payouts/item-store.ts';
import { startTestService } from '../support/harness.ts';
import { newWallet, openPayout } from '../support/payout-flows.ts';

const ITEMS = 2_000;
const PORTION = 50;

/**
 * Entries of the items' index that a payout's last portion reads and writes, with plans made while there were no items.
 */
async function readByTheLastPortion(
  edit: (statement: Statement) => Statement,
): Promise<{ read: number; wrote: number }> {
  const service = await startTestService({ ROLE: 'api' });
  const client = await service.db.pool.connect();
  try {
    const shop = await service.merchant();
    await shop.wallet('XOF', 1_000_000n);
    const query = async (statement: Statement, values: readonly unknown[] = []) =>
      (await client.query({ ...edit(statement), values: values as unknown[] })).rows;
    const entries = async () => {
      const text = `SELECT pg_stat_get_xact_tuples_returned('payout_items_pkey'::regclass)::int AS entries`;
      return (await client.query<{ entries: number }>(text)).rows[0]!.entries;
    };
    const counted = async (run: () => Promise<unknown>) => {
      await client.query('BEGIN');
      const before = await entries();
      await run();
      const during = (await entries()) - before;
      await client.query('ROLLBACK');
      return during;
    };
    let writing: Promise<unknown> = Promise.resolve();
    const tx = {
      query: (statement: Statement, values: unknown[]) => (writing = query(statement, values)),
    } as unknown as Tx;
    const after = (id: string, cursor: string) =>
      selectItemsAfter(tx, { world: shop.world, id, cursor, livemode: false, currency: 'XOF' }, PORTION);
    const pay = async (items: readonly OpenItem[]) => {
      const paid = { status: 'succeeded', failure: null, rail: null, railReference: null, dueInMs: 0 } as const;
      updateItems(
        tx,
        items.map((item): ItemChange => ({ ...paid, item, wallet: item.wallet })),
        new Date(),
      );
      await writing;
    };

    await client.query('SET plan_cache_mode = force_generic_plan');
    const nothing: OpenItem[] = [];
    nothing.push({
      world: shop.world,
      payout_id: 'pout_1',
      id: 'pit_1',
      recipient: '',
      amount: 1n,
      fee: 0n,
      tax: 0n,
      version: 1,
      asked: 0,
      rail: null,
      sent_at: null,
      not_found: 0,
      rail_handle: null,
      wallet: 'wal_1',
    });
    await after('pout_1', '');
    await pay(nothing);

    const to = await newWallet(shop);
    const { id } = await openPayout(
      shop,
      Array.from({ length: ITEMS }, () => ({ recipient: to, amount: 1 })),
    );
    const all = await service.db.query<{ id: string }>({
      name: 'all',
      text: 'SELECT id FROM payout_items ORDER BY id',
    });
    const cursor = all.at(-PORTION - 1)!.id;
    let last = nothing;
    const read = await counted(async () => {
      last = await after(id, cursor);
    });
    assert.equal(last.length, PORTION);
    return { read, wrote: await counted(() => pay(last)) };
  } finally {
    client.release(true);
    await service.stop();
  }
}

it('the last portion of a payout reads its own items, not the ones before', async () => {
  const { read, wrote } = await readByTheLastPortion((statement) => statement);
  assert.ok(read <= PORTION + 1 && wrote <= PORTION + 1, `read ${read}, wrote ${wrote} of ${PORTION}`);
});

it('control: with the cursor joined from the payout, and the payout as a constant, it reads all of them', async () => {
  const { read, wrote } = await readByTheLastPortion(({ name, text }) => ({
    name,
    text: text
      .replace(
        'FROM payout_items i\n',
        'FROM payouts p JOIN payout_items i ON i.world = p.world AND i.payout_id = p.id\n',
      )
      .replace(
        'i.payout_id = $2 AND i.id > $3',
        'p.id = $2 AND p.world = $1 AND i.payout_id = $2 AND i.id > (p.cursor || $3)',
      )
      .replace(
        'i.world = n.world AND i.payout_id = n.payout_id',
        'i.world = (SELECT $2::int[])[1] AND i.payout_id = (SELECT $3::text[])[1]',
      ),
  }));
  assert.ok(read >= ITEMS && wrote >= ITEMS, `read ${read}, wrote ${wrote} of ${PORTION}`);
});
