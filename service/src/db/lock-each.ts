import type { Statement } from './statement.ts';
import { keys } from './table.ts';

/**
 * Locks records of a table, which goes by `alias`, in the order of their keys: its parameters are `keys`. What is named twice comes once,
 * for twice it would be settled twice: a worker may have it in hand and claim it too. Each is one probe of the primary key. Joined
 * with what is asked for, a plan that was made while the table was small went through all of it for each of them, until autovacuum's
 * next look.
 *
 * @param columns of the record, and of its world `w`
 */
export function lockEach(name: string, columns: string, table: string, alias: string): Statement {
  return {
    name,
    text: `
      SELECT ${columns}
      FROM (SELECT DISTINCT world, id FROM (SELECT ${keys.unnest}) AS n ORDER BY world, id) n
      CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE world = n.world AND id = n.id LIMIT 1 FOR UPDATE) ${alias}
      JOIN worlds w ON w.id = ${alias}.world`,
  };
}
