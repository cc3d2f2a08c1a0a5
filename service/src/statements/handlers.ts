import { hash } from 'node:crypto';
import { routes } from '../../../contract/src/routes.ts';
import type { Handlers } from '../http/handler.ts';
import type { Mount } from '../kernel/operation.ts';
import { serialOnly } from '../kernel/operation.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type DownloadStores, downloadFile } from './download-file.ts';
import { keepFiles } from './keep-file.ts';
import { addLayouts, listLayouts } from './layouts.ts';
import { previewLayout } from './preview.ts';
import { listFiles, readFile } from './read-files.ts';
import { receiveFile } from './receive-file.ts';
import { findImportedRail } from './store.ts';

/** The routes with which operators import statements. */
export function createStatementHandlers(stores: DownloadStores, idempotent: Mount) {
  const { db } = stores;
  return {
    createStatementFile: {
      receive: async ({ caller, query, bytes }) => {
        const rail = await findImportedRail(db, query.rail);
        if (!rail) throw new Refusal('not_found', `The rail ${query.rail} is not reconciled. Set its layout first.`);
        const draft = { rail, source: 'upload', name: query.name, createdBy: caller.id } as const;
        const received = await receiveFile(stores, draft, bytes);
        return { input: received, digest: received.sha256.toString('hex') };
      },
      change: idempotent(routes.createStatementFile, keepFiles, serialOnly),
    },
    listStatementLayouts: (_caller, _query, url) => listLayouts(db, url),
    addStatementLayout: idempotent(routes.addStatementLayout, addLayouts),
    previewStatementLayout: {
      receive: async ({ query, bytes }) => {
        const input = await previewLayout(db, query, bytes);
        return { input, digest: hash('sha256', input) };
      },
      // Nothing changes: the answer is only kept for an idempotency key.
      change: idempotent<string>(routes.previewStatementLayout, async (_tx, commands) =>
        commands.map(({ input }) => input),
      ),
    },
    listStatementFiles: (_caller, query, url) => listFiles(db, query, url),
    getStatementFile: (_caller, query) => readFile(db, query),
    downloadStatementFile: (caller, query, _url, asked) => downloadFile(stores, caller, query, asked),
  } satisfies Partial<Handlers>;
}
