import type { DatabaseError } from 'pg';

/**
 * An ERROR answered by PostgreSQL: the statement, and the transaction with it, did not happen (but for what comes behind a
 * COMMIT that was said, of which `PipelinedBatch` knows).
 */
export function isStatementError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR';
}

/** The server only reads: a standby, or what was the primary until a failover. */
const READ_ONLY = '25006';

/**
 * What this connection has prepared is not what the database has: a column has another type now, or somebody threw its
 * statements away; or it leads to a server that only reads. Asking again would say the same for as long as the connection lives.
 */
export function isOutdated(error: unknown): boolean {
  return isStatementError(error) && ['0A000', '26000', READ_ONLY].includes(error.code ?? '');
}

/** PostgreSQL canceled the statement: its time was over. */
export const isCanceled = (error: unknown): boolean => isStatementError(error) && error.code === '57014';

/**
 * Somebody else held what was asked for until `lock_timeout` or `statement_timeout` was over, as a VACUUM FULL by hand does, or
 * a transaction had to give way: the same may be asked again.
 */
export function isBusy(error: unknown): boolean {
  return isStatementError(error) && ['55P03', '57014', '40001', '40P01'].includes(error.code ?? '');
}

/** Another transaction had locked a row for longer than this one was to wait, or had to be given way to. */
export function isLocked(error: unknown): boolean {
  return isStatementError(error) && ['55P03', '40P01'].includes(error.code ?? '');
}

/**
 * The database cannot be reached, or cannot work: an error of the connection has no `severity`, or one that ended it; SQLSTATE
 * 53 and 58 are a full disk, no memory, a disk that fails.
 */
export function isUnreachable(error: unknown): boolean {
  const { severity, code, message } = error as { severity?: string; code?: string; message?: string };
  if (severity !== undefined) return severity !== 'ERROR' || /^5[38]/.test(code ?? '') || code === READ_ONLY;
  return /^E[A-Z]+$/.test(code ?? '') || /connect|terminated|timeout/i.test(message ?? '');
}
