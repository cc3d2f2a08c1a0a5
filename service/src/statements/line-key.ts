import { hash } from 'node:crypto';
import type { StatementLine } from './read/statement-line.ts';

/** PostgreSQL's indexes take 2 700 bytes. Ids of providers have at most 36 characters. */
const LONGEST = 100;

/**
 * The key by which a line is the same in every file and in the provider's list: the provider's id and the direction. A
 * charge has the id of its payment, so it is a direction of its own. A line without an id is known by its content.
 * @param byDay banks use their references again on other days
 */
export function lineKey(line: StatementLine, byDay: boolean): string {
  const direction = line.kind === 'fee' ? 'fee' : line.amount < 0n ? 'out' : 'in';
  if (line.operation === null || line.operation === '') return `#${digest(contentOf(line))}:${direction}`;
  const operation = byDay ? `${line.operation}@${line.bookedOn}` : line.operation;
  return `${operation.length > LONGEST ? `#${digest(operation)}` : operation}:${direction}`;
}

const digest = (text: string) => hash('sha256', text, 'base64url').slice(0, 32);

const contentOf = ({ bookedOn, at, amount, fee, record, reference, phone }: StatementLine) =>
  JSON.stringify([bookedOn, at?.getTime() ?? null, `${amount}`, `${fee}`, record, reference, phone]);
