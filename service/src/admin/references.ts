import type { Command } from 'commander';
import { findEqualReferences, findOldSpellings } from '../idempotency/references.ts';
import { selectEqualNames } from '../integrations/store.ts';
import { asOperator, print, printTable } from './operator.ts';

export function addReferenceCommands(program: Command): void {
  program
    .command('references')
    .description("clients' own ids of payments, refunds, transfers and payouts")
    .command('check')
    .description(
      'finds references from before they had one spelling; lists records, and integrations by name, that are equal now',
    )
    .action(() =>
      asOperator(async ({ db }) => {
        const added = await findOldSpellings(db);
        if (added > 0) print(`${added} old spellings are new to the database: an older node wrote them.`);
        const equal = await findEqualReferences(db);
        printTable(equal);
        const names = await db.query<Record<string, unknown>>(selectEqualNames);
        if (names.length > 0) print('Integrations of one merchant whose names are equal now:');
        printTable(names);
        print(
          equal.length === 0
            ? 'No two records have one reference.'
            : 'These records keep their references. No other record can take one of them.',
        );
      }),
    );
}
