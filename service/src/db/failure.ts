import type { DatabaseError } from 'pg';

/**
 * An ERROR answered by PostgreSQL: the statement, and the transaction with it, did not happen (but for what comes behind a
 * COMMIT that was said, of which `Flight` knows).
 */
export function isRefusal(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR';
}

/**
 * What this connection has prepared is not what the database has: a column has another type now, or somebody threw its
 * statements away. Asking again would say the same for as long as the connection lives.
 */
export function isOutdated(error: unknown): boolean {
  return isRefusal(error) && ['0A000', '26000'].includes(error.code ?? '');
}

/**
 * The database cannot be reached, or cannot work: an error of the connection has no `severity`, or one that ended it; SQLSTATE
 * 53 and 58 are a full disk, no memory, a disk that fails.
 */
export function isUnreachable(error: unknown): boolean {
  const { severity, code, message } = error as { severity?: string; code?: string; message?: string };
  if (severity !== undefined) return severity !== 'ERROR' || /^5[38]/.test(code ?? '');
  return /^E[A-Z]+$/.test(code ?? '') || /connect|terminated|timeout/i.test(message ?? '');
}
