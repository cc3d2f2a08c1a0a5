import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { ApiError, ConnectionError, type List, type RequestOptions } from '../../sdk/src/rialto.ts';
import type { Global } from './connect.ts';
import { Unanswered } from './failure.ts';
import { printList } from './print.ts';
import { interruptible } from './signals.ts';

/** Minor units: refused when it is not a whole number, so that 10.50 is never taken for 10. */
export function amount(text: string): number {
  if (!/^\d+$/.test(text))
    throw new InvalidArgumentError("A whole number in the currency's minor unit: 10.50 USD is 1050.");
  return Number(text);
}

export function count(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('A whole number.');
  return Number(text);
}

export const words = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** `--metadata order=7 --metadata shop=dakar` */
export function pair(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('name=value.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** Of the options those that are fields of the request. The service says what is wrong with them. */
// biome-ignore lint/suspicious/noExplicitAny: commander's options have no types
export function only(options: object, names: readonly string[]): any {
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
}

/** The option of what moves money. */
export const keyed = (command: Command) =>
  command.option('--idempotency-key <key>', 'of a run that got no answer: what it did is not done again');

/** Where no answer came, or was not waited for, it is told how to run the command again: with another key it would pay twice. */
export async function once<T>(
  { idempotencyKey = randomUUID() }: { idempotencyKey?: string },
  send: (options: RequestOptions) => Promise<T>,
): Promise<T> {
  try {
    return await interruptible((signal) => send({ idempotencyKey, signal }));
  } catch (error) {
    const isOpen =
      error instanceof ConnectionError ||
      (error as Error).name === 'AbortError' ||
      (error instanceof ApiError && (error.status >= 500 || error.code === 'idempotency_in_progress'));
    throw isOpen ? new Unanswered(error as Error, idempotencyKey) : error;
  }
}

export const globals = (command: Command): Global => command.optsWithGlobals();

/** The options of every list, and what to do with them. */
export const paged = (command: Command) =>
  command.option('--limit <n>', 'how many', count, 20).option('--all', 'all of them');

/** Those of a list whose records are of a time. */
export const dated = (command: Command) =>
  paged(command)
    .option('--since <time>', 'made then or later, such as 2026-01-01T00:00:00Z')
    .option('--until <time>', 'made before then');

type Times = { since?: string; until?: string };

/** A time that ends where the next one begins: what happens at midnight is in one day, and not in two. */
export const within = ({ since, until }: Times) =>
  since || until ? { created_at: { ...(since && { gte: since }), ...(until && { lt: until }) } } : {};

export async function printPaged(
  { limit, all, ...times }: { limit: number; all?: boolean } & Times,
  json: boolean | undefined,
  listed: (query: { limit: number }) => List<object>,
): Promise<void> {
  const list = (query: { limit: number }) => listed({ ...query, ...within(times) });
  if (all) return printList(await list({ limit: 100 }).toArray(), json);
  if (limit > 100) {
    // One more than is shown, to know whether there is more.
    const found = await list({ limit: 100 }).toArray({ max: limit + 1 });
    return printList(found.slice(0, limit), json, found.length > limit);
  }
  const { data, has_more } = await list({ limit });
  printList(data, json, has_more);
}
