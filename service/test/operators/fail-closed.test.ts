import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accountTypes, type CallerKind, isOwnAccount, type Route } from '../../../contract/src/route.ts';
import { checkRight } from '../../src/http/admit.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { allRoutes, bodyOf, nameOf, pathOf } from '../support/contract.ts';
import { bothWorlds, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';

/**
 * A missing value gives no right: each caller here lacks one value that a route requires, on every route of the
 * contract.
 */
const guarded = allRoutes.filter(({ auth }) => auth !== 'none');
const operatorRoutes = guarded.filter((route) => route.auth.includes('operator') && !isOwnAccount(route));
/** Open to any valid key, as the contract says of each. Add a route here deliberately only. */
const anyKey = ['getMyWallet', 'listCurrencies', 'listOwnFees', 'quoteFee', 'advanceTestClock', 'getTestClock'];

const callerWithout = (kind: CallerKind): Caller => ({
  kind,
  id: `${kind}_1`,
  world: 1,
  livemode: false,
  owner: { type: 'none', id: '' },
  scopes: new Set(),
  person: kind === 'key' ? null : { id: `${kind}_1`, type: kind, session: 'ses_1', identifier: 'x', role: null },
});

function codeOf(check: (route: Route, caller: Caller) => void, route: Route, caller: Caller): string | null {
  try {
    check(route, caller);
    return null;
  } catch (error) {
    return (error as Refusal).code;
  }
}
const now = (live: boolean) => (route: Route, caller: Caller) => checkRight(route, caller, live);
/** The control: the old rule, by which a missing value was accepted. */
function failsOpen(route: Route, caller: Caller): void {
  if (!route.auth.includes(caller.kind)) throw new Refusal('forbidden_account_type');
  const role = caller.person?.role;
  if (route.roles && role && !route.roles.includes(role)) throw new Refusal('forbidden_account_type');
  if (route.scope && caller.kind === 'key' && !caller.scopes.has(route.scope)) throw new Refusal('insufficient_scope');
}

describe('a missing right', () => {
  it('of a key, a scope, closes every route but those that any key may call', () => {
    const open = guarded.filter((route) => route.auth.includes('key'));
    const passed = open.filter((route) => codeOf(now(false), route, callerWithout('key')) === null);
    assert.deepEqual(passed.map(({ id }) => id).sort(), [...anyKey].sort());
    for (const route of open) {
      const named = { ...route };
      delete (named as { scope?: string }).scope;
      delete (named as { anyKey?: true }).anyKey;
      assert.equal(codeOf(now(false), named, callerWithout('key')), 'insufficient_scope', nameOf(route));
      assert.equal(codeOf(failsOpen, named, callerWithout('key')), null, 'the control lets a key without a scope in');
    }
  });

  it('of an operator, a role, closes every route but those of the own login', () => {
    for (const route of guarded) {
      const expected = route.auth.includes('operator') && isOwnAccount(route) ? null : 'forbidden_account_type';
      assert.equal(codeOf(now(false), route, callerWithout('operator')), expected, nameOf(route));
    }
    const byControl = operatorRoutes.filter((route) => codeOf(failsOpen, route, callerWithout('operator')) === null);
    assert.equal(byControl.length, operatorRoutes.length, 'the control lets an operator without a role in everywhere');
  });

  it('of a route, its permitted roles, closes it to every operator', () => {
    const admin = callerWithout('operator');
    const caller = { ...admin, person: { ...admin.person!, role: 'admin' as const, hasSecondFactor: true } };
    for (const route of operatorRoutes.filter(({ auth }) => auth.length === 1)) {
      assert.ok(route.roles, `${nameOf(route)} names its roles`);
      const bare = { ...route };
      delete (bare as { roles?: readonly string[] }).roles;
      assert.equal(codeOf(now(true), bare, caller), 'forbidden_account_type', nameOf(route));
      assert.equal(codeOf(failsOpen, bare, caller), null, 'the control');
    }
  });

  it('of a caller kind that a route does not name, closes it', () => {
    for (const route of guarded)
      for (const kind of ['key', ...accountTypes] as const)
        if (!route.auth.includes(kind))
          assert.equal(codeOf(now(false), route, callerWithout(kind)), 'forbidden_account_type', nameOf(route));
  });
});

describe('over HTTP', () => {
  let service: TestService;
  let shop: TestMerchant;
  before(async () => {
    service = await startTestService(bothWorlds);
    shop = await service.merchant();
  });
  after(() => service.stop());

  const send = (route: Route, key: string) => {
    const body = bodyOf(route);
    const headers = { 'service-integration': shop.integrationId };
    return service.request(route.method, pathOf(route), { key, headers, ...(body ? { body } : {}) });
  };

  it('a key without a scope and a person without membership get nothing of an integration', async () => {
    const { key } = await shop.newKey({ scopes: [] });
    const { token: stranger } = await service.person('developer');
    const other = await service.merchant();
    const { token: rival } = await service.person('merchant', { merchantId: other.merchantId });
    for (const route of guarded) {
      if (route.auth.includes('key') && !route.anyKey)
        assert.deepEqual(refusal(await send(route, key)), [403, 'insufficient_scope'], nameOf(route));
      if (!route.integration) continue;
      for (const [kind, token] of [['developer', stranger] as const, ['merchant', rival] as const])
        if (route.auth.includes(kind))
          assert.deepEqual(refusal(await send(route, token)), [404, 'not_found'], `${kind}: ${nameOf(route)}`);
    }
  });

  it('an operator without a role has no rights, whatever is in the database', async () => {
    const { id, token } = await service.person('operator', { role: 'admin' });
    await service.db.pool.query('DELETE FROM operators WHERE id = $1', [id]).catch(() => undefined);
    const left = await service.db.pool.query('SELECT FROM operators WHERE id = $1', [id]);
    if (left.rowCount !== 0) await asOwner(service, 'DELETE FROM operators WHERE id = $1', [id]);
    for (const route of operatorRoutes)
      assert.deepEqual(refusal(await send(route, token)), [403, 'forbidden_account_type'], nameOf(route));
    const me = await service.request('GET', '/api/v1/me', { key: token });
    assert.notEqual(me.status, 403, 'the own login remains');
  });
});

async function asOwner(service: TestService, text: string, values: unknown[]): Promise<void> {
  const { default: pg } = await import('pg');
  const owner = new pg.Client({ connectionString: service.url });
  await owner.connect();
  await owner.query(text, values);
  await owner.end();
}
