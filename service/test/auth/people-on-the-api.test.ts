import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { DeveloperRole } from '../../../contract/src/member-rights.ts';
import type { Route } from '../../../contract/src/route.ts';
import { addressOf, allRoutes, bodyOf, type Ids, makeRecords, nameOf, prefixOf } from '../support/contract.ts';
import { bothWorlds, phone, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { joinAs, type TestPerson } from '../support/person.ts';

let service: TestService;
let shop: TestMerchant;
let other: TestMerchant;
let theirs: Ids;
type Standing = DeveloperRole | 'merchant' | 'merchant in test' | 'owner in test';
const people = new Map<Standing, TestPerson>();
let stranger: TestPerson;

before(async () => {
  service = await startTestService(bothWorlds);
  [shop, other] = [await service.merchant(), await service.merchant()];
  theirs = await makeRecords(service, other);
  await approve(shop);
  for (const role of ['owner', 'developer', 'accountant', 'viewer', 'till'] as const) {
    const person = await service.person('developer', { twoFactor: 'sms' });
    await joinAs(service.db, role, shop.integrationId, person.id);
    people.set(role, person);
  }
  // A developer who joined before the approval, and was not invited from live mode since.
  const early = await service.person('developer', { twoFactor: 'sms' });
  await joinAs(service.db, 'owner', shop.integrationId, early.id);
  await write('UPDATE memberships SET live_since = NULL WHERE developer_id = $1', early.id);
  people.set('owner in test', early);
  const { merchantId } = shop;
  people.set('merchant', await service.person('merchant', { merchantId, livemode: true, twoFactor: 'sms' }));
  people.set('merchant in test', await service.person('merchant', { merchantId, twoFactor: 'sms' }));
  stranger = await service.person('developer');
});
after(() => service.stop());

const write = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;
const approve = ({ merchantId }: TestMerchant) =>
  write('UPDATE merchants SET live_approved_at = now() WHERE id = $1', merchantId);

const on = (where: TestMerchant, mode = 'test') => ({
  'service-integration': where.integrationId,
  'service-mode': mode,
});
const ask = (who: TestPerson, route: Route, headers: Record<string, string>, ids?: Ids): Promise<Reply> =>
  service.request(route.method, addressOf(route, ids), {
    key: who.token,
    headers,
    ...(bodyOf(route) ? { body: bodyOf(route) } : {}),
  });

const routes = allRoutes.filter(({ integration }) => integration);

const tillReads = [
  ...['getLink', 'getLinkQr', 'listLinks', 'getSessionQr', 'streamEvents'],
  ...['listBranches', 'getBranch', 'listShifts', 'getShift', 'listCounterPayments', 'listSales', 'getSale'],
];
const tillRoutes = [...tillReads, 'startShift', 'endShift', 'createSale', 'tieSale', 'cancelSale'];
const accountantRoutes = [
  ...['listPayments', 'getPayment', 'getPaymentTotals', 'getPaymentTimeline', 'listRefunds', 'getRefund'],
  ...['listPayouts', 'getPayout', 'listPayoutItems', 'listSchedules', 'getSchedule', 'listBeneficiaries'],
  ...[
    'listWallets',
    'getMyWallet',
    'getWallet',
    'listWalletEntries',
    'listTransfers',
    'getTransfer',
    'getTransferBulk',
    'getPaymentBulk',
  ],
  ...['listMovements', 'getMovement', 'listHolds', 'getHold', 'listEscrows', 'getEscrow', 'listCustomers'],
  ...['getCustomer', 'listSplitPartners', 'getSplitPartner', 'getSplitPartnerReport'],
  ...['listCheckoutSessions', 'getCheckoutSession', 'listUnexpectedPayments'],
  ...['listOwnFees', 'quoteFee', 'listOwnRails'],
  ...['createExport', 'listExports', 'getExport', 'downloadExport'],
  ...['createExportSchedule', 'listExportSchedules', 'deleteExportSchedule'],
  ...['getSettlementReport', 'getLedgerExport', 'getChart', 'updateChart'],
  ...['listReceipts', 'getReceipt', 'listMessages', 'search', 'getSummary', 'getAlerts', 'updateAlerts'],
];

/** The permissions, written independently of the code. */
function allows(standing: Standing, mode: string, { id, method, scope, oneOfScopes, testOnly, own }: Route): boolean {
  if (standing === 'till') return tillRoutes.includes(id);
  if (standing === 'accountant') return [...accountantRoutes, ...tillReads].includes(id);
  // An export is a read, though it is asked for with POST.
  const needed = scope ?? oneOfScopes?.[0];
  const reads = needed ? needed.endsWith(':read') : method === 'GET';
  if (mode === 'live' && (testOnly || standing.endsWith('in test'))) return false;
  // A person chooses their own e-mails, whatever their role.
  if (own || standing.startsWith('merchant')) return true;
  if (['createBranch', 'updateBranch'].includes(id)) return standing.startsWith('owner');
  if (standing === 'viewer') return reads;
  const decides = ['approvePayout', 'rejectPayout', 'approveSchedule'].includes(id);
  if (decides || (id === 'updateChart' && mode === 'live')) return standing.startsWith('owner');
  return mode === 'test' || reads || scope === 'webhooks:write';
}

describe('the rights of a person on an integration', () => {
  for (const route of routes) {
    it(`at ${nameOf(route)} follow their membership there`, async () => {
      for (const [standing, person] of people) {
        for (const mode of ['test', 'live']) {
          const answer = await ask(person, route, on(shop, mode));
          const message = `${standing}, ${mode}: ${answer.text}`;
          if (!allows(standing, mode, route)) {
            assert.deepEqual(refusal(answer), [403, 'forbidden_account_type'], message);
            continue;
          }
          assert.ok(answer.status !== 403 && answer.status !== 401 && answer.status < 500, message);
          if (prefixOf(route)) assert.equal(answer.status, 404, message);
        }
      }
    });
  }

  it("are none on another merchant's integration, on any route", async () => {
    for (const route of routes) {
      const [owner, merchant] = [people.get('owner')!, people.get('merchant in test')!];
      for (const [person, where] of [
        [stranger, shop],
        [owner, other],
        [merchant, other],
      ] as const) {
        const answer = await ask(person, route, on(where), theirs);
        assert.deepEqual(refusal(answer), [404, 'not_found'], nameOf(route));
      }
    }
    // The control: the same route with the right integration.
    const list = routes.find(({ id }) => id === 'listPayments')!;
    assert.equal((await ask(people.get('owner')!, list, on(shop))).status, 200);
  });

  it('never reach the records of another integration', async () => {
    for (const route of routes.filter((one) => prefixOf(one) && prefixOf(one) !== 'usr')) {
      const answer = await ask(people.get('owner')!, route, on(shop), theirs);
      assert.deepEqual(refusal(answer), [404, 'not_found'], nameOf(route));
    }
  });

  it('end at once when they are removed, and change with their role', async () => {
    const person = await service.person('developer');
    const pay = () => person.call('POST', '/payments', payment, on(shop));
    const payment = { amount: 100, currency: 'XOF', customer: phone('0007') };
    await joinAs(service.db, 'developer', shop.integrationId, person.id);
    assert.equal((await pay()).status, 201);
    await joinAs(service.db, 'viewer', shop.integrationId, person.id);
    assert.deepEqual(refusal(await pay()), [403, 'forbidden_account_type']);
    await write('DELETE FROM memberships WHERE developer_id = $1', person.id);
    assert.deepEqual(refusal(await pay()), [404, 'not_found']);
  });
});

describe('the headers', () => {
  it('are required by name where they are missing or invalid', async () => {
    const owner = people.get('owner')!;
    const wrong: [headers: Record<string, string>, param: string][] = [
      [{}, 'Service-Integration'],
      [{ 'service-integration': 'shop' }, 'Service-Integration'],
      [{ 'service-integration': `${shop.integrationId}x` }, 'Service-Integration'],
      [{ ...on(shop), 'service-mode': 'Live' }, 'Service-Mode'],
    ];
    for (const [headers, param] of wrong) {
      const answer = await owner.call('GET', '/payments', undefined, headers);
      assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', param]);
    }
  });

  it("are optional for a merchant's own wallets, but a given mode is respected", async () => {
    const merchant = people.get('merchant')!;
    assert.equal((await merchant.call('GET', '/wallets')).status, 200);
    const answer = await merchant.call('GET', '/wallets', undefined, { 'service-mode': 'test' });
    assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', 'Service-Integration']);
    assert.deepEqual(refusal(await people.get('owner')!.call('GET', '/wallets')), [400, 'validation_failed']);
  });

  it('choose the mode: records that a person makes belong to the integration, as with its key', async () => {
    const body = { amount: 100, currency: 'XOF', customer: phone('0007') };
    const headers = { 'idempotency-key': 'from two sides' };
    const mine = await people.get('owner')!.call('POST', '/payments', body, { ...on(shop), ...headers });
    assert.equal(mine.status, 201);
    const again = await shop.call('POST', '/payments', body, headers);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.text, mine.text);
    const live = await people.get('owner')!.call('GET', `/payments/${mine.body.id}`, undefined, on(shop, 'live'));
    assert.deepEqual(refusal(live), [404, 'not_found']);
  });
});

