import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { test } from 'node:test';
import { DarajaCredentialsError, encryptPassword, stkPassword } from './credentials.ts';

test("the password of an STK push is that of the provider's documentation", () => {
  const passkey = 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919';
  assert.equal(
    stkPassword('174379', passkey, '20160216165627'),
    'MTc0Mzc5YmZiMjc5ZjlhYTliZGJjZjE1OGU5N2RkNzFhNDY3Y2QyZTBjODkzMDU5YjEwZjc4ZTZiNzJhZGExZWQyYzkxOTIwMTYwMjE2MTY1NjI3',
  );
});

test("the API user's password is encrypted with PKCS #1 v1.5", () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const text = encryptPassword('Canary-4711!', publicKey.export({ type: 'spki', format: 'pem' }).toString());
  const plain = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text, 'base64'));
  assert.equal(plain.toString(), 'Canary-4711!');
});

test('a text that is no certificate is refused without being shown', () => {
  assert.throws(
    () => encryptPassword('Canary-password', 'Canary-certificate'),
    (error: unknown) => error instanceof DarajaCredentialsError && !error.message.includes('Canary'),
  );
});
