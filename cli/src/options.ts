import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { ApiError, ConnectionError, type List, type RequestOptions } from '../../sdk/src/rialto.ts';
import type { Global } from './connect.ts';
import { Unanswered } from './failure.ts';
import { printList } from './print.ts';
import { interruptible } from './signals.ts';

/** Minor units. Only a whole number is accepted, so that 10.50 is never read as 10. */
export function amount(text: string): number {
  if (!/^\d+$/.test(text))
    throw new InvalidArgumentError("Give a whole number in the currency's minor unit: 10.50 USD is 1050.");
  return Number(text);
}

export function count(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
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
  if (at < 1) throw new InvalidArgumentError('Give name=value.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** The options that are fields of the request. The service validates their values. */
// biome-ignore lint/suspicious/noExplicitAny: commander's options have no types
export function only(options: object, names: readonly string[]): any {
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
}

/** Adds the option of commands that move money. */
export const keyed = (command: Command) =>
  command.option('--idempotency-key <key>', 'the key of a run that got no response; nothing is executed twice');

/** Reports the key when no response arrived: running the command again with a new key would pay twice. */
export async function once<T>(
  { idempotencyKey = randomUUID() }: { idempotencyKey?: string },
  send: (options: RequestOptions) => Promise<T>,
): Promise<T> {
  try {
    return await interruptible((signal) => send({ idempotencyKey, signal }));
  } catch (error) {
    const isUnknown =
      error instanceof ConnectionError ||
      (error as Error).name === 'AbortError' ||
      (error instanceof ApiError && (error.status >= 500 || error.code === 'idempotency_in_progress'));
    throw isUnknown ? new Unanswered(error as Error, idempotencyKey) : error;
  }
}

export const globals = (command: Command): Global => command.optsWithGlobals();

/** Adds the options of every list. */
export const paged = (command: Command) =>
  command.option('--limit <n>', 'how many', count, 20).option('--all', 'all records');

/** Adds the options of a list that can be limited to a period. */
export const dated = (command: Command) =>
  paged(command)
    .option('--since <time>', 'created at this time or later, for example 2026-01-01T00:00:00Z')
    .option('--until <time>', 'created before this time');

type Times = { since?: string; until?: string };

/** A half-open period: a record of midnight belongs to one day, not to two. */
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
    // Read one more than is shown, to know whether there are more.
    const found = await list({ limit: 100 }).toArray({ max: limit + 1 });
    return printList(found.slice(0, limit), json, found.length > limit);
  }
  const { data, has_more } = await list({ limit });
  printList(data, json, has_more);
}
