import type { Readable } from 'node:stream';
import { routes } from '../../../contract/src/routes.ts';
import type { Database } from '../db/database.ts';
import { checkCurrency } from '../http/check-currency.ts';
import type { Access, Handlers } from '../http/handler.ts';
import type { ListTurns } from '../http/list-turns.ts';
import { type Mount, serialOnly } from '../kernel/operation.ts';
import { readChart, updateCharts } from './chart.ts';
import { type ExponentOf, exportDeploymentLedger, exportOwnLedger } from './export-ledger.ts';
import { exportPartnerReport, readPartnerReport } from './partner-report.ts';
import { exportSettlement, readSettlement } from './read-settlement.ts';

type Deps = {
  readonly currencies: Parameters<typeof checkCurrency>[1];
  readonly exponentOf: ExponentOf;
  readonly turns: ListTurns;
};

/** The reports of a merchant, in turn with the other lists of its world. */
export function createReportHandlers(
  { db, idempotent, readsOf }: Access,
  { currencies, exponentOf, turns }: Deps,
): Pick<Handlers, 'getSettlementReport' | 'getSplitPartnerReport' | 'getLedgerExport' | 'getChart' | 'updateChart'> {
  return {
    getSettlementReport: async (caller, query, _url, { csv }) => {
      checkCurrency(query.currency, currencies);
      const read = query.format === 'csv' || (csv && query.format !== 'json') ? exportSettlement : readSettlement;
      return turns.during<string | Readable>(caller.world, async () => read(await readsOf(caller), caller, query));
    },
    getSplitPartnerReport: (caller, query, _url, { csv }) => {
      const read = query.format === 'csv' || (csv && query.format !== 'json') ? exportPartnerReport : readPartnerReport;
      return turns.during<string | Readable>(caller.world, async () => read(await readsOf(caller), caller, query));
    },
    getLedgerExport: async (caller, query) => {
      checkCurrency(query.currency, currencies);
      return turns.during(caller.world, async () => exportOwnLedger(await readsOf(caller), caller, query, exponentOf));
    },
    getChart: (caller) => readChart(db, caller),
    updateChart: idempotent(routes.updateChart, updateCharts, serialOnly),
  };
}

/** The reports of the deployment. */
export const createDeploymentReportHandlers = (
  db: Database,
  idempotent: Mount,
  deps: { readonly exponentOf: ExponentOf; readonly live: boolean },
): Pick<Handlers, 'getDeploymentLedger' | 'getDeploymentChart' | 'updateDeploymentChart'> => ({
  getDeploymentLedger: (caller, query) => exportDeploymentLedger(db, caller, query, deps),
  getDeploymentChart: (caller) => readChart(db, caller),
  updateDeploymentChart: idempotent(routes.updateDeploymentChart, updateCharts, serialOnly),
});
