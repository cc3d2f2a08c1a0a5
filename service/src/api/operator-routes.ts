import { routes } from '../../../contract/src/routes.ts';
import { approveAll, rejectAll } from '../approvals/decide.ts';
import { createOpeningHandlers } from '../approvals/openings/handlers.ts';
import { readApproval, readApprovals } from '../approvals/read.ts';
import {
  requestAdjustments,
  requestCashIns,
  requestFees,
  requestLimits,
  requestOperators,
} from '../approvals/request.ts';
import { requestFloatChanges } from '../approvals/request-float.ts';
import { requestResolutions } from '../approvals/request-resolution.ts';
import { requestSettlements } from '../approvals/request-settlement.ts';
import { requestAssignments, requestReturns } from '../approvals/request-suspense.ts';
import { unfreezeWallets } from '../approvals/unfreeze.ts';
import { readChain } from '../audit/chain.ts';
import { readAudit } from '../audit/read.ts';
import type { Currencies } from '../bulk/examine.ts';
import { readCallback, readCallbacks } from '../callbacks/read.ts';
import { askAgain } from '../cases/ask-again.ts';
import { assignCases } from '../cases/assign.ts';
import { closeCases } from '../cases/close.ts';
import { commentCases } from '../cases/comment.ts';
import { readCase, readCases } from '../cases/read.ts';
import type { Database } from '../db/database.ts';
import { singleFlight } from '../db/single-flight.ts';
import { listFees } from '../fees/set-fee-by-hand.ts';
import { readFloats } from '../floats/read.ts';
import type { Handlers } from '../http/handler.ts';
import { renderList } from '../http/list.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { type Mount, serialOnly, withDeps } from '../kernel/operation.ts';
import { listLimits } from '../limits/set-limit-by-hand.ts';
import { cancelAnyPayouts } from '../operators/cancel-payouts.ts';
import { readWaiting } from '../operators/count-waiting.ts';
import { findAccounts, readAccount } from '../operators/find-accounts.ts';
import { freezeAnyWallets } from '../operators/freeze.ts';
import { readNames } from '../operators/read-names.ts';
import { listParked } from '../operators/read-parked.ts';
import { findPayments, readAnyPayment, readAnyTimeline } from '../operators/read-payments.ts';
import { listAnyItems, listAnyPayoutsOf, readAnyPayout } from '../operators/read-payouts.ts';
import { readPosting } from '../operators/read-posting.ts';
import { readAnyEntries, readAnyWallet, readWalletsOf } from '../operators/read-wallets.ts';
import { retryParked } from '../operators/retry-parked.ts';
import { suspendAccounts, unsuspendAccounts } from '../operators/suspend.ts';
import { unblockAccounts } from '../operators/unblock.ts';
import { readRails } from '../rails/health.ts';
import type { Rails } from '../rails/rail.ts';
import { readSealHeadRecord, readSealPage } from '../seal/read.ts';
import { readLoad } from '../tenancy/read-load.ts';
import { throttleIntegrations } from '../tenancy/throttle.ts';
import { listSystem } from '../wallets/list-system.ts';
import { readTrialBalance } from '../wallets/trial-balance.ts';
import { readBacklog } from '../webhooks/backlog.ts';

export type OperatorOptions = {
  readonly db: Database;
  readonly subjectKey: DataKey;
  readonly rails: Rails;
  readonly live: boolean;
  /** How long a quote of a fee binds. */
  readonly feeQuoteSeconds: number;
  /** Countries whose dialling format is recognised in a search; empty for all countries. */
  readonly countries: readonly string[];
  readonly currencies: Currencies;
};

type DeskRoutes = 'listNames' | 'getWaitingCounts' | 'listAudit' | 'getAuditChain';

/** The routes that every operators' page needs, and the audit log. */
const createDeskHandlers = (db: Database): Pick<Handlers, DeskRoutes> => ({
  listNames: (caller, query, url, asked) => readNames(db, caller, query, url, asked),
  getWaitingCounts: (caller) => readWaiting(db, caller),
  listAudit: (_caller, query, url) => readAudit(db, query, url),
  getAuditChain: () => readChain(db),
});

