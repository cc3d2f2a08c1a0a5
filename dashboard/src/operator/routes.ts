import { loadTexts } from '../texts/texts.ts';
import { loadPage } from '../ui/load-page.ts';

const page = <T extends Record<string, unknown>>(path: string, load: () => Promise<T>, name: keyof T & string) => ({
  path,
  component: loadPage(async () => (await Promise.all([load(), loadTexts('operator')]))[0], name),
});

/** Routes below `/operator`. */
export const operatorRoutes = [
  page('/health', () => import('./health-page.tsx'), 'HealthPage'),
  page('/callbacks', () => import('./callbacks-page.tsx'), 'CallbacksPage'),
  page('/callbacks/$id', () => import('./callback-page.tsx'), 'CallbackPage'),
  page('/cases', () => import('./cases-page.tsx'), 'CasesPage'),
  page('/cases/$id', () => import('./case-page.tsx'), 'CasePage'),
  page('/reconciliation', () => import('./books/reconciliation-page.tsx'), 'ReconciliationPage'),
  page('/reconciliation/$slug', () => import('./books/reconciled-rail-page.tsx'), 'ReconciledRailPage'),
  page('/statement_lines', () => import('./books/lines-page.tsx'), 'LinesPage'),
  page('/statements', () => import('./books/statements-page.tsx'), 'StatementsPage'),
  page('/statements/$id', () => import('./books/statement-file-page.tsx'), 'StatementFilePage'),
  page('/statement_layouts', () => import('./books/layouts-page.tsx'), 'LayoutsPage'),
  page('/closes', () => import('./books/closes-page.tsx'), 'ClosesPage'),
  page('/closes/$rail/$day', () => import('./books/close-preview-page.tsx'), 'ClosePreviewPage'),
  page('/closes/$id', () => import('./books/close-page.tsx'), 'ClosePage'),
  page('/matching_rules', () => import('./books/rules-page.tsx'), 'RulesPage'),
  page('/floats', () => import('./floats-page.tsx'), 'FloatsPage'),
  page('/merchants', () => import('./merchants-page.tsx'), 'MerchantsPage'),
  page('/merchants/$id', () => import('./merchant-page.tsx'), 'MerchantPage'),
  page('/accounts', () => import('./accounts-page.tsx'), 'AccountsPage'),
  page('/accounts/$id', () => import('./account-page.tsx'), 'AccountPage'),
  page('/kyc', () => import('./kyc-page.tsx'), 'KycPage'),
  page('/kyc/$id', () => import('./review-page.tsx'), 'ReviewPage'),
  page('/payments', () => import('./payments-page.tsx'), 'PaymentsPage'),
  page('/payments/$id', () => import('./payment-page.tsx'), 'PaymentPage'),
  page('/payouts', () => import('./payouts-page.tsx'), 'PayoutsPage'),
  page('/payouts/$id', () => import('./payout-page.tsx'), 'PayoutPage'),
  page('/wallets', () => import('./wallets-page.tsx'), 'WalletsPage'),
  page('/wallets/$id', () => import('./wallet-page.tsx'), 'WalletPage'),
  page('/approvals', () => import('./approvals-page.tsx'), 'ApprovalsPage'),
  page('/approvals/$id', () => import('./approval-page.tsx'), 'ApprovalPage'),
  page('/ledger', () => import('./ledger-page.tsx'), 'LedgerPage'),
  page('/ledger/$id', () => import('./system-wallet-page.tsx'), 'SystemWalletPage'),
  page('/postings/$id', () => import('./posting-page.tsx'), 'PostingPage'),
  page('/audit', () => import('./audit-page.tsx'), 'AuditPage'),
  page('/limits', () => import('./limits-page.tsx'), 'LimitsPage'),
  page('/rails', () => import('./rails-page.tsx'), 'RailsPage'),
  page('/rails/$slug', () => import('./rail-page.tsx'), 'RailPage'),
  page('/fees', () => import('./fees-page.tsx'), 'FeesPage'),
];
