import type { Database, Queries, Statement } from '../db/database.ts';
import { matchGroups } from './match-groups.ts';
import { matchOneToOne } from './match-one-to-one.ts';
import type { MatchingRule, RuleResult } from './rule-statements.ts';
import type { ReconciledRail } from './store.ts';

/** The pairs that a trial shows. */
const SHOWN = 20;

export type RuleOptions = {
  /** Nothing is written. */
  readonly trial?: boolean;
  /** The lines of one statement. */
  readonly most?: number;
};

/** Matches the open items of a rail by one rule, in short transactions. */
export async function matchByRule(
  db: Database,
  rail: ReconciledRail,
  rule: MatchingRule,
  { trial = false, most }: RuleOptions = {},
): Promise<RuleResult> {
  const { id, shape, kinds, compare, window_hours } = rule;
  const values = [rail.rail, kinds, id, trial, window_hours, compare, rail.posts_fees];
  const results =
    shape === 'one_to_one'
      ? await matchOneToOne(db, rail, values, most)
      : await matchGroups(db, rail, { ...rule, shape }, values, trial);
  const sum = (of: 'lines' | 'entries' | 'unclear') => results.reduce((total, result) => total + result[of], 0);
  return {
    ...{ lines: sum('lines'), entries: sum('entries'), unclear: sum('unclear') },
    sample: results.flatMap(({ sample }) => sample ?? []).slice(0, SHOWN),
  };
}

const selectRules: Statement = {
  name: 'matching_rules_of_rail',
  text: `
    SELECT id, shape, kinds, compare, window_hours FROM matching_rules
    WHERE enabled AND (rail IS NULL OR rail = $1) ORDER BY place, id`,
};
export const findRules = (db: Queries, { rail }: ReconciledRail) => db.query<MatchingRule>(selectRules, [rail]);
