import { SILENCE } from './limits.ts';
import type { Statement } from './statement.ts';
import { arraysOf, int4 } from './table.ts';

/** A note covers the writes of its world in this process for this time. */
const NOTE_MS = 15_000;
/**
 * A write under a note is committed before the note is this old, or is never acknowledged: COMMIT is sent within
 * NOTE_MS and answered within SILENCE, or its connection ends.
 */
export const COVERED_MS = NOTE_MS + SILENCE + 1_000;
/** Worlds that a process remembers. A world that it forgets is noted again. */
const MOST_WORLDS = 50_000;

const noted = arraysOf({ world: int4 });

/** Commits with the first write that it covers. A transaction that wrote nothing notes nothing. */
const noteStatement: Statement = {
  name: 'world_writes_note',
  text: `
    INSERT INTO world_writes (world, position, written_at)
    SELECT n.world, pg_current_wal_insert_lsn(), clock_timestamp() FROM (SELECT ${noted.unnest}) AS n
    WHERE pg_current_xact_id_if_assigned() IS NOT NULL RETURNING 1`,
};

/** $1 rows are deleted at a time. Notes count for less than a minute: see COVERED_MS. */
export const deleteOldNotes: Statement = {
  name: 'world_writes_delete_old',
  text: `
    DELETE FROM world_writes WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM world_writes WHERE written_at < now() - interval '1 hour' LIMIT $1))
    RETURNING 1`,
};

export type Note = {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  /** Call it when the note is known to be written and committed. */
  committed(): void;
};

export type WorldWrites = {
  /** The note of a transaction that is about to commit, or null if its worlds have one. */
  note(worlds: ReadonlySet<number>): Note | null;
  /** The database may have lost notes. */
  forget(): void;
};

/**
 * Tells all nodes which worlds write, at the cost of a row for each world and process in 15 s. A row for each commit
 * would give the exact position, and cost each transaction a statement.
 * Rows are only inserted, so no transaction waits for another one's note.
 */
export function createWorldWrites(now = () => performance.now()): WorldWrites {
  let until = new Map<number, number>();
  return {
    note: (worlds) => {
      const at = now();
      const due = [...worlds].filter((world) => !((until.get(world) ?? Number.NEGATIVE_INFINITY) > at));
      if (due.length === 0) return null;
      const known = until;
      return {
        statement: noteStatement,
        values: noted.of(due.map((world) => ({ world }))),
        committed: () => {
          if (known.size + due.length > MOST_WORLDS) known.clear();
          for (const world of due) known.set(world, at + NOTE_MS);
        },
      };
    },
    forget: () => {
      until = new Map();
    },
  };
}
