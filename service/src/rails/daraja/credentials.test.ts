import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { test } from 'node:test';
import { DarajaCredentialsError, readDarajaCredentials, stkPassword } from './credentials.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certificate = publicKey.export({ type: 'spki', format: 'pem' }).toString();

const complete = {
  consumer_key: 'key',
  consumer_secret: 'secret',
  short_code: '174379',
  passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
  initiator_name: 'testapi',
  initiator_password: 'Canary-4711!',
  certificate,
};

test("the password of an STK push is that of the provider's documentation", () => {
  assert.equal(
    stkPassword('174379', complete.passkey, '20160216165627'),
    'MTc0Mzc5YmZiMjc5ZjlhYTliZGJjZjE1OGU5N2RkNzFhNDY3Y2QyZTBjODkzMDU5YjEwZjc4ZTZiNzJhZGExZWQyYzkxOTIwMTYwMjE2MTY1NjI3',
  );
});

test("the API user's password is encrypted with PKCS #1 v1.5", () => {
  const { securityCredential } = readDarajaCredentials(complete);
  const plain = privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(securityCredential, 'base64'),
  );
  assert.equal(plain.toString(), 'Canary-4711!');
});

test('optional fields have their defaults', () => {
  const credentials = readDarajaCredentials({ ...complete, short_code: 174379 });
  assert.equal(credentials.payoutShortCode, '174379');
  assert.equal(credentials.payoutCommand, 'BusinessPayment');
  assert.equal(credentials.till, null);
  assert.equal(credentials.nominatedNumber, null);
});

test('a missing or malformed field is named, and its value is not shown', () => {
  const wrong = [
    ...Object.keys(complete).map((name) => [name, undefined] as const),
    ['short_code', '17437x'],
    ['consumer_key', 'a:b'],
    ['certificate', 'Canary-certificate'],
    ['payout_command', 'Canary-command'],
    ['nominated_number', 'Canary-number'],
  ] as const;
  for (const [name, value] of wrong)
    assert.throws(
      () => readDarajaCredentials({ ...complete, [name]: value }),
      (error: unknown) =>
        error instanceof DarajaCredentialsError && error.message.includes(name) && !error.message.includes('Canary'),
      name,
    );
});
