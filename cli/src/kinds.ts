import { type EventKind, eventKinds } from '../../sdk/src/rialto.ts';
import { Usage } from './failure.ts';

const groupOf = (kind: string) => `${kind.split('.')[0]}.*`;
const groups = [...new Set(eventKinds.map(groupOf))];

/** Whether the kinds include this one, also as `payment.*` or `*`. Without kinds, every kind is included. */
export const hasKind = (kinds: readonly string[] | undefined, kind: EventKind): boolean =>
  !kinds || kinds.includes(kind) || kinds.includes(groupOf(kind)) || kinds.includes('*');

export function checkKinds(kinds: readonly string[] = []): void {
  const known: readonly string[] = [...eventKinds, ...groups, '*'];
  const unknown = kinds.filter((kind) => !known.includes(kind));
  if (unknown.length === 0) return;
  const choices = `The kinds are ${eventKinds.join(', ')}; the groups are ${groups.join(', ')}.`;
  throw new Usage(`--events: unknown: ${unknown.join(', ')}. ${choices}`);
}
