import type { PoolClient } from 'pg';
import type { TraceSpan } from '../tracing/span.ts';
import type { Database, Statement } from './database.ts';
import { isOutdated, isStatementError, OutcomeUnknown } from './failure.ts';
import type { Claim } from './gate.ts';
import type { Node } from './node.ts';
import { openPipeline, type StatementResult } from './pipeline.ts';
import { takeStandbyMissed } from './standby-missed.ts';
import { traceStatement } from './trace-statement.ts';

export type Tx = {
  readonly node: Node;
  /**
   * Runs a statement and returns its rows. Statements are sent in order as they are issued: issue several and await
   * them together, and they cost one round trip.
   * A write need not be awaited: COMMIT follows it, and the transaction fails if the write failed.
   */
  query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** Says that the transaction changes what this world reads. */
  wrote(world: number): void;
  /** Called once the transaction is known to be committed. An error that it throws becomes a warning of the process. */
  afterCommit(callback: () => void): void;
};

const begin: Statement = { name: 'BEGIN', text: 'BEGIN' };
const commitStatement: Statement = { name: 'COMMIT', text: 'COMMIT' };

export type TransactionOptions = {
  /** Default: the service itself. */
  readonly claim?: Claim;
  /**
   * How long one statement may wait for a row that another transaction has locked. Default: the connection's setting.
   */
  readonly lockTimeoutMs?: number;
  /** The batch that it carries out. Each of its statements is a span of it. */
  readonly span?: TraceSpan | null;
};

/** SET takes no parameters. The statement is sent in the batch of BEGIN and needs no extra round trip. */
const lockTimeoutStatement = (ms: number): Statement => ({
  name: `lock_timeout_${ms}`,
  text: `SET LOCAL lock_timeout = ${ms}`,
});

/**
 * Runs `run` in one transaction, with BEGIN and COMMIT pipelined around its statements.
 * @param db a transaction: `run` joins it
 * @throws OutcomeUnknown if the connection broke at COMMIT, or a synchronous standby was not reached
 * @throws GateFull if too many requests of the claim's world wait
 */
export async function transaction<T>(
  db: Database | Tx,
  run: (tx: Tx) => Promise<T>,
  { claim = { by: 'internal' }, lockTimeoutMs, span = null }: TransactionOptions = {},
): Promise<T> {
  if (!('gate' in db)) return run(db);
  const leave = await db.gate.enter(claim);
  try {
    return await runOn(await db.connect(), db, run, { claim, lockTimeoutMs, span });
  } finally {
    leave();
  }
}

async function runOn<T>(
  client: PoolClient,
  db: Database,
  run: (tx: Tx) => Promise<T>,
  { claim, lockTimeoutMs, span }: Pick<TransactionOptions, 'lockTimeoutMs' | 'span'> & { claim: Claim },
): Promise<T> {
  const pipeline = openPipeline(client, db.answerMsOf(claim));
  const pending: Promise<StatementResult>[] = [];
  const callbacks: (() => void)[] = [];
  const worlds = new Set<number>();
  let over = false;
  const issue = (statement: Statement, values?: readonly unknown[]) => {
    if (over) return Promise.reject(new Error(`${statement.name} came after its transaction`));
    const result = pipeline.issue(statement, values);
    result.catch(() => {});
    if (span) traceStatement(span, statement, result);
    pending.push(result);
    return result;
  };
  const tx: Tx = {
    node: db.node,
    query: <Row>(statement: Statement, values?: readonly unknown[]) => {
      const rows = issue(statement, values).then((result) => result.rows as Row[]);
      rows.catch(() => {});
      return rows;
    },
    wrote: (world) => worlds.add(world),
    afterCommit: (callback) => callbacks.push(callback),
  };

  let value: T;
  try {
    issue(begin);
    if (lockTimeoutMs !== undefined) issue(lockTimeoutStatement(lockTimeoutMs));
    value = await run(tx);
  } catch (error) {
    over = true;
    pipeline.flush();
    const cause = await firstFailure(pending, error);
    await rollBack(client, cause);
    throw cause;
  }

  takeStandbyMissed(client);
  const mark = db.history?.mark();
  const marked = mark ? issue(mark.statement, mark.values) : null;
  const note = db.node.worldWrites?.note(worlds);
  const noted = note ? issue(note.statement, note.values) : null;
  const commit = issue(commitStatement);
  over = true;
  const settled = await Promise.allSettled(pending);
  const failures = settled.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
  if (failures.length > 0) {
    const commitResult = await commit.catch(() => null);
    // An ERROR from the database means that the transaction was rolled back. Any other error (a broken connection, a
    // FATAL) came from outside, and COMMIT may have been executed before it. COMMIT may also have been executed after a
    // BEGIN that was refused.
    const refused = failures.find(isStatementError);
    if (refused && commitResult?.command !== 'COMMIT') {
      mark?.end('nothing');
      await rollBack(client, refused);
      throw refused;
    }
    mark?.end('unknown');
    client.release(true);
    throw new OutcomeUnknown('the connection broke at COMMIT', { cause: settled });
  }
  const { command, broken } = await commit;
  const standbyMissed = takeStandbyMissed(client);
  const isMarked = ((await marked)?.rows.length ?? 0) > 0;
  mark?.end(isMarked && command === 'COMMIT' && !standbyMissed ? 'committed' : 'nothing');
  client.release(broken);
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
  if (standbyMissed) throw new OutcomeUnknown('a synchronous standby was not reached');
  if (((await noted)?.rows.length ?? 0) > 0) note?.committed();
  for (const callback of callbacks) callBack(callback);
  return value;
}

/** The transaction is committed. If an error of a callback looked like its failure, the caller would run it twice. */
function callBack(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    process.emitWarning(error as Error);
  }
}

/**
 * With statements in flight, the error that `run` saw may be a consequence. The first error of the database is the
 * cause.
 */
async function firstFailure(pending: Promise<unknown>[], thrown: unknown): Promise<unknown> {
  if (!isStatementError(thrown)) return thrown;
  const settled = await Promise.allSettled(pending);
  return settled.find((result) => result.status === 'rejected')?.reason ?? thrown;
}

/** Statements that were skipped after an error, such as COMMIT, leave the transaction open. */
async function rollBack(client: PoolClient, cause: unknown): Promise<void> {
  try {
    await client.query('ROLLBACK');
    client.release(isOutdated(cause));
  } catch {
    client.release(true);
  }
}
