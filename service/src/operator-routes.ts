import { routes } from '../../contract/src/routes.ts';
import { approveAll, rejectAll } from './approvals/decide.ts';
import { readApproval, readApprovals } from './approvals/read.ts';
import { requestAdjustments, requestCashIns, requestOperators } from './approvals/request.ts';
import { readAudit } from './audit/read.ts';
import type { Command } from './command.ts';
import type { Database } from './db/database.ts';
import type { Handlers } from './http/server.ts';
import type { Answer, Operation } from './idempotency/once.ts';
import { findAccounts, readAccount } from './operators/find-accounts.ts';
import { freezeAnyWallets, readAnyWallet } from './operators/freeze.ts';
import { listFees, setFees } from './operators/set-fees.ts';
import { listLimits, setLimits } from './operators/set-limits.ts';
import { suspendAccounts, unsuspendAccounts } from './operators/suspend.ts';
import { unblockAccounts } from './operators/unblock.ts';

/** Makes an operation into what one request calls: app.ts has it. */
type ToChange = <Input>(
  route: { ok: { status: number } },
  operation: Operation<Input, string>,
) => (command: Command<Input>) => Promise<Answer>;

/** The routes below /operator that belong to operators as such. */
export function createOperatorHandlers(db: Database, change: ToChange, pepper: Buffer) {
  return {
    listAccounts: (_caller, query, url) => findAccounts(db, query, url),
    getAccount: (_caller, query) => readAccount(db, query),
    suspendAccount: change(routes.suspendAccount, suspendAccounts),
    unsuspendAccount: change(routes.unsuspendAccount, unsuspendAccounts),
    unblockAccount: change(routes.unblockAccount, (tx, commands: Parameters<typeof unblockAccounts>[1]) =>
      unblockAccounts(tx, commands, pepper),
    ),

    getAnyWallet: (_caller, query) => readAnyWallet(db, query),
    freezeWallet: change(routes.freezeWallet, freezeAnyWallets),
    unfreezeWallet: change(routes.unfreezeWallet, freezeAnyWallets),

    listFees: (_caller, query, url) => listFees(db, query, url),
    setFee: change(routes.setFee, setFees),

    listLimits: (_caller, _query, url) => listLimits(db, url),
    setLimit: change(routes.setLimit, setLimits),

    listAudit: (_caller, query, url) => readAudit(db, query, url),

    requestCashIn: change(routes.requestCashIn, requestCashIns),
    requestAdjustment: change(routes.requestAdjustment, requestAdjustments),
    requestOperator: change(routes.requestOperator, requestOperators),
    listApprovals: (_caller, query, url) => readApprovals(db, query, url),
    getApproval: (_caller, query) => readApproval(db, query),
    approve: change(routes.approve, approveAll),
    reject: change(routes.reject, rejectAll),
  } satisfies Partial<Handlers>;
}
