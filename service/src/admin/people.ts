import type { Command } from 'commander';
import { openPersonRequest } from '../approvals/open-person-request.ts';
import { StartupError } from '../config/startup-error.ts';
import { transaction } from '../db/transaction.ts';
import { readJournal } from '../people/journal.ts';
import { journalsOf } from '../people/journals-of.ts';
import { findPerson, readWho } from '../people/open-request.ts';
import { applyErasures } from '../people/reapply.ts';
import { type PersonRequestRow, selectPersonRequests } from '../people/store.ts';
import { openDocuments } from '../storage/open.ts';
import { asOperator, type Operator, print, printTable, whoActs } from './operator.ts';
import { readText } from './options.ts';

export function addPeopleCommands(program: Command): void {
  const people = program.command('people').description("a person's data: export it, erase it");
  addRequest(people, 'export', 'request an export of all data kept about a person, also one without an account');
  addRequest(people, 'erase', 'request the erasure of a person; the books stay');
  people
    .command('list')
    .description('list the last 100 requests and their state')
    .action(() =>
      asOperator(async ({ db }) =>
        printTable(
          (await db.query<PersonRequestRow>(selectPersonRequests)).map((row) => ({
            approval: row.approval_id,
            kind: row.kind,
            status: row.status,
            rows: row.rows,
            completed: row.completed_at,
            downloaded: row.downloaded_at,
            error: row.error,
          })),
        ),
      ),
    );
  people
    .command('reapply')
    .description('after a restore: erase the people again who were erased after the backup')
    .option('--journal <file>', 'a copy of the journal of erasures; default: the copies of this node')
    .action(({ journal }: { journal?: string }) => asOperator((operator) => reapply(operator, journal)));
}

function addRequest(people: Command, name: 'export' | 'erase', description: string): void {
  people
    .command(name)
    .argument('<who>', 'a phone in international format, an e-mail address, or the id of an account')
    .description(`${description}. Two operators approve it`)
    .requiredOption('--reason <text>', 'for the audit log; do not name the person', readText(300))
    .action((who: string, { reason }: { reason: string }) =>
      asOperator(async (operator) => {
        const kind = name === 'erase' ? 'erasure' : 'export';
        const { db, config } = operator;
        const { identityKey } = await operator.secrets();
        const keeping = { identityKey, keepYears: config.KYC_KEPT_YEARS };
        const wanted = await findPerson(db, kind, readWho(who), keeping);
        const asked = { kind, reason, by: whoActs(), identityKey } as const;
        const id = await transaction(db, (tx) => openPersonRequest(tx, wanted, asked));
        const { person, accounts, kept_until: until } = wanted.payload;
        print(id);
        print(`${person}: ${wanted.subject.records.length} records, accounts: ${accounts.join(', ') || 'none'}.`);
        if (until) print(`The law keeps the identity and its documents until ${until}.`);
        print('Two operators now approve it in the dashboard (Approvals) or with the API, within three days.');
      }),
    );
}

async function reapply(operator: Operator, journal: string | undefined): Promise<void> {
  const { db, config } = operator;
  const secrets = await operator.secrets();
  const files = journal ? [journal] : journalsOf(config);
  const entries = files.flatMap(readJournal);
  if (journal && entries.length === 0) throw new StartupError(`${journal} has no entries`);
  const applied = await applyErasures(
    { db, documents: openDocuments(config, secrets), identityKey: secrets.identityKey, by: whoActs() },
    entries,
  );
  for (const { id, at } of applied) print(`${id}, of ${at}: erased again`);
  print(applied.length === 0 ? 'Nothing to erase.' : 'Start the service.');
}
