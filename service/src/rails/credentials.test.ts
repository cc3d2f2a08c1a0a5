import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hideSecrets } from './credentials.ts';

const credentials = { environment: 'test', keys: [{ api_key: 'key-of-the-rail' }] };

it('a text of the credentials is hidden, and a short word stays', () => {
  assert.equal(hideSecrets('key-of-the-rail at test', credentials), '[hidden] at test');
});

it('the secrets of a quoted request are hidden', () => {
  const token = 'rX0-9_a.b/c+d=EFGHIJ';
  const address = `https://pay.example/rails/rail_01m8/${'0a'.repeat(20)}/7061`;
  const quoted = `authorization Bearer ${token} {"Password": "abc", "SecurityCredential":"x+y=", "url":"${address}"}`;
  assert.equal(
    hideSecrets(quoted, credentials),
    'authorization Bearer [hidden] {"Password": "[hidden]", "SecurityCredential":"[hidden]", ' +
      '"url":"https://pay.example/rails/rail_01m8/[hidden]/7061"}',
  );
});

it('words are not hidden', () => {
  const message = 'Basic information is missing: Bearer token expired at /rails/rail_01m8';
  assert.equal(hideSecrets(message, credentials), message);
});
