import type { ReconciledRail as Answer } from '../../../contract/src/reconciliation.ts';
import type { Database, Queries, Statement } from '../db/database.ts';
import { renderList } from '../http/list.ts';
import { toJson } from '../http/serialise.ts';

type RailRow = Omit<Answer, 'object'>;

const select = `
  SELECT r.rail, r.livemode, r.currency, r.layout, r.account, r.time_zone, r.delay_days, r.posts_fees,
         r.closed_to::text AS closed_to, s.covered_to, o.oldest, coalesce(o.open, '[]') AS open
  FROM reconciled_rails r
    LEFT JOIN LATERAL (
      SELECT s.to_on::text AS covered_to FROM statements s JOIN statement_files f ON f.id = s.file
      WHERE s.rail = r.rail AND f.status = 'imported' ORDER BY s.to_on DESC LIMIT 1) s ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('result', result, 'count', count, 'there', there, 'here', here) ORDER BY result)
               AS open, min(oldest)::text AS oldest
      FROM (SELECT result, count(*) AS count, coalesce(sum(amount) FILTER (WHERE side = 'there'), 0) AS there,
                   coalesce(sum(amount) FILTER (WHERE side = 'here'), 0) AS here,
                   min(day) FILTER (WHERE result <> 'waiting') AS oldest
            FROM open_items WHERE rail = r.rail GROUP BY result) g) o ON true`;

const selectAll: Statement = { name: 'reconciled_rails_read', text: `${select} ORDER BY r.rail` };
const selectOne: Statement = { name: 'reconciled_rails_read_one', text: `${select} WHERE r.rail = $1` };

const render = (row: RailRow): string => toJson({ ...row, object: 'reconciled_rail' });

/** Each rail with statements, and what does not tie. */
export const readReconciledRails = async (db: Database, url: string): Promise<string> =>
  renderList(url, (await db.query<RailRow>(selectAll)).map(render), false);

export const renderReconciledRail = async (db: Queries, rail: string): Promise<string> =>
  render((await db.query<RailRow>(selectOne, [rail]))[0]!);