/** The routes below /operator for operators themselves. */
export function createOperatorHandlers(
  { db, subjectKey, rails, live, countries, currencies, feeQuoteSeconds }: OperatorOptions,
  idempotent: Mount,
) {
  return {
    listAccounts: (caller, query, url, asked) => findAccounts(db, caller, query, url, asked, countries),
    getAccount: (caller, query, _url, asked) => readAccount(db, caller, query, asked),
    suspendAccount: idempotent(routes.suspendAccount, suspendAccounts),
    unsuspendAccount: idempotent(routes.unsuspendAccount, unsuspendAccounts),
    unblockAccount: idempotent(routes.unblockAccount, withDeps(unblockAccounts, subjectKey)),

    ...createDeskHandlers(db),
    listWalletsOf: (caller, query, url, asked) => readWalletsOf(db, caller, query, url, asked),
    listAnyEntries: (caller, query, url, asked) => readAnyEntries(db, caller, query, url, asked),
    getAnyWallet: (caller, query, _url, asked) => readAnyWallet(db, caller, query, asked),
    freezeWallet: idempotent(routes.freezeWallet, freezeAnyWallets),
    unfreezeWallet: idempotent(routes.unfreezeWallet, unfreezeWallets),

    listAnyPayments: (caller, query, url, asked) => findPayments(db, caller, query, url, asked, live),
    getAnyPayment: (caller, query, _url, asked) => readAnyPayment(db, caller, query, asked),
    getAnyPaymentTimeline: (caller, query, url, asked) => readAnyTimeline(db, caller, query, url, asked),
    listAnyPayouts: (caller, query, url, asked) => listAnyPayoutsOf(db, caller, query, url, asked, live),
    getAnyPayout: (caller, query, _url, asked) => readAnyPayout(db, caller, query, asked),
    listAnyPayoutItems: (caller, query, url, asked) => listAnyItems(db, caller, query, url, asked),
    cancelAnyPayout: idempotent(routes.cancelAnyPayout, cancelAnyPayouts),

    listTenantLoad: (_caller, query, url) => readLoad(db, query, url),
    throttleIntegration: idempotent(routes.throttleIntegration, throttleIntegrations),
    unthrottleIntegration: idempotent(routes.unthrottleIntegration, throttleIntegrations),

    listFees: (_caller, query, url) => listFees(db, query, url),
    setFee: idempotent(routes.setFee, withDeps(requestFees, rails)),

    listLimits: (_caller, _query, url) => listLimits(db, url),
    setLimit: idempotent(routes.setLimit, requestLimits),

    getTrialBalance: singleFlight(() => readTrialBalance(db)),
    listSystemWallets: (_caller, query, url) => listSystem(db, query, url),
    getSealHead: singleFlight(() => readSealHeadRecord(db)),
    listSeals: (_caller, query, url) => readSealPage(db, query, url),
    getPosting: (_caller, query) => readPosting(db, query),
    listRails: async (_caller, _query, url) => renderList(url, await readRails(db, rails), false),
    listCallbacks: (_caller, query, url) => readCallbacks(db, query, url),
    getCallback: (caller, query, _url, asked) => readCallback(db, caller, query, asked),
    getWebhookBacklog: singleFlight(() => readBacklog(db)),

    listParkedSettlements: (_caller, query, url) => listParked(db, query, url),
    // One at a time: two batches that lock in different orders would wait for each other.
    retryParkedSettlement: idempotent(routes.retryParkedSettlement, retryParked, { maxBatch: 1 }),

    listCases: (_caller, query, url) => readCases(db, query, url),
    getCase: (caller, query, _url, asked) => readCase(db, caller, query, asked),
    // One at a time: each locks its case, and two batches could lock in different orders.
    assignCase: idempotent(routes.assignCase, assignCases, serialOnly),
    commentCase: idempotent(routes.commentCase, commentCases, serialOnly),
    askAgain: idempotent(routes.askAgain, askAgain, serialOnly),
    closeCase: idempotent(routes.closeCase, closeCases, serialOnly),
    assignCaseMoney: idempotent(routes.assignCaseMoney, requestAssignments, serialOnly),
    resolveCase: idempotent(routes.resolveCase, requestResolutions, serialOnly),
    returnCaseMoney: idempotent(routes.returnCaseMoney, requestReturns, serialOnly),
    settleCaseRecord: idempotent(routes.settleCaseRecord, requestSettlements, serialOnly),
    listFloats: (_caller, _query, url) => readFloats(db, rails, url),
    requestFloatChange: idempotent(routes.requestFloatChange, withDeps(requestFloatChanges, rails)),

    requestCashIn: idempotent(routes.requestCashIn, requestCashIns),
    requestAdjustment: idempotent(routes.requestAdjustment, requestAdjustments),
    ...createOpeningHandlers(db, currencies, idempotent),
    requestOperator: idempotent(routes.requestOperator, requestOperators),
    listApprovals: (_caller, query, url) => readApprovals(db, query, url),
    getApproval: (_caller, query) => readApproval(db, query),
    // One at a time: wallets, fees and limits are locked in the order of the decisions, so two batches could deadlock.
    approve: idempotent(routes.approve, withDeps(approveAll, { rails, feeQuoteSeconds }), { maxBatch: 1, batches: 2 }),
    reject: idempotent(routes.reject, rejectAll),
  } satisfies Partial<Handlers>;
}
