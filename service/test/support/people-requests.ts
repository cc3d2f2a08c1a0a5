import assert from 'node:assert/strict';
import { openPersonRequest } from '../../src/approvals/open-person-request.ts';
import { transaction } from '../../src/db/transaction.ts';
import { findPerson, readWho } from '../../src/people/open-request.ts';
import { type TestService, testSecrets, until } from './harness.ts';
import type { TestPerson } from './person.ts';

const { identityKey } = testSecrets;
const by = { actor: { type: 'admin', id: 'root' } } as const;

/** Opens the approval that the command opens. */
export async function requestAbout({ db }: TestService, kind: 'export' | 'erasure', who: string): Promise<string> {
  const wanted = await findPerson(db, kind, readWho(who), { identityKey, keepYears: 5 });
  const asked = { kind, reason: 'their letter', by, identityKey } as const;
  return transaction(db, (tx) => openPersonRequest(tx, wanted, asked));
}

export const approve = (who: TestPerson, id: string) => who.call('POST', `/operator/approvals/${id}/approve`);

/** Both operators approve. @returns the request, carried out or failed */
export async function decideByTwo({ db }: TestService, two: readonly TestPerson[], id: string): Promise<any> {
  for (const who of two) {
    const answer = await approve(who, id);
    assert.equal(answer.status, 200, answer.text);
  }
  const text = 'SELECT status, error, rows FROM person_requests WHERE approval_id = $1';
  return until(async () => {
    const [row] = (await db.pool.query(text, [id])).rows;
    return ['completed', 'failed'].includes(row.status) && row;
  });
}
