import type { DatabaseError } from 'pg';
import { StartupError } from '../config/startup-error.ts';

/**
 * An ERROR from PostgreSQL: the statement and its transaction did not happen. `PipelinedBatch` handles the exception,
 * an ERROR after COMMIT was answered.
 */
export function isStatementError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR';
}

/** COMMIT was sent and its outcome is not known: do not report success or failure to anyone. */
export class OutcomeUnknown extends Error {}

/** The connection was not fit for the statement, which was not sent. */
export class NotRun extends Error {}

/** The database lacks transactions that it had acknowledged. Nothing is read or written until an operator decides. */
export class DatabaseWentBack extends StartupError {
  constructor() {
    super(
      [
        'the database has lost transactions that it had acknowledged, as a failover to a late standby does.',
        'Find out what is missing, then run `npm run admin -- database accept-loss`: see docs/high-availability.md',
      ].join(' '),
    );
  }
}

/** The server is read-only: a standby, or the former primary after a failover. */
const READ_ONLY = '25006';

/**
 * The connection's prepared statements no longer match the database: a column changed its type or somebody deallocated
 * them. Or the connection leads to a read-only server. A retry on the same connection would fail again.
 */
export function isOutdated(error: unknown): boolean {
  return isStatementError(error) && ['0A000', '26000', READ_ONLY].includes(error.code ?? '');
}

/** PostgreSQL canceled the statement because it exceeded its time limit. */
export const isCanceled = (error: unknown): boolean => isStatementError(error) && error.code === '57014';

/**
 * A lock was held until `lock_timeout` or `statement_timeout`, for example by a manual VACUUM FULL, or the transaction
 * was aborted for another. It can be retried.
 */
export function isBusy(error: unknown): boolean {
  return isStatementError(error) && ['55P03', '57014', '40001', '40P01'].includes(error.code ?? '');
}

/** The database refuses these values, however often they are sent: SQLSTATE classes 22 and 23. */
export function isRefusedData(error: unknown): boolean {
  return isStatementError(error) && /^2[23]/.test(error.code ?? '');
}

/** Another transaction held a row lock for too long, or a deadlock was resolved. */
export function isLocked(error: unknown): boolean {
  return isStatementError(error) && ['55P03', '40P01'].includes(error.code ?? '');
}

/**
 * The database cannot be reached or cannot work. A connection error has no `severity`, or one that ended the
 * connection. SQLSTATE classes 53 and 58 mean a full disk, no memory or a failing disk.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof OutcomeUnknown || error instanceof DatabaseWentBack) return true;
  const { severity, code, message } = error as { severity?: string; code?: string; message?: string };
  if (severity !== undefined) return severity !== 'ERROR' || /^5[38]/.test(code ?? '') || code === READ_ONLY;
  return /^E[A-Z]+$/.test(code ?? '') || /connect|terminated|timeout/i.test(message ?? '');
}
