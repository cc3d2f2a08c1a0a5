import type { MatchingRule } from '../../../../contract/src/reconciliation.ts';

/** The text of each shape. A key that ends in `_one` would be a plural. */
export const shapeTexts = {
  one_to_one: 'single',
  entries_to_line: 'manyEntries',
  lines_to_entry: 'manyLines',
} as const satisfies Record<MatchingRule['shape'], string>;

export const ruleShapes = Object.keys(shapeTexts) as MatchingRule['shape'][];
