import type { TableMap } from './map.ts';
import type { Matcher } from './match.ts';
import { columnsIn, rawText } from './walk.ts';

export type Relation = 'own' | 'mentioned' | null;

/** Whether a row is about the person, or mentions them. */
export function relationOf(map: TableMap, row: Record<string, unknown>, { isAbout }: Matcher): Relation {
  const isIn = (columns: readonly string[]) => columns.some((column) => isAbout(rawText(row[column])));
  if (map.owner) {
    if (isIn(map.owner)) return 'own';
    return isIn([...map.text, ...map.json, ...map.erase, ...map.blank]) ? 'mentioned' : null;
  }
  return isIn(columnsIn(map)) ? 'own' : null;
}
