import type { ExportFormat, ExportInterval, ExportResource } from '../../../contract/src/exports.ts';

export const resources: readonly ExportResource[] = ['payments', 'refunds', 'transfers', 'payouts', 'entries', 'fees'];
export const formats: readonly ExportFormat[] = ['csv', 'xlsx', 'jsonl'];
export const intervals: readonly ExportInterval[] = ['daily', 'weekly', 'monthly'];
