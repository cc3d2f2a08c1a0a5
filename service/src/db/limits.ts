/** Milliseconds. The database gives up on a lock, a statement or an idle transaction before the caller does. */
export const LOCK_TIMEOUT = 2_000;
export const STATEMENT_TIMEOUT = 20_000;
export const IDLE_IN_TRANSACTION_TIMEOUT = 10_000;
/**
 * A live database has answered by then. If its host is gone, TCP would retry for a quarter of an hour. With the wait
 * for a connection, no client waits 30 s for its answer.
 */
export const SILENCE = STATEMENT_TIMEOUT + 4_000;
