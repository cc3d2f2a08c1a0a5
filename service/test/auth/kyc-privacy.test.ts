import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import pg from 'pg';
import { newId } from '../../src/kernel/new-id.ts';
import { openSecret, sealSecret } from '../../src/kernel/seal.ts';
import { refusal, takenPayment } from '../support/flows.ts';
import { startTestService, type TestService, testSecrets } from '../support/harness.ts';
import { decide, download, png, submit, upload } from '../support/kyc-flows.ts';

const lines: string[] = [];
let service: TestService;
let owner: pg.Client;
before(async () => {
  service = await startTestService({ LOG_LEVEL: 'trace' }, undefined, { write: (line) => lines.push(line) });
  owner = new pg.Client({ connectionString: service.url });
  await owner.connect();
});
after(async () => {
  await owner.end();
  await service.stop();
});

const canary = {
  name: 'Canari Nomsecret',
  date_of_birth: '1961-07-19',
  document_type: 'voter_card',
  document_number: 'CANARY-778-4411',
};
const secrets = [canary.name, canary.date_of_birth, canary.document_number];
const image = Buffer.from('canary within an image');

/** Every row of every table as text, as a dump has it; bytea is in hex there. */
async function dump(): Promise<string> {
  const { rows: tables } = await owner.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
  const parts: string[] = [];
  for (const { tablename } of tables) {
    const { rows } = await owner.query(`SELECT t::text AS row FROM "${tablename}" t`);
    parts.push(...rows.map(({ row }) => `${tablename} ${row}`));
  }
  return parts.join('\n');
}

/** The canaries that a text contains, in clear, in hex or in base64. */
const found = (text: string, what: readonly (string | Buffer)[]) =>
  what.filter((one) => {
    const bytes = Buffer.from(one as string);
    // Base64 depends on the bytes before: this takes the middle of each of the three alignments.
    const shifted = [0, 1, 2].map((pad) =>
      Buffer.concat([Buffer.alloc(pad), bytes])
        .toString('base64')
        .slice(4, -4),
    );
    return [bytes.toString('latin1'), bytes.toString('hex'), ...shifted].some((form) => text.includes(form));
  });

it("a customer's identity is in no log, event, audit row, stored answer or dump", async () => {
  const customer = await service.person('customer');
  const officer = await service.person('operator', { role: 'compliance' });
  const shop = await service.merchant();
  await takenPayment(shop, { customer: customer.identifier });
  const key = () => ({ 'idempotency-key': newId('req') });
  const document = await upload(customer, png(image), 'image/png', key());
  const documents = [document.body.id];
  const send = (fields: object = {}) => submit(customer, { ...canary, documents, ...fields }, key());
  const sent = await send();
  assert.equal(sent.status, 201, sent.text);
  assert.equal(sent.body.document_number, canary.document_number);
  assert.deepEqual(refusal(await send()), [409, 'kyc_transition_not_allowed']);
  const { id } = sent.body;
  await officer.call('GET', '/operator/kyc/submissions');
  assert.equal((await officer.call('GET', `/operator/kyc/submissions/${id}`)).body.name, canary.name);
  await decide(officer, id, 'approve', {}, key());
  const repeated = `${canary.document_number} is forged`;
  assert.equal((await decide(officer, id, 'reject', { reason: repeated }, key())).status, 400);
  const rejected = await decide(
    officer,
    id,
    'reject',
    { reason: 'The document is forged', revoke: true, freeze: true },
    key(),
  );
  assert.equal(rejected.body.name, canary.name);
  await customer.call('GET', '/kyc/submissions');
  // An invalid field and a missing table: logged errors contain no values either.
  assert.equal((await send({ documents: ['x'] })).status, 400);
  await owner.query('ALTER TABLE kyc_submissions RENAME TO kyc_away');
  assert.equal((await send()).status, 500);
  await owner.query('ALTER TABLE kyc_away RENAME TO kyc_submissions');

  assert.ok(
    lines.some((line) => line.includes('kyc_submissions')),
    'the error was logged',
  );
  assert.deepEqual(found(lines.join(''), [...secrets, image]), []);
  const text = await dump();
  // The controls: the dump contains the unencrypted values, and the answers to the same requests.
  assert.deepEqual(found(text, [customer.identifier, 'The document is forged']).length, 2);
  assert.ok(text.includes('kyc.rejected') && text.includes('kyc.updated') && text.includes('idempotency_keys'));
  assert.deepEqual(found(text, [...secrets, image]), []);

  const directory = join(tmpdir(), 'rialto-data', 'documents');
  const file = readFileSync(join(directory, documents[0]));
  assert.ok(readdirSync(directory).length > 0 && file.length > image.length);
  assert.deepEqual(found(file.toString('latin1'), [image]), []);
  assert.deepEqual(found((await download(service.base, customer, documents[0])).bytes.toString('latin1'), [image]), [
    image,
  ]);

  // The control: if it were not sealed, the same search would find it.
  await owner.query('UPDATE kyc_submissions SET identity = convert_to($1, $2)', [JSON.stringify(canary), 'UTF8']);
  assert.deepEqual(found(await dump(), secrets), secrets);
});

it('an identity opens for its own submission and under its own key alone', () => {
  const [id, other] = [newId('kyc'), newId('kyc')];
  const { identityKey, encryptionKey } = testSecrets;
  const sealed = sealSecret('Awa', identityKey, id);
  assert.equal(openSecret(sealed, identityKey, id), 'Awa');
  assert.throws(() => openSecret(sealed, identityKey, other));
  assert.throws(() => openSecret(sealed, encryptionKey, id));
  assert.throws(() => openSecret(sealed.subarray(0, -1), identityKey, id));
});
