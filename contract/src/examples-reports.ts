/** Samples of reports. `examples-exports.ts` combines them with the others. */

const day = {
  date: '2026-01-15',
  currency: 'XOF',
  opening: 1_000_000,
  paid_in: 305_000,
  refunded: 5_000,
  reversed: 0,
  paid_out: 45_000,
  returned: 0,
  ...{ fees: 4_725, taxes: 0 },
  other: 0,
  closing: 1_250_275,
};
const { date: _, ...total } = day;

const account = (key: string, code: string, name: string, changed = false) => ({ key, code, name, changed });
const change = (key: string, code: string, name: string) => ({ accounts: [{ key, code, name }] });
const chart = (...accounts: object[]) => ({ object: 'chart_of_accounts', accounts });

export const reportExamples = {
  getSettlementReport: {
    answer: {
      object: 'settlement_report',
      livemode: true,
      from: '2026-01-15',
      to: '2026-01-15',
      time_zone: 'Africa/Dakar',
      days: [day],
      totals: [total],
    },
  },
  getLedgerExport: {},
  getChart: { answer: chart(account('wallet', '1110', 'Payment service wallet'), account('sales', '4000', 'Sales')) },
  updateChart: {
    request: change('sales', '701', 'Ventes de marchandises'),
    answer: chart(
      account('wallet', '1110', 'Payment service wallet'),
      account('sales', '701', 'Ventes de marchandises', true),
    ),
  },
  getDeploymentLedger: {},
  getDeploymentChart: { answer: chart(account('clearing', '1200', 'Clearing'), account('funding', '1100', 'Bank')) },
  updateDeploymentChart: {
    request: change('clearing:mtn-ug', '5211', 'MTN Uganda'),
    answer: chart(account('clearing', '1200', 'Clearing'), account('clearing:mtn-ug', '5211', 'MTN Uganda', true)),
  },
};
