import { routes } from '../../../../contract/src/routes.ts';
import type { Access, Handlers } from '../../http/handler.ts';
import { serialOnly } from '../../kernel/operation.ts';
import { keepInList } from './keep.ts';
import { listOwnBeneficiaries } from './read.ts';
import { removeFromList } from './remove.ts';

type BeneficiaryRoutes = 'keepBeneficiaries' | 'listBeneficiaries' | 'deleteBeneficiary';

/** The routes of the people whom a merchant pays. */
export const createBeneficiaryHandlers = ({ idempotent, list }: Access): Pick<Handlers, BeneficiaryRoutes> => ({
  keepBeneficiaries: idempotent(routes.keepBeneficiaries, keepInList, {
    ...serialOnly,
    rows: (input) => input.items.length,
  }),
  listBeneficiaries: list(listOwnBeneficiaries),
  deleteBeneficiary: idempotent(routes.deleteBeneficiary, removeFromList, serialOnly),
});
