import { routes } from '../../../contract/src/routes.ts';
import type { Access, Handlers } from '../http/handler.ts';
import { serialOnly, withDeps } from '../kernel/operation.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { createExports } from './create.ts';
import { downloadExport, listOwnExports, listOwnSchedules, readExport } from './read.ts';
import { createSchedules, deleteSchedules } from './schedule.ts';

type ExportRoutes =
  | 'createExport'
  | 'listExports'
  | 'getExport'
  | 'downloadExport'
  | 'createExportSchedule'
  | 'listExportSchedules'
  | 'deleteExportSchedule';

/** The routes of exports and their schedules. */
export function createExportHandlers(
  { db, idempotent, list }: Access,
  documents: DocumentStore,
): Pick<Handlers, ExportRoutes> {
  return {
    createExport: idempotent(routes.createExport, createExports, serialOnly),
    listExports: list(listOwnExports),
    getExport: (caller, query) => readExport(db, caller, query),
    downloadExport: (caller, query) => downloadExport(db, documents, caller, query),
    createExportSchedule: idempotent(routes.createExportSchedule, createSchedules, serialOnly),
    listExportSchedules: list(listOwnSchedules),
    deleteExportSchedule: idempotent(routes.deleteExportSchedule, withDeps(deleteSchedules, db), serialOnly),
  };
}
