import type { Command } from 'commander';
import { StartupError } from '../config/startup-error.ts';
import type { Statement } from '../db/database.ts';
import { newId } from '../kernel/new-id.ts';
import { storedDocuments } from '../secrets/sealed-columns.ts';
import { openDocuments } from '../storage/open.ts';
import { asOperator, type Operator, print } from './operator.ts';

export function addDocumentCommands(program: Command): void {
  program
    .command('documents')
    .description('the store of documents: a folder or S3')
    .command('check')
    .description('store, read and delete a small document, and read the newest one, for example with new keys of S3')
    .action(() => asOperator(check));
}

const selectNewest: Statement = {
  name: 'documents_newest',
  text: `SELECT max(name) AS name FROM (${storedDocuments}) d`,
};

async function check({ db, config, secrets }: Operator): Promise<void> {
  const documents = openDocuments(config, await secrets());
  // As a part of an export that was never completed.
  const name = newId('exp');
  const text = Buffer.from(name);
  try {
    await documents.put(name, text);
    if (!(await documents.get(name))?.equals(text)) throw new Error('it returned other bytes than were stored');
    await documents.delete(name);
    const [newest] = await db.query<{ name: string | null }>(selectNewest);
    if (newest!.name && !(await documents.get(newest!.name))) throw new Error(`it does not have ${newest!.name}`);
  } catch (error) {
    throw new StartupError(`the store of documents does not work: ${(error as Error).message}`, { cause: error });
  }
  print(`The store of documents works (DOCUMENTS=${config.DOCUMENTS}).`);
}
