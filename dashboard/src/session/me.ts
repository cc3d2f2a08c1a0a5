import type { Me } from '../../../contract/src/me.ts';
import { useRead } from '../world/read.ts';

export type { Me };

/** Who is signed in. */
export const useMe = () => useRead('/me');
