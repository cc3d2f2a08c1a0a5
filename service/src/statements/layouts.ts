import type { InputOf } from '../../../contract/src/route.ts';
import type { StatementLayout as Answer, addStatementLayout } from '../../../contract/src/statement-layouts.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Database, Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { renderList } from '../http/list.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, invalidValue, Refusal } from '../kernel/refusal.ts';
import { readLayout, viewLayout } from './layout-body.ts';
import type { StatementLayout } from './read/layout.ts';
import { findLayoutFaults } from './read/layout-faults.ts';
import { providedLayouts } from './read/layouts/provided.ts';

type LayoutRow = { name: string; layout: StatementLayout; created_by: string; created_at: Date };

const selectAll: Statement = {
  name: 'statement_layouts_select',
  text: 'SELECT name, layout, created_by, created_at FROM statement_layouts ORDER BY name',
};
const insertStatement: Statement = {
  name: 'statement_layouts_insert',
  text: `
    INSERT INTO statement_layouts (name, layout, created_by) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
    RETURNING name, layout, created_by, created_at`,
};

const render = ({ name, layout, created_by, created_at }: LayoutRow): string =>
  JSON.stringify({
    ...{ object: 'statement_layout', name, provided: false, layout: viewLayout(layout), created_by },
    created_at: created_at.toISOString(),
  } satisfies Answer);

const renderProvided = ([name, layout]: [string, StatementLayout]): string =>
  JSON.stringify({
    ...{ object: 'statement_layout', name, provided: true, layout: viewLayout(layout) },
    ...{ created_by: null, created_at: null },
  } satisfies Answer);

export async function listLayouts(db: Database, url: string): Promise<string> {
  const own = await db.query<LayoutRow>(selectAll);
  return renderList(url, [...Object.entries(providedLayouts).map(renderProvided), ...own.map(render)], false);
}

/** @throws Refusal that names the first fault of a layout */
export function checkLayout(layout: StatementLayout): void {
  const [fault] = findLayoutFaults(layout);
  if (!fault) return;
  const field = fault.field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  throw invalidValue(`layout.${field}`, fault.problem);
}

export function addLayouts(
  tx: Tx,
  commands: Command<InputOf<typeof addStatementLayout>>[],
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { name, layout: body } = command.input;
    // The readings of a provider's own list have it.
    if (name === 'provider') throw invalidValue('name', 'provider is reserved. Choose another name');
    const layout = readLayout(name, body);
    checkLayout(layout);
    if (Object.hasOwn(providedLayouts, name)) throw new Refusal('reference_already_used', `The layout ${name} exists.`);
    const [row] = await tx.query<LayoutRow>(insertStatement, [name, layout, command.caller.id]);
    if (!row) throw new Refusal('reference_already_used', `The layout ${name} exists.`);
    await recordActs(tx, [{ ...actorOf(command), action: 'statement_layout.added', target: name, after: body }]);
    return render(row);
  });
}
