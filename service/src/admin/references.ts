import type { Command } from 'commander';
import { findEqualReferences, findOldSpellings } from '../idempotency/references.ts';
import { selectEqualNames } from '../integrations/store.ts';
import { asOperator, print, printTable } from './operator.ts';

export function addReferenceCommands(program: Command): void {
  program
    .command('references')
    .description("references: the clients' own ids of payments, refunds, transfers and payouts")
    .command('check')
    .description(
      'find references from before each had one spelling; list the records, and the names of integrations, that are now equal',
    )
    .action(() =>
      asOperator(async ({ db }) => {
        const added = await findOldSpellings(db);
        if (added > 0) print(`${added} old spellings were added to the database. An older node wrote them.`);
        const equal = await findEqualReferences(db);
        printTable(equal);
        const names = await db.query<Record<string, unknown>>(selectEqualNames);
        if (names.length > 0) print('Integrations of one merchant whose names are now equal:');
        printTable(names);
        print(
          equal.length === 0
            ? 'No two records have the same reference.'
            : 'These records keep their references. No other record can use one of them.',
        );
      }),
    );
}
