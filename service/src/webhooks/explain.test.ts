import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainFailure } from './explain.ts';

test('each fault of a certificate has advice that names no option of the runtime', () => {
  const where = { host: 'hooks.test', protocol: 'https:' };
  for (const [code, advice] of [
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /private authority/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /chain is incomplete/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /chain is incomplete/],
    ['CERT_HAS_EXPIRED', /has expired\. Renew it/],
    ['CERT_NOT_YET_VALID', /not valid yet/],
    ['CERT_REVOKED', /could not be verified/],
  ] as const) {
    const said = 'some words; if the root CA is installed locally, try running Node.js with --use-system-ca';
    const { class: kind, message } = explainFailure(Object.assign(new Error(said), { code }), where, false);
    assert.equal(kind, 'tls');
    assert.match(message, advice);
    assert.doesNotMatch(message, /Node|--/);
  }
});
