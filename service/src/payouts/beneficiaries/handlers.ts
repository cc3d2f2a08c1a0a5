import { routes } from '../../../../contract/src/routes.ts';
import type { Access, Handlers } from '../../http/handler.ts';
import { serialOnly } from '../../kernel/operation.ts';
import type { NameRouting } from '../check-names.ts';
import { keepInList } from './keep.ts';
import { listOwnBeneficiaries } from './read.ts';
import { removeFromList } from './remove.ts';
import { askAboutPerson, keepAnswers } from './verify.ts';

type BeneficiaryRoutes = 'keepBeneficiaries' | 'listBeneficiaries' | 'verifyBeneficiary' | 'deleteBeneficiary';

/** The routes of the people whom a merchant pays. */
export function createBeneficiaryHandlers(
  { db, idempotent, list, unlessAnswered }: Access,
  routing: NameRouting,
): Pick<Handlers, BeneficiaryRoutes> {
  const verify = idempotent(routes.verifyBeneficiary, keepAnswers, serialOnly);
  return {
    keepBeneficiaries: idempotent(routes.keepBeneficiaries, keepInList, {
      ...serialOnly,
      rows: (input) => input.items.length,
    }),
    listBeneficiaries: list(listOwnBeneficiaries),
    verifyBeneficiary: async (command) => {
      const found = await unlessAnswered(command, () => askAboutPerson(db, routing, command));
      return verify({ ...command, input: found ?? { id: command.input.id, name: '', match: null } });
    },
    deleteBeneficiary: idempotent(routes.deleteBeneficiary, removeFromList, serialOnly),
  };
}
