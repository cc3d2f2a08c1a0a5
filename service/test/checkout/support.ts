import assert from 'node:assert/strict';
import { type Checkout, openCheckout } from '../../src/checkout/open.ts';
import type { AttemptInput, AttemptResult, OpenInput, SessionPage } from '../../src/checkout/page.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLookUps } from '../../src/rails/look-up.ts';
import { fixedRails } from '../../src/rails/rail.ts';
import { sandboxRail } from '../../src/rails/sandbox.ts';
import { walletRail } from '../../src/rails/wallet.ts';
import { payment } from '../support/flows.ts';
import { type TestMerchant, type TestService, testSecrets } from '../support/harness.ts';

/** The operations of the hosted page, without the page. */
export function checkoutOf({ db }: TestService, env: Record<string, string> = {}): Checkout {
  const rails = fixedRails({ sandbox: sandboxRail(db), wallet: walletRail() });
  const config = readConfig({ DATA_DIR: '/tmp', ...env });
  return openCheckout({ db, config, secrets: testSecrets, rails, lookUps: createLookUps(rails), quotas: null });
}

/** Limits that no test of something else reaches. */
export const unlimited = {
  CHECKOUT_PROMPTS_PER_PHONE: '1000000',
  CHECKOUT_PROMPTS_PER_PHONE_DAY: '1000000',
  CHECKOUT_PROMPTS_PER_ADDRESS: '1000000',
};

export const tokenOf = ({ url }: { url: string }): string => url.slice(url.lastIndexOf('/') + 1);

/** Phones whose customers wait, approve and decline (docs/testing.md). */
export const phones = { waits: '+50937000007', declines: '+50937000002' };

export const attemptOf = (token: string, fields: Partial<AttemptInput> = {}): AttemptInput => ({
  ...{ token, phone: phones.waits, method: 'sandbox', code: null, attempt: 0, total: null },
  ...{ requestId: 'req_test', address: '192.0.2.1' },
  ...fields,
});

export const openingOf = (code: string, fields: Partial<OpenInput> = {}): OpenInput => ({
  ...{ code, amount: null, quantity: 1, name: null, note: null, locale: null },
  ...{ requestId: 'req_test', address: '192.0.2.1' },
  ...fields,
});

/** @returns the id of the payment */
export function started(result: AttemptResult): string {
  assert.equal(result.outcome, 'started', JSON.stringify(result));
  return (result as { payment: string }).payment;
}

export const reasonOf = (result: { outcome: string; reason?: string }) => result.reason ?? result.outcome;

export async function pageOf(checkout: Checkout, token: string): Promise<SessionPage> {
  const page = await checkout.read({ token, phone: null });
  assert.ok(page?.kind === 'session');
  return page;
}

/** Answers the sandbox's prompt for the payer. */
export async function answer(shop: TestMerchant, id: string, how: 'approve' | 'decline'): Promise<void> {
  await payment(shop, id, 'requires_action');
  const answered = await shop.call('POST', `/test/payments/${id}/${how}`);
  assert.equal(answered.status, 200, answered.text);
  await payment(shop, id, how === 'approve' ? 'succeeded' : 'failed');
}
