import type { Branch } from '../../../contract/src/branches.ts';
import { useRead } from './read.ts';

/** The branches of the integration in this mode: at most a page of them. Empty until they are known. */
export const useBranches = (): readonly Branch[] => useRead('/branches', { query: { limit: 100 } }).data?.data ?? [];
