import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { DatabaseWentBack } from './failure.ts';
import { openPipeline } from './pipeline.ts';
import type { Statement } from './statement.ts';

/** The time between two marks of a process. A loss that contains none of its marks is not found. */
const MARK_MS = 100;
/** A loss that another node found is noticed after this time. */
const CHECK_MS = 10_000;
/** How often a stopped node looks whether the loss was accepted. */
const STOPPED_CHECK_MS = 1_000;
/** Retention deletes marks after 30 days, so an older memory proves nothing. */
const REMEMBER_MS = 7 * 86_400_000;

/**
 * Marks a transaction that has written and waits for its COMMIT. `seq` grows. Each process has a row of its own, and
 * one marked transaction at a time, so nobody waits for the row.
 */
const markStatement: Statement = {
  name: 'database_mark',
  text: `
    INSERT INTO database_marks (id, seq, marked_at) SELECT $1, $2, clock_timestamp()
    WHERE pg_current_xact_id_if_assigned() IS NOT NULL AND current_setting('synchronous_commit') <> 'off'
    ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, marked_at = excluded.marked_at
    RETURNING 1`,
};

const selectHistory: Statement = {
  name: 'database_history',
  text: `
    SELECT (SELECT seq FROM database_marks WHERE id = $1) AS seq,
           EXISTS (SELECT FROM database_losses WHERE accepted_at IS NULL) AS lost`,
};

const insertLoss: Statement = {
  name: 'database_loss',
  text: `
    INSERT INTO database_losses (mark, expected, expected_at, found, detected_at)
    VALUES ($1, $2, clock_timestamp() - make_interval(secs => $3), $4, clock_timestamp())`,
};

/** $1 rows are deleted at a time, so that no lock is held for long. */
export const deleteOldMarks: Statement = {
  name: 'database_marks_delete_old',
  text: `
    DELETE FROM database_marks WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM database_marks WHERE marked_at < now() - interval '30 days' LIMIT $1))
    RETURNING 1`,
};

export type Loss = { readonly expected: bigint; readonly found: bigint | null } | null;

export type Mark = {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  /** Call it once the outcome is known: whether the mark was written and committed. `unknown`: perhaps. */
  end(outcome: 'committed' | 'nothing' | 'unknown'): void;
};

export type History = {
  /** Whether the database was found to have lost acknowledged transactions. */
  readonly lost: boolean;
  /** Checks a new connection before its first use, and others from time to time. @throws DatabaseWentBack */
  check(client: PoolClient): Promise<void>;
  /** Throws without asking the database if a loss was found a moment ago. */
  refuseIfLost(): void;
  /** The mark of a transaction that is about to commit, or null if none is due. */
  mark(): Mark | null;
  /** `found` is null if another node found the loss. */
  onLoss(listener: (loss: Loss) => void): void;
};

type Acknowledged = { readonly id: string; readonly seq: bigint; readonly at: number };

/**
 * Remembers what the database acknowledged to this process, and looks for it on every new connection: a server that
 * was promoted may lack it. A session that is open cannot go back.
 */
export function createHistory(markMs = MARK_MS): History {
  const checked = new WeakSet<PoolClient>();
  const listeners: ((loss: Loss) => void)[] = [];
  let acknowledged: Acknowledged | null = null;
  let [id, seq] = [randomUUID() as string, 0n];
  let marking = false;
  let markedAt = Number.NEGATIVE_INFINITY;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let lost = false;
  /** The loss that this process found, until it is written. */
  let unwritten: { readonly known: Acknowledged; readonly found: bigint | null; busy: boolean } | null = null;

  const stop = (loss: Loss) => {
    if (lost) return;
    lost = true;
    for (const listener of listeners) listener(loss);
  };
  const refuse = async (client: PoolClient) => {
    const loss = unwritten;
    if (loss && !loss.busy) {
      loss.busy = true;
      const written = await writeLoss(client, loss.known, loss.found).catch(() => false);
      if (written) unwritten = null;
      loss.busy = false;
    }
    throw new DatabaseWentBack();
  };
  const isDue = (client: PoolClient) =>
    !checked.has(client) || performance.now() - checkedAt > (lost ? STOPPED_CHECK_MS : CHECK_MS);

  return {
    get lost() {
      return lost;
    },
    onLoss: (listener) => listeners.push(listener),
    refuseIfLost: () => {
      if (lost && performance.now() - checkedAt < STOPPED_CHECK_MS) throw new DatabaseWentBack();
    },
    check: async (client) => {
      if (!isDue(client)) return;
      checkedAt = performance.now();
      const [wasLost, known] = [lost, acknowledged];
      const found = await readHistory(client, known?.id ?? id);
      if (lost !== wasLost || unwritten) return refuse(client);
      const isRecent = known !== null && performance.now() - known.at < REMEMBER_MS;
      if (!lost && known && isRecent && (found.seq ?? 0n) < known.seq) {
        unwritten = { known, found: found.seq, busy: false };
        stop({ expected: known.seq, found: found.seq });
        return refuse(client);
      }
      if (found.lost) {
        stop(null);
        return refuse(client);
      }
      // An operator has accepted the loss.
      if (lost) [acknowledged, id, seq, lost] = [null, randomUUID(), 0n, false];
      checked.add(client);
    },
    mark: () => {
      if (marking || performance.now() - markedAt < markMs) return null;
      marking = true;
      markedAt = performance.now();
      const own = { id, seq: ++seq };
      return {
        statement: markStatement,
        values: [own.id, own.seq],
        end: (outcome) => {
          marking = false;
          if (outcome === 'committed' && own.id === id) acknowledged = { ...own, at: performance.now() };
          // Its transaction may still hold the row.
          if (outcome === 'unknown') [id, seq] = [randomUUID(), 0n];
        },
      };
    },
  };
}

async function readHistory(client: PoolClient, id: string) {
  const { rows } = await openPipeline(client).issue(selectHistory, [id]);
  return rows[0] as { seq: bigint | null; lost: boolean };
}

async function writeLoss(client: PoolClient, { id, seq, at }: Acknowledged, found: bigint | null): Promise<true> {
  await openPipeline(client).issue(insertLoss, [id, seq, (performance.now() - at) / 1_000, found]);
  return true;
}
