import type { OperatorRole } from '../../contract/src/route.ts';
import type { TestService } from './harness.ts';
import { giveAuthenticator, type TestPerson } from './person.ts';

/** Somebody with an authenticator: its own codes are tested elsewhere. */
export async function makeOperator(service: TestService, role: OperatorRole): Promise<TestPerson> {
  const operator = await service.person('operator', { role });
  await giveAuthenticator(service.db, operator.id);
  return operator;
}

/** The acts on a record, as the audit log has them. */
export async function actsOn(service: TestService, target: string): Promise<any[]> {
  const admin = await service.person('operator', { role: 'admin' });
  return (await admin.call('GET', `/operator/audit?order=asc&target=${target}`)).body.data;
}
