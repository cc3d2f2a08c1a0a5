import type { QueryOf } from '../../../contract/src/route.ts';
import type { listTransfers } from '../../../contract/src/transfers.ts';
import { type Id, timeOf } from '../core/id.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { hasReference } from '../idempotency/references.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { findTransfer, findTransferAtWallet, type TransferRow, transferColumns } from './store.ts';
import { renderTransfer, viewTransfer } from './view.ts';

/** A transfer that the caller made, or one to or from their wallet. */
export async function readTransfer(db: Database, caller: Caller, { id }: { id: string }): Promise<string> {
  const own = await db.find<TransferRow>(findTransfer, { world: caller.world, id });
  const row = own ?? (await findOthers(db, caller, id));
  if (!row) throw new Refusal('not_found');
  return renderTransfer(viewTransfer(row));
}

/** A batch takes less time, and the clocks of two nodes differ by less. */
const BEFORE_MS = 1_000;
const AFTER_MS = 10_000;

/** Without the fields that are private to its maker. */
async function findOthers(db: Database, { owner, livemode }: Caller, id: string): Promise<TransferRow | undefined> {
  if (owner.type === 'none') return undefined;
  const bounds = positionsAround(timeOf(id as Id<'trf'>));
  const [row] = await db.query<TransferRow>(findTransferAtWallet, [owner.id, livemode, id, ...bounds]);
  return row && { ...row, reference: null, metadata: {} };
}

/** The positions between which a transfer made at this time is posted. */
export const positionsAround = (made: number): [bigint, bigint] => {
  const position = (ms: number) => BigInt(ms) * 1000n;
  return [position(made - BEFORE_MS), position(made + AFTER_MS)];
};

export async function listOwnTransfers(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listTransfers>,
  url: string,
): Promise<string> {
  const page = await readPage<TransferRow>(
    db,
    {
      name: 'transfers_list',
      select: `SELECT ${transferColumns} FROM transfers t JOIN worlds w ON w.id = t.world`,
      prefix: 'trf',
      id: 't.id',
      createdAt: 't.created_at',
      walk: { table: 'transfers t', by: [['t.world = ?', caller.world]] },
      where: [
        ['t.currency = ?', query.currency],
        [hasReference('t.reference'), query.reference],
      ],
      few: query.reference !== undefined,
    },
    query,
  );
  return renderList(
    url,
    page.rows.map((row) => renderTransfer(viewTransfer(row))),
    page.hasMore,
  );
}
