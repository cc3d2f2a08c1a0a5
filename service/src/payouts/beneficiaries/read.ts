import type { listBeneficiaries } from '../../../../contract/src/beneficiaries.ts';
import type { QueryOf } from '../../../../contract/src/route.ts';
import type { Database } from '../../db/database.ts';
import { readPage, renderList } from '../../http/list.ts';
import type { Caller } from '../../kernel/command.ts';
import { type BeneficiaryRow, beneficiaryColumns } from './store.ts';
import { renderBeneficiary } from './view.ts';

export async function listOwnBeneficiaries(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listBeneficiaries>,
  url: string,
): Promise<string> {
  const page = await readPage<BeneficiaryRow>(
    db,
    {
      name: 'payout_beneficiaries_list',
      select: `SELECT ${beneficiaryColumns} FROM payout_beneficiaries b JOIN worlds w ON w.id = b.world`,
      prefix: 'ben',
      id: 'b.id',
      createdAt: 'b.created_at',
      where: [
        ['b.world = ?', caller.world],
        ['? = ANY (b.groups)', query.group],
        ['b.name_match = ?', query.name_match],
      ],
    },
    query,
  );
  return renderList(url, page.rows.map(renderBeneficiary), page.hasMore);
}
