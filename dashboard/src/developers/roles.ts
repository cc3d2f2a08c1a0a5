import type { DeveloperRole } from '../../../contract/src/member-rights.ts';

export type Role = DeveloperRole;
export const roles = Object.keys({ owner: 1, accountant: 1, till: 1, viewer: 1, developer: 1 } satisfies Record<
  Role,
  1
>) as Role[];
