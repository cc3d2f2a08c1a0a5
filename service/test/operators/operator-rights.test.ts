import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accountTypes, operatorRoles } from '../../../contract/src/route.ts';
import { allRoutes, bodyOf, nameOf, pathOf } from '../support/contract.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const routes = allRoutes.filter(({ auth, path }) => auth.includes('operator') && path.startsWith('/operator/'));

describe('an operator’s route', () => {
  for (const role of operatorRoles) {
    it(`opens to the role ${role} where the contract says so, and to no other`, async () => {
      const { token: key } = await makeOperator(service, role);
      const allowed: string[] = [];
      for (const route of routes) {
        const body = bodyOf(route);
        const answer = await service.request(route.method, pathOf(route), { key, ...(body ? { body } : {}) });
        if (route.roles!.includes(role)) {
          assert.ok(answer.status !== 401 && answer.status !== 403, `${nameOf(route)}: ${answer.text}`);
          allowed.push(route.id);
        } else assert.deepEqual(refusal(answer), [403, 'forbidden_account_type'], nameOf(route));
      }
      // The table of docs/operators.md, so that a slip in the contract does not grant a right.
      assert.deepEqual(allowed.filter((id) => !reads.includes(id)).sort(), [...rightsOf[role]].sort());
    });
  }

  it('opens to nobody else', async () => {
    const shop = await service.merchant();
    const keys = [shop.key];
    for (const type of accountTypes.filter((one) => one !== 'operator')) {
      keys.push((await service.person(type, { merchantId: shop.merchantId })).token);
    }
    for (const route of routes) {
      for (const key of keys) {
        const body = bodyOf(route);
        const answer = await service.request(route.method, pathOf(route), { key, ...(body ? { body } : {}) });
        assert.deepEqual(refusal(answer), [403, 'forbidden_account_type'], nameOf(route));
      }
    }
  });
});

const reads = [
  ...[
    'getPosting',
    'listNames',
    'getWaitingCounts',
    'listRails',
    'getWebhookBacklog',
    'listTenantLoad',
    'listWalletsOf',
    'listAnyEntries',
  ],
  ...[
    'listAnyPayments',
    'getAnyPayment',
    'getAnyPaymentTimeline',
    'listAnyPayouts',
    'getAnyPayout',
    'listAnyPayoutItems',
  ],
  ...['listAccounts', 'getAccount', 'getAnyWallet', 'listFees', 'listLimits', 'listMerchants', 'getMerchant'],
  ...['listCases', 'getCase', 'listRailSettings', 'listProviders', 'getRailSettings', 'listCallbacks', 'getCallback'],
];
const ledger = [
  ...['getTrialBalance', 'listSystemWallets', 'getSealHead', 'listSeals'],
  ...['listParkedSettlements', 'listFloats'],
  ...['getDeploymentLedger', 'getDeploymentChart'],
  ...['listReconciledRails', 'listStatementLines', 'listCaseCandidates', 'listMatchingRules'],
  ...['listStatementFiles', 'getStatementFile', 'downloadStatementFile', 'listStatementLayouts'],
  ...['listCloses', 'getClose', 'getCloseFile', 'previewClose', 'getClosedMonth', 'getClosedMonthFile'],
  ...['getSafeguarding', 'getSafeguardingFile'],
];
const cases = ['assignCase', 'commentCase', 'closeCase', 'askAgain'];
/** approvals-of-rules.test.ts covers which role decides on what. */
const decisions = ['listApprovals', 'getApproval', 'getOpeningRows', 'approve', 'reject'];
const compliance = [
  ...['setLimit', 'suspendAccount', 'unsuspendAccount', 'freezeWallet', 'unfreezeWallet', 'listAudit'],
  ...['throttleIntegration', 'unthrottleIntegration'],
  'downloadPersonExport',
  'cancelAnyPayout',
  ...cases,
  ...ledger,
  'getAuditChain',
  ...['approveLive', 'revokeLive', 'listKycReviews', 'getKycReview', 'approveKyc', 'rejectKyc'],
];
const money = [
  ...['retryParkedSettlement', 'requestCashIn', 'requestAdjustment', 'requestOpeningBalances'],
  ...['assignCaseMoney', 'returnCaseMoney', 'settleCaseRecord', 'requestFloatChange'],
  'updateDeploymentChart',
  ...['setReconciledRail', 'runReconciliation', 'undoMatch', 'matchCase', 'markTiming', 'resolveCase'],
  ...['addMatchingRule', 'enableMatchingRule', 'tryMatchingRule'],
  ...['createStatementFile', 'addStatementLayout', 'previewStatementLayout'],
  ...['closeDay', 'reviewClose'],
];
const rails = [
  ...['addRail', 'updateRailSettings', 'rotateRail', 'requestRailApproval'],
  ...['pauseRail', 'resumeRail', 'testRail', 'removeRail'],
];
const rightsOf = {
  support: ['unblockAccount'],
  compliance: [...compliance, ...decisions],
  finance: ['setFee', ...ledger, ...cases, ...money, ...rails, ...decisions],
  admin: ['unblockAccount', ...compliance, 'setFee', ...money, ...rails, ...decisions, 'requestOperator'],
};
