/**
 * SQL after which nobody waits for the disk when this transaction commits. A crash of the database may then take back what was
 * committed in the last moments: only for what is done again, or may be lost.
 */
export const asynchronousCommit = `set_config('synchronous_commit', 'off', true)`;