describe('live', () => {
  const wallet = { currency: 'XOF' };

  it('is closed until the merchant is approved', async () => {
    const merchant = await service.person('merchant', {
      merchantId: other.merchantId,
      livemode: true,
      twoFactor: 'sms',
    });
    const read = () => merchant.call('GET', '/payments', undefined, on(other, 'live'));
    assert.deepEqual(refusal(await read()), [403, 'forbidden_account_type']);
    await approve(other);
    assert.equal((await read()).status, 200);
  });

  it('is changed with a second factor alone', async () => {
    const merchant = await service.person('merchant', { merchantId: shop.merchantId, livemode: true });
    const open = (who: TestPerson) => who.call('POST', '/wallets', wallet, on(shop, 'live'));
    assert.deepEqual(refusal(await open(merchant)), [422, 'two_factor_required']);
    const made = await open(people.get('merchant')!);
    assert.deepEqual([made.status, made.body.livemode], [201, true]);
  });

  it('is the same for a merchant without an integration header: as themselves they move the same money', async () => {
    const { merchantId } = shop;
    const bare = await service.person('merchant', { merchantId, livemode: true });
    const proven = people.get('merchant')!;
    const [from, to] = [
      (await proven.call('POST', '/wallets', wallet)).body.id,
      (await proven.call('POST', '/wallets', wallet)).body.id,
    ];
    await write('UPDATE balances SET posted = 100 WHERE wallet_id = $1', from);
    const move = (who: TestPerson) => who.call('POST', '/wallets/transfer', { from, to, amount: 10, currency: 'XOF' });
    assert.deepEqual(refusal(await bare.call('POST', '/wallets', wallet)), [422, 'two_factor_required']);
    assert.deepEqual(refusal(await move(bare)), [422, 'two_factor_required']);
    assert.equal((await bare.call('GET', `/wallets/${from}`)).body.balance.available, 100);
    assert.equal((await move(proven)).status, 201);
    const tester = await service.person('merchant', { merchantId });
    assert.equal((await tester.call('POST', '/wallets', wallet)).status, 201, 'test mode requires none');
  });

  it('webhook secrets are rolled with a second factor alone: they make payment events credible', async () => {
    const [bare, proven] = [await service.person('developer'), await service.person('developer', { twoFactor: 'sms' })];
    for (const { id } of [bare, proven]) await joinAs(service.db, 'developer', shop.integrationId, id);
    const endpoint = { url: 'https://93.184.216.34/hook', events: ['*'] };
    const live = on(shop, 'live');
    const made = await proven.call('POST', '/webhooks', endpoint, live);
    assert.equal(made.status, 201);
    const roll = (who: TestPerson) => who.call('POST', `/webhooks/${made.body.id}/roll_secret`, {}, live);
    assert.deepEqual(refusal(await bare.call('POST', '/webhooks', endpoint, live)), [422, 'two_factor_required']);
    assert.deepEqual(refusal(await roll(bare)), [422, 'two_factor_required']);
    assert.equal((await bare.call('GET', '/webhooks', undefined, live)).status, 200);
    assert.match((await roll(proven)).body.secret, /^whsec_/);
  });
});
