import type { Reply, TestMerchant, TestService } from './harness.ts';
import { joinAs, type PersonOptions, type TestPerson } from './person.ts';

/** A member of an integration. Their calls name the integration. */
export type Member = TestPerson & { readonly kind: 'merchant' | 'owner' | 'developer' | 'viewer' | 'till' };

export async function memberOf(
  service: TestService,
  shop: TestMerchant,
  kind: Member['kind'],
  options: PersonOptions = {},
): Promise<Member> {
  const { merchantId } = shop;
  const integration = shop.integrationId;
  const person = await service.person(kind === 'merchant' ? 'merchant' : 'developer', { merchantId, ...options });
  if (kind !== 'merchant') {
    await joinAs(service.db, kind, integration, person.id);
  }
  const named = { 'service-integration': integration, 'service-mode': options.livemode ? 'live' : 'test' };
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
    person.call(method, path, body, { ...named, ...headers });
  return { ...person, kind, call };
}
