import { type Command, InvalidArgumentError } from 'commander';
import { closeOne } from '../closes/close.ts';
import { sidesDifference } from '../closes/explain.ts';
import { findLastCloses } from '../closes/store.ts';
import { transaction } from '../db/transaction.ts';
import { asOperator, print, printTable, whoActs } from './operator.ts';

export function addCloseCommands(program: Command): void {
  program
    .command('close')
    .description('close a day of a rail; an operator reviews it in the dashboard or with the API')
    .requiredOption('--rail <slug>', 'the rail')
    .requiredOption('--date <day>', "the day on the rail's calendar, YYYY-MM-DD", asDay)
    .option('--json', 'print the close as JSON')
    .action(({ rail, date, json }: { rail: string; date: string; json?: boolean }) =>
      asOperator(async ({ db }) => {
        const text = await transaction(db, (tx) => closeOne(tx, { rail, day: date }, whoActs()));
        if (json) return print(text);
        const { id, there, here, difference, currency } = JSON.parse(text);
        print(
          `${id}: there ${there.closing}, here ${here.closing}, difference ${difference} ${currency} (minor units)`,
        );
      }),
    );
  program
    .command('closes')
    .description('the closed days of rails')
    .command('list')
    .description('list the last closes')
    .option('--rail <slug>', 'of this rail')
    .option('--json', 'print them as JSON')
    .action(({ rail, json }: { rail?: string; json?: boolean }) =>
      asOperator(async ({ db }) => {
        const rows = (await findLastCloses(db, rail ?? null)).map((row) => ({
          ...{ id: row.id, rail: row.rail, day: row.day, currency: row.currency, status: row.status },
          ...{ there: String(row.closing_there), here: String(row.closing_here) },
          ...{ difference: String(sidesDifference(row)), closed_by: row.created_by, reviewed_by: row.reviewed_by },
        }));
        if (json) print(JSON.stringify(rows));
        else printTable(rows);
      }),
    );
}

function asDay(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('It must be a day, such as 2026-01-31.');
  return text;
}
