import { routes } from '../../../contract/src/routes.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { type Mount, serialOnly, withDeps } from '../kernel/operation.ts';
import type { Rails } from '../rails/rail.ts';
import { findCandidates } from './find-candidates.ts';
import { markTimings } from './mark-timing.ts';
import { matchCases } from './match-by-hand.ts';
import { listLines } from './read-lines.ts';
import { readReconciledRails } from './read-rails.ts';
import { addRules, enableRules, listRules, tryRule } from './rules.ts';
import { runRails } from './run-rail.ts';
import { setReconciledRails } from './set-rail.ts';
import { undoMatches } from './undo-match.ts';

/** The routes with which operators reconcile rails. Those that lock cases run one batch at a time. */
export function createReconciliationHandlers(db: Database, rails: Rails, idempotent: Mount) {
  return {
    listReconciledRails: (_caller, _query, url) => readReconciledRails(db, url),
    setReconciledRail: idempotent(routes.setReconciledRail, withDeps(setReconciledRails, rails), serialOnly),
    runReconciliation: idempotent(routes.runReconciliation, runRails, serialOnly),
    listStatementLines: (_caller, query, url) => listLines(db, query, url),
    undoMatch: idempotent(routes.undoMatch, undoMatches, serialOnly),
    listCaseCandidates: (_caller, query) => findCandidates(db, query),
    matchCase: idempotent(routes.matchCase, matchCases, serialOnly),
    markTiming: idempotent(routes.markTiming, markTimings, serialOnly),
    listMatchingRules: (_caller, _query, url) => listRules(db, url),
    addMatchingRule: idempotent(routes.addMatchingRule, addRules),
    enableMatchingRule: idempotent(routes.enableMatchingRule, enableRules),
    tryMatchingRule: (_caller, query) => tryRule(db, query),
  } satisfies Partial<Handlers>;
}
