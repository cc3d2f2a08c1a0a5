import assert from 'node:assert/strict';
import type { DeveloperRole } from '../../../contract/src/member-rights.ts';
import { startTestService, type TestMerchant, type TestService, until } from './harness.ts';
import { joinAs, type TestPerson } from './person.ts';

/** A service whose outgoing e-mail the test can read. */
export async function startWithMail(env: Record<string, string> = {}) {
  const mails: { to: string; text: string }[] = [];
  const write = (line: string) => {
    const entry = JSON.parse(line);
    if (entry.msg?.startsWith('e-mail')) mails.push(entry);
  };
  const service = await startTestService({ LOG_LEVEL: 'info', ...env }, undefined, { write });
  /** The token of the newest invitation to an address. With `than`, it waits for a newer one. */
  const tokenFor = (email: string, than?: string) =>
    until(async () => {
      const text = mails.findLast(({ to }) => to === email)?.text;
      const token = text && /dashboard\/invitation#(\S+)/.exec(text)?.[1];
      return token !== than && token;
    });
  return { service, mails, tokenFor };
}

/** The id of a test merchant's only integration. */
export async function integrationOf(person: TestPerson): Promise<string> {
  const { body } = await person.call('GET', '/integrations');
  assert.equal(body.data.length, 1);
  return body.data[0].id;
}

/** A merchant, one of its people, and its integration. */
export async function makeShop(service: TestService) {
  const shop: TestMerchant = await service.merchant();
  const boss = await service.person('merchant', { merchantId: shop.merchantId });
  return { ...shop, boss, id: await integrationOf(boss) };
}

/** A developer who belongs to an integration in both modes, created without the invitation. */
export async function makeMember(service: TestService, integration: string, role: DeveloperRole): Promise<TestPerson> {
  const developer = await service.person('developer');
  await joinAs(service.db, role, integration, developer.id);
  return developer;
}
