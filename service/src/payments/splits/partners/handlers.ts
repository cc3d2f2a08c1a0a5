import { routes } from '../../../../../contract/src/routes.ts';
import type { splitPartnerRoutes } from '../../../../../contract/src/split-partners.ts';
import type { Access, Handlers } from '../../../http/handler.ts';
import { serialOnly } from '../../../kernel/operation.ts';
import { acceptPartners, declinePartners } from './decide.ts';
import { listPartners, readPartner } from './read.ts';
import { requestPartners } from './request.ts';

/** The routes of split partners, for marketplaces and for the owners of wallets. */
export const createSplitPartnerHandlers = ({
  db,
  idempotent,
  list,
}: Access): Pick<Handlers, Exclude<keyof typeof splitPartnerRoutes, 'getSplitPartnerReport'>> => ({
  requestSplitPartner: idempotent(routes.requestSplitPartner, requestPartners, serialOnly),
  listSplitPartners: list(listPartners),
  getSplitPartner: (caller, query) => readPartner(db, caller, query),
  acceptSplitPartner: idempotent(routes.acceptSplitPartner, acceptPartners, serialOnly),
  declineSplitPartner: idempotent(routes.declineSplitPartner, declinePartners, serialOnly),
});
