import type { Command } from '../kernel/command.ts';

/** A duplicate waits this long for the first request of its key (contract: 409 after 5 s). */
export const PATIENCE_MS = 5_000;

/**
 * A duplicate whose first request is under way in this process waits for it, but no longer than 5 s, whatever holds the first
 * one up: what both wait for may be a wallet, long before the key's row could tell. It is carried out or not as any other;
 * the next one of its key is told. Of a first that is on another node the database tells.
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
