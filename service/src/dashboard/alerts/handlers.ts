import { routes } from '../../../../contract/src/routes.ts';
import type { CurrencyRule } from '../../config/config.ts';
import type { Access, Handlers } from '../../http/handler.ts';
import { serialOnly, withDeps } from '../../kernel/operation.ts';
import { changeAlerts, readAlerts } from './settings.ts';

/** The routes of a person's own e-mails about an integration. */
export const createAlertHandlers = (
  { db, idempotent }: Access,
  currencies: ReadonlyMap<string, CurrencyRule>,
): Pick<Handlers, 'getAlerts' | 'updateAlerts'> => ({
  getAlerts: (caller) => readAlerts(db, caller),
  updateAlerts: idempotent(routes.updateAlerts, withDeps(changeAlerts, { currencies }), serialOnly),
});
