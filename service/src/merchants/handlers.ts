import { routes } from '../../../contract/src/routes.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { type Mount, withDeps } from '../kernel/operation.ts';
import { approveMerchantsForLive } from './approve-live.ts';
import { checkLogo } from './check-logo.ts';
import { listAllMerchants, readMerchantAsOperator } from './read.ts';
import { revokeMerchantsFromLive } from './revoke-live.ts';
import { deleteLogos, readSettings, setLogos, updateSettings } from './settings.ts';

type MerchantRoutes =
  | 'listMerchants'
  | 'getMerchant'
  | 'approveLive'
  | 'revokeLive'
  | 'getMerchantSettings'
  | 'updateMerchantSettings'
  | 'setMerchantLogo'
  | 'deleteMerchantLogo';

export function createMerchantHandlers(
  db: Database,
  idempotent: Mount,
  deployment: { readonly live: boolean; readonly countries: readonly string[] },
): Pick<Handlers, MerchantRoutes> {
  const setLogo = idempotent(routes.setMerchantLogo, withDeps(setLogos, deployment));
  return {
    listMerchants: (caller, query, url, asked) => listAllMerchants(db, caller, query, url, asked, deployment.countries),
    getMerchant: (caller, query, _url, asked) => readMerchantAsOperator(db, caller, query, asked),
    approveLive: idempotent(routes.approveLive, withDeps(approveMerchantsForLive, deployment)),
    revokeLive: idempotent(routes.revokeLive, revokeMerchantsFromLive),
    getMerchantSettings: (caller) => readSettings(db, caller.owner.id),
    updateMerchantSettings: idempotent(routes.updateMerchantSettings, withDeps(updateSettings, deployment)),
    setMerchantLogo: async (command) => {
      const logo = await checkLogo(command.input);
      return setLogo({ ...command, input: { ...command.input, logo } });
    },
    deleteMerchantLogo: idempotent(routes.deleteMerchantLogo, withDeps(deleteLogos, deployment)),
  };
}
