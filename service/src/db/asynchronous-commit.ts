/**
 * SQL after which COMMIT of this transaction does not wait for the disk. A crash of the database may lose the last
 * moments, so use it only for work that is repeated or may be lost.
 */
export const asynchronousCommit = `set_config('synchronous_commit', 'off', true)`;
