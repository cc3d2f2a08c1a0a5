import type { QueryOf } from '../../../../contract/src/route.ts';
import type { listSchedules } from '../../../../contract/src/schedules.ts';
import type { Database } from '../../db/database.ts';
import { readPage, renderList } from '../../http/list.ts';
import type { Caller } from '../../kernel/command.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { findPayoutSchedule, type PayoutScheduleRow, shortColumns } from './store.ts';
import { renderPayoutSchedule, renderShort } from './view.ts';

export async function readSchedule(db: Database, caller: Caller, { id }: { id: string }): Promise<string> {
  const row = await db.find<PayoutScheduleRow>(findPayoutSchedule, { world: caller.world, id });
  if (!row) throw new Refusal('not_found');
  return renderPayoutSchedule(row);
}

export async function listPayoutSchedules(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listSchedules>,
  url: string,
): Promise<string> {
  const page = await readPage<PayoutScheduleRow>(
    db,
    {
      name: 'payout_schedules_list',
      select: `SELECT ${shortColumns} FROM payout_schedules s JOIN worlds w ON w.id = s.world`,
      prefix: 'sch',
      id: 's.id',
      createdAt: 's.created_at',
      where: [
        ['s.world = ?', caller.world],
        ['s.status = ?', query.status],
        ['s.kind = ?', query.kind],
      ],
    },
    query,
  );
  return renderList(url, page.rows.map(renderShort), page.hasMore);
}
