import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newId } from '../../src/kernel/new-id.ts';
import { sealIdentity } from '../../src/kyc/identity.ts';
import { deleteUnusedDocuments } from '../../src/kyc/sweep.ts';
import { endKept } from '../../src/people/erase-account.ts';
import { startTestService, type TestService, testSecrets } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import { decideByTwo, requestAbout } from '../support/people-requests.ts';
import type { TestPerson } from '../support/person.ts';
import { asSuperuser, type Canary, findTraces } from '../support/plant-person.ts';

const { identityKey } = testSecrets;
let service: TestService;
let first: TestPerson;
let second: TestPerson;
before(async () => {
  service = await startTestService();
  [first, second] = [await makeOperator(service, 'compliance'), await makeOperator(service, 'admin')];
});
after(() => service.stop());

const request = (kind: 'export' | 'erasure', who: string) => requestAbout(service, kind, who);
const carriedOut = (id: string) => decideByTwo(service, [first, second], id);

describe('what the law keeps', () => {
  it('stays sealed until its time, is exported as such, and then ends', async () => {
    const live: Canary = {
      ...{ phone: '+221771230777', name: 'Mumford Yarblek', number: 'PASS-0099-ZZ' },
      ...{ email: 'my@canary.example', text: 'CANARYTEXT' },
    };
    const person = await service.person('customer', { identifier: live.phone, livemode: true, currencies: [] });
    const [document, submission] = [newId('doc'), newId('kyc')];
    await service.documents.put(document, Buffer.from('the passport of Mumford'));
    const identity = sealIdentity(
      { name: live.name, date_of_birth: '1990-04-23', document_number: live.number },
      submission,
      identityKey,
    );
    const ask = (text: string, values: unknown[] = []) =>
      asSuperuser(service.url, async (client) => (await client.query(text, values)).rows);
    await ask(
      `INSERT INTO kyc_documents (id, user_id, content_type, size, sha256, stored_at, used_at)
       VALUES ($1, $2, 'image/png', 1, '', now(), now())`,
      [document, person.id],
    );
    await ask(
      `INSERT INTO kyc_submissions (id, user_id, livemode, document_type, identity, documents, status, tier,
         decided_at, decided_by)
       VALUES ($1, $2, true, 'passport', $3, ARRAY[$4], 'approved', 1, now(), $5)`,
      [submission, person.id, identity, document, first.id],
    );
    await ask(`UPDATE users SET kyc = 'verified', kyc_tier = 1, name = $2 WHERE id = $1`, [person.id, live.name]);
    const exported = async (): Promise<any> => {
      const id = await request('export', person.id);
      assert.equal((await carriedOut(id)).status, 'completed');
      const file = await first.call('GET', `/operator/approvals/${id}/file`);
      return { text: file.text, head: JSON.parse(file.text.split('\n')[0]!) };
    };
    const erasure = await request('erasure', person.id);
    assert.match((await first.call('GET', `/operator/approvals/${erasure}`)).body.payload.kept_until, /^20\d\d-/);
    assert.deepEqual((await carriedOut(erasure)).status, 'completed');
    assert.deepEqual(await findTraces(service.url, live), []);
    const [kept] = (await exported()).head.kept_by_law;
    assert.deepEqual([kept.data.names.includes(live.name), kept.data.phones[0]], [true, live.phone]);
    assert.equal(kept.data.kyc[0].identity.document_number, live.number);
    assert.ok(await service.documents.get(document));
    await ask(`UPDATE person_erasures SET kept_until = now() - interval '1 day' WHERE id = $1`, [erasure]);
    assert.deepEqual(await endKept(service.db), [erasure]);
    await deleteUnusedDocuments(service.db, service.documents, () => false);
    assert.equal(await service.documents.get(document), null);
    const after = await exported();
    assert.deepEqual([after.head.kept_by_law, after.text.includes(live.name)], [[], false]);
    assert.deepEqual(await ask('SELECT FROM person_keys WHERE erasure_id = $1', [erasure]), []);
  });
});
