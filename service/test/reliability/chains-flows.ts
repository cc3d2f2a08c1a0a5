import { type accountTypes, operatorRoles } from '../../../contract/src/route.ts';
import { makeRecords } from '../support/contract.ts';
import type { TestMerchant, TestService } from '../support/harness.ts';
import { joinAs } from '../support/person.ts';
import type { Walker } from './chains.ts';

/** Callers of every kind at two merchants, who are strangers to each other. */
export async function makeWalkers(service: TestService): Promise<Walker[]> {
  const shops = await Promise.all([service.merchant(), service.merchant()]);
  return (await Promise.all(shops.map((shop, i) => walkersOf(service, shop, `shop ${i}`)))).flat();
}

async function walkersOf(service: TestService, shop: TestMerchant, place: string): Promise<Walker[]> {
  const records = Object.entries(await makeRecords(service, shop));
  const walker = async (name: string, kind: string, renew: () => Promise<string>): Promise<Walker> => ({
    name: `${name} of ${place}`,
    kind,
    integration: shop.integrationId,
    credential: await renew(),
    renew,
    own: new Map(kind === 'customer' ? [] : records.map(([prefix, id]) => [prefix, [id]])),
  });
  const person = (type: (typeof accountTypes)[number], role?: (typeof operatorRoles)[number]) => async () => {
    const made = await service.person(type, { merchantId: shop.merchantId, ...(role ? { role } : {}) });
    if (type === 'developer') await joinAs(service.db, 'owner', shop.integrationId, made.id);
    return made.token;
  };
  return Promise.all([
    walker('a key', 'key', async () => (await shop.newKey({})).key),
    walker('a customer', 'customer', person('customer')),
    walker('a merchant', 'merchant', person('merchant')),
    walker('a developer', 'developer', person('developer')),
    ...operatorRoles.map((role) => walker(`an operator (${role})`, 'operator', person('operator', role))),
  ]);
}
