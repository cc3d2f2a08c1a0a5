import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { allRoutes, bodyOf, makeRecords, nameOf, pathOf } from '../support/contract.ts';
import { bothWorlds, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { listen } from '../support/listen.ts';
import { type Member, memberOf } from '../support/members.ts';
import { paySession } from '../tills/pay.ts';

let service: TestService;
let shop: TestMerchant;
let cashier: Member;
before(async () => {
  service = await startTestService(bothWorlds);
  shop = await service.merchant();
  cashier = await memberOf(service, shop, 'till');
});
after(() => service.stop());

const own = allRoutes.filter(({ auth, integration }) => auth !== 'none' && auth.includes('developer') && integration);

it('a till may call the routes of tills, and no other route of the integration', async () => {
  const ids = await makeRecords(service, shop);
  const open = new Set<string>();
  for (const route of own) {
    if (route.ok.stream) continue;
    const answer = await cashier.call(route.method, pathOf(route, ids).slice('/api/v1'.length), bodyOf(route));
    if (answer.status === 403) {
      assert.deepEqual(refusal(answer), [403, 'forbidden_account_type'], nameOf(route));
      assert.match(answer.body.error.message, /role .* is till/, nameOf(route));
    } else open.add(route.id);
  }
  assert.deepEqual(
    [...open].sort(),
    [
      ...['getLink', 'getLinkQr', 'listLinks', 'getSessionQr'],
      ...['listBranches', 'getBranch'],
      ...['startShift', 'listShifts', 'getShift', 'endShift', 'listCounterPayments'],
      ...['createSale', 'listSales', 'getSale', 'tieSale', 'cancelSale'],
    ].sort(),
  );
});

it('a till and an accountant see neither keys nor members, and change none', async () => {
  const accountant = await memberOf(service, shop, 'accountant');
  const at = `/integrations/${shop.integrationId}`;
  for (const [method, path, body] of [
    ['GET', `${at}/keys`],
    ['POST', `${at}/keys`, { scopes: ['payments:write'] }],
    ['GET', `${at}/developers`],
    ['GET', `${at}/invitations`],
    ['PATCH', at, { name: 'Mine' }],
    ['POST', `${at}/invitations`, { email: 'ama@books.example', role: 'viewer' }],
    ['POST', `${at}/starter_key`, {}],
  ] as const)
    for (const who of [cashier, accountant])
      assert.deepEqual(refusal(await who.call(method, path, body)), [403, 'forbidden_account_type'], path);
});

it('the stream of a till has the events of sessions alone', async () => {
  const { id: link } = (await shop.call('POST', '/links', { currency: 'XOF' })).body;
  const shift = (await cashier.call('POST', '/shifts', { link })).body;
  const headers = { authorization: `Bearer ${cashier.token}`, 'service-integration': shop.integrationId };
  const tills = await Promise.all([
    listen(service.base, headers),
    listen(service.base, headers, undefined, '?group=payment.*'),
  ]);
  const all = await listen(service.base, { authorization: `Bearer ${shop.key}` });
  const refunds = await listen(service.base, { authorization: `Bearer ${shop.key}` }, undefined, '?group=checkout.*');
  const sale = (await cashier.call('POST', `/shifts/${shift.id}/sales`, { amount: 25 })).body;
  const to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
  await shop.wallet('XOF', 1_000n);
  const moved = await shop.call('POST', '/wallets/transfer', { to, amount: 10, currency: 'XOF' });
  assert.equal(moved.status, 201, moved.text);
  await paySession(service, shop, sale.session);
  const kinds = ({ events }: typeof all) => events.map(({ type }) => type);
  const others = ['transfer.succeeded', 'payment.succeeded', 'checkout.completed'] as const;
  await until(async () => others.every((kind) => kinds(all).includes(kind)));
  // An event of an earlier session may arrive late.
  for (const stream of [...tills, refunds]) {
    await until(async () => kinds(stream).includes('checkout.completed'));
    assert.deepEqual(
      kinds(stream).filter((kind) => !kind.startsWith('checkout.')),
      [],
    );
  }
  for (const stream of [...tills, all, refunds]) stream.close();
});

it('the stream of a member who becomes a till ends, because it has all events', async () => {
  const member = await memberOf(service, shop, 'developer');
  const headers = { authorization: `Bearer ${member.token}`, 'service-integration': shop.integrationId };
  const stream = await listen(service.base, headers);
  const at = `/integrations/${shop.integrationId}/developers/${member.id}`;
  const owner = await memberOf(service, shop, 'merchant');
  const changed = await owner.call('PATCH', at, { role: 'till' });
  assert.equal(changed.status, 200, changed.text);
  await stream.ended;
  const again = await listen(service.base, headers);
  assert.equal(again.status, 200);
  again.close();
});
