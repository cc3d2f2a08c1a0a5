import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { openCases } from '../../service/src/cases/open-cases.ts';
import { awa, submit, upload } from '../../service/test/support/kyc-flows.ts';
import { makeOperator, setByTwo } from '../../service/test/support/operators.ts';
import type { TestPerson } from '../../service/test/support/person.ts';
import { keepSession, openPage, type TestPage } from './browser.ts';
import type { Shop } from './shop.ts';

/** Two operators for each right that needs two, and one record of everything that they can open. */
export type Office = {
  readonly admin: TestPerson;
  readonly finance: TestPerson;
  readonly support: TestPerson;
  readonly customer: TestPerson;
  /** `kyc_…`, pending, with one image. */
  readonly submission: string;
  /** The customer's wallet in XOF. */
  readonly wallet: string;
  /** A pending adjustment, requested by `finance`. */
  readonly approval: string;
  /** A posting of the shop's payment. */
  readonly posting: string;
  readonly systemWallet: string;
  /** An open case about a receipt at the rail. */
  readonly case: string;
  /** The slug of a rail of test mode. */
  readonly rail: string;
  open(who: TestPerson, options?: Parameters<typeof openPage>[1]): Promise<TestPage>;
};

export async function openOffice({ service, merchant }: Shop): Promise<Office> {
  const [admin, finance, support] = await Promise.all([
    makeOperator(service, 'admin'),
    makeOperator(service, 'finance'),
    makeOperator(service, 'support'),
  ]);
  const customer = await service.person('customer');
  const document = await upload(customer, picture());
  const submission = await submit(customer, { ...awa, documents: [document.body.id] });
  const walletOf = async (owner: string): Promise<string> =>
    (await admin.call('GET', `/operator/wallets?owner=${owner}`)).body.data[0].id;
  const wallet = await walletOf(customer.id);
  const adjustment = { wallet, direction: 'credit', amount: 700, reason: 'a payment that was lost' };
  const approval = await finance.call('POST', '/operator/adjustments', adjustment);
  await setByTwo(service, 'fees', {
    merchant: merchant.merchantId,
    livemode: false,
    currency: 'XOF',
    basis_points: 150,
    fixed: 25,
  });
  const limit = { livemode: false, currency: 'XOF', tier: 0, single: 50_000, day: 200_000, month: null, balance: null };
  await setByTwo(service, 'limits', limit);
  const shops = await walletOf(merchant.merchantId);
  const entry = (await admin.call('GET', `/operator/wallets/${shops}/entries`)).body.data[0];
  const system = (await admin.call('GET', '/operator/ledger/wallets?currency=XOF')).body.data[0];
  const keys = { subscription_key: 'subscription', api_user: 'user', api_key: 'key' };
  const rail = await admin.call('POST', '/operator/rail_settings', {
    ...{ provider: 'mtn-momo', slug: 'mtn-ci', country: 'CI', currency: 'XOF', livemode: false, maximum: 500_000 },
    credentials: { target_environment: 'mtnivorycoast', collection: keys },
    reason: 'the contract of January',
  });
  const money = { amount: 15_000n, currency: 'XOF', facts: { payer: '2257 ***** 126', account_text: 'rent' } };
  const about = { rail: rail.body.slug, record: 'NLJ7RT61SV', world: null, livemode: false };
  const [opened] = await openCases(service.db, [{ kind: 'unmatched_money', ...about, ...money }]);
  const { hostname } = new URL(service.base);
  return {
    admin,
    finance,
    support,
    customer,
    submission: submission.body.id,
    wallet,
    approval: approval.body.id,
    posting: entry.id,
    systemWallet: system.id,
    case: opened!.id,
    rail: rail.body.slug,
    open: async (who, options) => {
      const opened = await openPage(service.base, options);
      await keepSession(opened.page.context(), hostname, { 'rialto-access': who.token });
      return opened;
    },
  };
}

/** A visible picture: 32 × 20, a lighter and a darker half. */
function picture(): Buffer {
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE((named.reduce((c, byte) => table[(c ^ byte) & 255]! ^ (c >>> 8), ~0) ^ ~0) >>> 0, 4);
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
  };
  const row = Buffer.from([0, ...Array(16).fill(200), ...Array(16).fill(90)]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('00000020000000140800000000', 'hex')),
    chunk('IDAT', deflateSync(Buffer.concat(Array(20).fill(row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Requests the dialog's change and has another operator approve it. */
export async function saveByTwo(shop: Shop, page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('as agreed');
  await dialog.getByRole('button', { name: 'Request approval' }).click();
  await page.waitForURL(/approvals\/apr_/);
  const checker = await makeOperator(shop.service, 'admin');
  const id = page.url().split('/').at(-1)!;
  const done = await checker.call('POST', `/operator/approvals/${id}/approve`);
  assert.equal(done.status, 200, done.text);
}
