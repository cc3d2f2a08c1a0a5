import type { Rails } from '../rails/rail.ts';
import type { Round } from '../workers/worker.ts';
import { type Collector, createCollector } from './collect-files.ts';
import { createProviderCollector } from './collect-from-provider.ts';
import { ImportStopped, importFile } from './import-file.ts';
import { createListReader } from './read-list.ts';
import { type ClaimedFile, claimFile } from './store.ts';
import { sweepFiles } from './sweep-files.ts';
import { ClaimLost } from './write-lines.ts';

const SWEEP_MS = 60_000;

export type StatementWorker = Omit<Collector, 'everyMs'> & {
  readonly rails: Rails;
  readonly onRefused: (refused: { readonly file: string; readonly rail: string }) => void;
};

/**
 * Imports statement files, one of a rail at a time, collects them, and reads the lists of providers.
 * @returns its round, and how to end an import early: the file is read again at the next start
 */
export function createStatementWorker(options: StatementWorker) {
  const { db, documents, rails, onError, onRefused } = options;
  const collect = createCollector(options);
  const readLists = createListReader({ db, rails, onError });
  const collectFromProviders = createProviderCollector({ db, documents, rails, onError });
  let stopping = false;
  let nextSweep = 0;
  const importNext = async (): Promise<boolean> => {
    const [file] = await db.query<ClaimedFile>(claimFile, [null]);
    if (!file) return false;
    const { status } = await importFile({ db, documents, isStopping: () => stopping }, file);
    if (status === 'refused') onRefused({ file: file.id, rail: file.rail });
    return true;
  };
  const round = async (): Promise<Round> => {
    if (stopping) return { done: 0, nextDueMs: null };
    let done = 0;
    try {
      if (await importNext()) done++;
    } catch (error) {
      if (!(error instanceof ImportStopped || error instanceof ClaimLost)) onError(error);
    }
    if (!stopping) done += (await collect()) + (await readLists()) + (await collectFromProviders());
    if (performance.now() >= nextSweep) {
      nextSweep = performance.now() + SWEEP_MS;
      await sweepFiles({ db, documents }, () => stopping);
    }
    return { done, nextDueMs: null };
  };
  return {
    round,
    stop: () => {
      stopping = true;
    },
  };
}
