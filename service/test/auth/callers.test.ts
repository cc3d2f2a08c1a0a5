import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type accountTypes,
  type CallerKind,
  isOwnAccount,
  operatorRoles,
  type Route,
} from '../../../contract/src/route.ts';
import { addressOf, allRoutes, bodyOf, nameOf, prefixOf } from '../support/contract.ts';
import { bothWorlds, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { joinAs } from '../support/person.ts';

let service: TestService;
let shop: TestMerchant;
/** One caller of every kind: an operator of each role, a key of each mode. */
type TestCaller = {
  kind: CallerKind;
  role?: string;
  live?: boolean;
  /** Some routes of the caller's own account end the calling session: each gets a new caller. */
  credential: (route: Route) => Promise<string>;
};
let callers: Map<string, TestCaller>;

before(async () => {
  service = await startTestService(bothWorlds);
  shop = await service.merchant();
  const live = (await shop.newKey({ livemode: true })).key;
  const person = (type: (typeof accountTypes)[number], more: object = {}) => {
    const make = async () => {
      const { id, token } = await service.person(type, { merchantId: shop.merchantId, ...more });
      if (type === 'developer') await joinAs(service.db, 'owner', shop.integrationId, id);
      return token;
    };
    let made: Promise<string> | undefined;
    const credential = (route: Route) => {
      if (isOwnAccount(route)) return make();
      made ??= make();
      return made;
    };
    return { kind: type, credential };
  };
  callers = new Map<string, TestCaller>([
    ['a test key', { kind: 'key' as const, credential: async () => shop.key }],
    ['a live key', { kind: 'key' as const, live: true, credential: async () => live }],
    ...(['customer', 'merchant', 'developer'] as const).map((type) => [`a ${type}`, person(type)] as const),
    ...operatorRoles.map((role) => [`an operator (${role})`, { ...person('operator', { role }), role }] as const),
  ]);
});
after(() => service.stop());

/** A customer acts on no integration, and is refused when they name one. */
const namesOne = ({ kind }: TestCaller) => kind !== 'customer';

const send = (route: Route, key: string, named: boolean): Promise<Reply> => {
  const body = bodyOf(route);
  const headers: Record<string, string> = named ? { 'service-integration': shop.integrationId } : {};
  return service.request(route.method, addressOf(route), { key, headers, ...(body ? { body } : {}) });
};

const mayCall = (route: Route, { kind, role, live }: TestCaller) =>
  route.auth !== 'none' &&
  route.auth.includes(kind) &&
  !(route.testOnly && live) &&
  !(kind === 'operator' && route.roles && !route.roles.includes(role as never));

describe('every route × every kind of caller', () => {
  for (const route of allRoutes.filter(({ auth }) => auth !== 'none')) {
    it(`${nameOf(route)} is open to the callers that the contract names, and to no others`, async () => {
      const nobody = await service.request(route.method, addressOf(route));
      assert.deepEqual(refusal(nobody), [401, 'missing_credentials']);
      for (const [name, caller] of callers) {
        const credential = await caller.credential(route);
        const answer = await send(route, credential, namesOne(caller));
        if (!mayCall(route, caller)) {
          for (const refused of namesOne(caller) ? [answer, await send(route, credential, false)] : [answer])
            assert.deepEqual(refusal(refused), [403, 'forbidden_account_type'], `${name}: ${refused.text}`);
          continue;
        }
        assert.ok(answer.status !== 401 || answer.body.error.code.startsWith('invalid_c'), `${name}: ${answer.text}`);
        if (prefixOf(route)) assert.equal(answer.status, 404, `${name}, an unknown id: ${answer.text}`);
      }
    });
  }
});
