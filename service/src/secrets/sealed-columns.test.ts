import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { sealedColumns } from './sealed-columns.ts';

/** Columns of bytes that no data key seals: hashes, keys of counts, content that everybody may read. */
const plain = new Set(
  `api_keys.hash audit_erasures.digest audit_log.previous audit_log.hash audit_walk.hash
  audit_walk.verified_hash challenges.code_hash
  data_key_seals.sealed idempotency_keys.fingerprint invitations.token_hash known_networks.place kyc_documents.sha256
  merchant_logos.bytes person_erasures.kept rail_callbacks.body rail_callbacks.digest receipts.token_hash
  recovery_codes.hash
  safeguarding_seals.hash
  seal_tombstones.hash seals.digest seals.marks seals.previous seals.hash sessions.spent_by
  signed_documents.bytes statement_files.sha256 throttles.subject`.split(/\s+/),
);

it('every column of bytes is sealed again by a rotation, or is known to be unsealed', () => {
  const schema = readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8');
  const found = [...schema.matchAll(/^CREATE TABLE (\w+) \(\n([\s\S]*?)^\)/gm)].flatMap(([, table, body]) =>
    [...body!.matchAll(/^ {2}(\w+) bytea/gm)].map(([, column]) => `${table}.${column}`),
  );
  const sealed = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`));
  assert.deepEqual(
    found.filter((name) => !plain.has(name) && !sealed.has(name)),
    [],
    'add it to sealedColumns or to this list',
  );
  assert.deepEqual(
    [...sealed].filter((name) => !found.includes(name)),
    ['payments.sealed_code'],
    'base64',
  );
  assert.deepEqual(
    [...plain].filter((name) => !found.includes(name)),
    [],
  );
});
