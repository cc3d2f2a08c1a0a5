import type { Reply, TestMerchant, TestService } from './harness.ts';
import { joinAs, type PersonOptions, type TestPerson } from './person.ts';

/** A member of an integration. Their calls name the integration. */
export type Member = TestPerson & {
  readonly kind: 'merchant' | 'owner' | 'developer' | 'accountant' | 'viewer' | 'till';
};

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

/** As if the member had accepted this person's invitation that many days ago. */
export async function inviteAs(
  service: TestService,
  shop: TestMerchant,
  by: { readonly id: string },
  who: Member,
  daysAgo = 0,
): Promise<void> {
  await service.db.pool.query(
    `INSERT INTO invitations (id, integration_id, email, role, token_hash, invited_by, created_at, expires_at,
       accepted_at)
     VALUES ('inv_' || gen_random_uuid(), $1, $2, 'owner', sha256(gen_random_uuid()::text::bytea), $3,
       now() - make_interval(days => $4), now() + interval '7 days', now() - make_interval(days => $4))`,
    [shop.integrationId, who.identifier, by.id, daysAgo],
  );
}
