import type { Command } from '../kernel/command.ts';

/** A duplicate waits this long for the first request of its key (contract: 409 after 5 s). */
export const PATIENCE_MS = 5_000;

/**
 * Limits the time that a duplicate waits for the first request of its key in this process to 5 s. Both may wait for a
 * wallet, long before the row of the key could show a conflict.
 * The duplicate may still be carried out later, and the next request of the key gets its answer. A first request on
 * another node is detected by the database.
 */
export function waitInTurn<Input, Answer>(
  send: (command: Command<Input>) => Promise<Answer>,
  options: { keyOf: (world: number, key: string) => string; inProgress: (command: Command<Input>) => Answer },
): (command: Command<Input>) => Promise<Answer> {
  const underWay = new Set<string>();
  const patiently = (command: Command<Input>, key: string) =>
    new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => underWay.has(key) && resolve(options.inProgress(command)), PATIENCE_MS);
      send(command)
        .finally(() => clearTimeout(timer))
        .then(resolve, reject);
    });
  return async (command) => {
    if (!command.idempotency) return send(command);
    const key = options.keyOf(command.caller.world, command.idempotency.key);
    if (underWay.has(key)) return patiently(command, key);
    underWay.add(key);
    try {
      return await send(command);
    } finally {
      underWay.delete(key);
    }
  };
}
