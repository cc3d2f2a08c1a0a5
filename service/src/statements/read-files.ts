import type { QueryOf } from '../../../contract/src/route.ts';
import type { getStatementFile, listStatementFiles } from '../../../contract/src/statement-files.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type FileRow, findFile, selectFiles } from './store.ts';
import { renderFile } from './view-file.ts';

export async function listFiles(db: Database, query: QueryOf<typeof listStatementFiles>, url: string): Promise<string> {
  const page = await readPage<FileRow>(
    db,
    {
      name: 'statement_files_list',
      select: selectFiles,
      prefix: 'stf',
      id: 'f.id',
      createdAt: 'f.created_at',
      where: [
        ['f.rail = ?', query.rail],
        ['f.status = ?', query.status],
      ],
    },
    query,
  );
  return renderList(url, page.rows.map(renderFile), page.hasMore);
}

export async function readFile(db: Database, { id }: QueryOf<typeof getStatementFile>): Promise<string> {
  const row = await findFile(db, id);
  if (!row) throw new Refusal('not_found');
  return renderFile(row);
}
