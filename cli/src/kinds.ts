import { type EventKind, eventKinds } from '../../sdk/src/rialto.ts';
import { Usage } from './failure.ts';

const groupOf = (kind: string) => `${kind.split('.')[0]}.*`;
const groups = [...new Set(eventKinds.map(groupOf))];

/** Whether these kinds, `payment.*` or `*` have this one; where there are none, everything has. */
export const hasKind = (kinds: readonly string[] | undefined, kind: EventKind): boolean =>
  !kinds || kinds.includes(kind) || kinds.includes(groupOf(kind)) || kinds.includes('*');

export function checkKinds(kinds: readonly string[] = []): void {
  const known: readonly string[] = [...eventKinds, ...groups, '*'];
  const unknown = kinds.filter((kind) => !known.includes(kind));
  if (unknown.length > 0)
    throw new Usage(
      `--events: there is no ${unknown.join(', ')}; kinds are ${eventKinds.join(', ')}, and for all of a group ${groups.join(', ')}`,
    );
}
