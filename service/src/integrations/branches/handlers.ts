import type { branchRoutes } from '../../../../contract/src/branches.ts';
import { routes } from '../../../../contract/src/routes.ts';
import type { Access, Handlers } from '../../http/handler.ts';
import { serialOnly } from '../../kernel/operation.ts';
import { createBranches } from './create.ts';
import { listOwnBranches, readBranch } from './read.ts';
import { updateBranches } from './update.ts';

export const createBranchHandlers = ({ db, idempotent, list }: Access): Pick<Handlers, keyof typeof branchRoutes> => ({
  createBranch: idempotent(routes.createBranch, createBranches, serialOnly),
  listBranches: list(listOwnBranches),
  getBranch: (caller, query) => readBranch(db, caller, query),
  updateBranch: idempotent(routes.updateBranch, updateBranches, serialOnly),
});
