import type { OperatorRole } from '../../../contract/src/route.ts';
import type { TestService } from './harness.ts';
import { giveAuthenticator, type TestPerson } from './person.ts';

/** An operator with an authenticator; other tests cover its codes. */
export async function makeOperator(service: TestService, role: OperatorRole): Promise<TestPerson> {
  const operator = await service.person('operator', { role });
  await giveAuthenticator(service.db, operator.id);
  return operator;
}

/**
 * Fees and limits need two operators: one requests the change, another approves it. @returns the approval, carried out
 */
export async function setByTwo(service: TestService, path: 'fees' | 'limits', body: object): Promise<any> {
  const [maker, checker] = [await makeOperator(service, 'admin'), await makeOperator(service, 'admin')];
  const requested = await maker.call('POST', `/operator/${path}`, { reason: 'as agreed', ...body });
  if (requested.status !== 202) throw new Error(requested.text);
  const done = await checker.call('POST', `/operator/approvals/${requested.body.id}/approve`);
  if (done.status !== 200) throw new Error(done.text);
  return done.body;
}

/** The entries of the audit log for a record. */
export async function actsOn(service: TestService, target: string): Promise<any[]> {
  const admin = await service.person('operator', { role: 'admin' });
  return (await admin.call('GET', `/operator/audit?order=asc&target=${target}`)).body.data;
}
