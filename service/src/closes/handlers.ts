import { routes } from '../../../contract/src/routes.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { type Mount, serialOnly, withDeps } from '../kernel/operation.ts';
import { closeDays } from './close.ts';
import { type DocumentOptions, downloadClose } from './documents.ts';
import { downloadMonth, readMonth } from './month.ts';
import { renderPreview } from './preview.ts';
import { readClose, readCloses } from './read.ts';
import { downloadSafeguarding, readSafeguarding } from './read-safeguarding.ts';
import { type ReviewNotices, reviewCloses } from './review.ts';

/** The routes with which operators close days. A close locks its rail, so one batch runs at a time. */
export function createCloseHandlers(
  db: Database,
  documents: DocumentOptions,
  notices: ReviewNotices,
  idempotent: Mount,
) {
  return {
    listCloses: (_caller, query, url) => readCloses(db, query, url),
    previewClose: (_caller, query) => renderPreview(db, query),
    getClose: (_caller, query) => readClose(db, query),
    getCloseFile: (_caller, query) => downloadClose(documents, query),
    getClosedMonth: (_caller, query) => readMonth(db, query),
    getClosedMonthFile: (_caller, query) => downloadMonth(documents, query),
    getSafeguarding: (_caller, query) => readSafeguarding(db, query),
    getSafeguardingFile: (_caller, query) => downloadSafeguarding(documents, query),
    closeDay: idempotent(routes.closeDay, closeDays, serialOnly),
    reviewClose: idempotent(routes.reviewClose, withDeps(reviewCloses, notices), serialOnly),
  } satisfies Partial<Handlers>;
}
