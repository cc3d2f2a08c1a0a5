import { Check } from 'typebox/value';
import { StatementLayoutBody } from '../../../contract/src/statement-layouts.ts';
import type { Queries } from '../db/database.ts';
import { toJson } from '../http/serialise.ts';
import { invalidValue, Refusal } from '../kernel/refusal.ts';
import { findLayout } from './find-layout.ts';
import { readLayout } from './layout-body.ts';
import { checkLayout } from './layouts.ts';
import type { StatementLayout } from './read/layout.ts';
import { readStatementFile } from './read/read-file.ts';
import type { FileProblem, StatementLine } from './read/statement-line.ts';

const SHOWN = 20;

/**
 * The first lines of a file as a layout reads them. Nothing is kept.
 * @throws Refusal for a layout that does not exist or is not sound
 */
export async function previewLayout(
  db: Queries,
  { layout: name, definition }: { layout?: string | undefined; definition?: string | undefined },
  bytes: AsyncIterable<Uint8Array>,
): Promise<string> {
  const layout = definition === undefined ? await findNamed(db, name) : readDefinition(definition);
  const lines: StatementLine[] = [];
  const problems: FileProblem[] = [];
  for await (const item of readStatementFile(bytes, layout, new Date())) {
    if ('line' in item) lines.push(item.line);
    else if ('problem' in item) problems.push(item.problem);
    if (lines.length >= SHOWN || problems.length >= SHOWN) break;
  }
  return toJson({ object: 'statement_preview', lines: lines.map(viewLine), problems });
}

async function findNamed(db: Queries, name: string | undefined): Promise<StatementLayout> {
  if (name === undefined) throw invalidValue('layout', 'is missing. Give layout or definition');
  const layout = await findLayout(db, name);
  if (!layout) throw new Refusal('not_found', `There is no layout ${name}.`);
  return layout;
}

function readDefinition(text: string): StatementLayout {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidValue('definition', 'is not valid JSON');
  }
  if (!Check(StatementLayoutBody, body))
    throw invalidValue('definition', 'is not a layout. Compare it with another one');
  const layout = readLayout('preview', body);
  checkLayout(layout);
  return layout;
}

const viewLine = ({ bookedOn, at, ...line }: StatementLine) => ({
  ...line,
  booked_on: bookedOn,
  at: at?.toISOString() ?? null,
});
