import type { Answer } from '../kit/server.ts';
import type { Account } from './account.ts';

/** The page that a redirect leads to. Visiting it approves the deposit and returns to the shop. */
export function authorizationPage(account: Account, id: string): Answer {
  const deposit = account.payments.get(id);
  if (deposit?.kind !== 'deposit') return { status: 404, headers: html, body: '<p>Unknown payment.</p>\n' };
  void account.settle(deposit, deposit.verdict.kind === 'stays' ? { kind: 'completes' } : deposit.verdict);
  const { successfulUrl, failedUrl } = deposit.details;
  const location = deposit.status === 'COMPLETED' ? successfulUrl : failedUrl;
  return { status: 302, headers: { ...html, ...(location ? { location } : {}) }, body: '<p>Thank you.</p>\n' };
}

const html = { 'content-type': 'text/html; charset=utf-8' };
