import type { DatabaseError } from 'pg';

/** An ERROR answered by PostgreSQL: the statement, and the transaction with it, did not happen. */
export function isRefusal(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR';
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
