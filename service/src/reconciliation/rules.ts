import type {
  addMatchingRule,
  enableMatchingRule,
  MatchingRule,
  tryMatchingRule,
} from '../../../contract/src/reconciliation.ts';
import type { InputOf, QueryOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Database, Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { renderList } from '../http/list.ts';
import { toJson } from '../http/serialise.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { answerEach, invalidField, Refusal } from '../kernel/refusal.ts';
import { matchByRule } from './match-by-rules.ts';
import { findReconciledRail } from './store.ts';

type RuleRow = Omit<MatchingRule, 'object' | 'created_at'> & { created_at: Date };
const columns = 'id, created_at, name, rail, place, shape, kinds, compare, window_hours, enabled, created_by';

const insertRule: Statement = {
  name: 'matching_rules_insert',
  text: `
    INSERT INTO matching_rules (id, name, rail, place, shape, kinds, compare, window_hours, enabled, created_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${columns}`,
};
const setEnabled: Statement = {
  name: 'matching_rules_enable',
  text: `UPDATE matching_rules SET enabled = $2 WHERE id = $1 RETURNING ${columns}`,
};
const selectRule: Statement = {
  name: 'matching_rules_find',
  text: `SELECT ${columns} FROM matching_rules WHERE id = $1`,
};
const selectRules: Statement = {
  name: 'matching_rules_list',
  text: `SELECT ${columns} FROM matching_rules ORDER BY place, id`,
};

const render = (row: RuleRow): string =>
  toJson({ ...row, object: 'matching_rule', created_at: row.created_at.toISOString() });

export const listRules = async (db: Database, url: string): Promise<string> =>
  renderList(url, (await db.query<RuleRow>(selectRules)).map(render), false);

export function addRules(tx: Tx, commands: Command<InputOf<typeof addMatchingRule>>[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { name, rail, place, shape, kinds, compare, window_hours, enabled } = command.input;
    const values = [name, rail, place, shape, kinds, compare, window_hours, enabled, command.caller.id];
    const [row] = await tx.query<RuleRow>(insertRule, [newId('rule'), ...values]);
    const act = { ...actorOf(command), action: 'matching_rule.added', target: row!.id, after: command.input };
    await recordActs(tx, [act]);
    return render(row!);
  });
}

export function enableRules(
  tx: Tx,
  commands: Command<InputOf<typeof enableMatchingRule>>[],
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { id, enabled } = command.input;
    const [row] = await tx.query<RuleRow>(setEnabled, [id, enabled]);
    if (!row) throw new Refusal('not_found');
    await recordActs(tx, [{ ...actorOf(command), action: 'matching_rule.changed', target: id, after: { enabled } }]);
    return render(row);
  });
}

/** The matches that a rule would make, without effect. */
export async function tryRule(db: Database, { id, rail: asked }: QueryOf<typeof tryMatchingRule>): Promise<string> {
  const [rule] = await db.query<RuleRow>(selectRule, [id]);
  if (!rule) throw new Refusal('not_found');
  const slug = asked ?? rule.rail;
  if (slug === null) throw invalidField('rail', 'required');
  const rail = await findReconciledRail(db, slug);
  if (!rail) throw new Refusal('not_found', `The rail ${slug} is not reconciled.`);
  const { sample, ...counts } = await matchByRule(db, rail, rule, { trial: true });
  return toJson({ object: 'matching_trial', ...counts, sample: sample ?? [] });
}
