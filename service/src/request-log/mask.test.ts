import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MASK, maskAnswered, maskAsked, maskLine } from './mask.ts';

/** Each is alone in a body, so that nothing else there makes the body suspect. */
const names = [
  ...['password', 'new_password', 'paswd', 'passcode', 'passphrase', 'PWD', 'client_secret', 'refresh_token', 'token'],
  ...['api_key', 'apiKey', 'private-key', 'authorization', 'Cookie', 'signature', 'seed', 'otp', 'otp_code', 'sms_otp'],
  ...['pin', 'PIN', 'cvv', 'cvv2', 'cvc', 'card_number', 'pan'],
];
const namesAsked = ['code', 'one_time_code'];
const values = {
  'an API key': 'rs_test_4fZq',
  'a live one': 'it was rs_live_4fZq, he said',
  'a webhook secret': 'whsec_c2VjcmV0',
  'a token': 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2ln',
  'credentials of a header': 'bearer abc.def',
  'credentials in a URL': 'https://shop:hunter2@shop.example/hook',
  'a parameter of a URL': 'https://shop.example/hook?token=hunter2',
  'a later one': 'https://shop.example/hook?a=1&sig=hunter2',
  'a card': '4242 4242 4242 4242',
  'a card of 13 digits': '4222222222222',
};
const secret = /4fZq|c2Vj|c2ln|def|hunter2|4242 4242|4222222/;

describe('a stored body does not contain', () => {
  for (const name of [...names, ...namesAsked])
    it(`a field named ${name}`, () => {
      assert.deepEqual(JSON.parse(maskAsked({ a: 1, in: [{ [name]: 'hunter2' }] })!), { a: 1, in: [{ [name]: MASK }] });
    });
  for (const [what, value] of Object.entries(values))
    it(what, () => {
      assert.match(value, secret);
      for (const kept of [
        maskAsked({ note: value })!,
        maskAnswered(JSON.stringify({ note: value })),
        maskLine(value),
      ]) {
        assert.doesNotMatch(kept, secret);
        assert.ok(kept.includes(MASK));
      }
    });
  it('a token after a dash', () => {
    assert.equal(maskLine('session-eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2ln, he said'), `${MASK}, he said`);
  });
  it('a card as a number, or as the name of a field', () => {
    assert.equal(maskAsked({ account: 4242424242424242 }), `{"account":"${MASK}"}`);
    assert.equal(maskAsked({ '4242424242424242': 1 }), `{"${MASK}":1}`);
  });
});

describe('a stored body is unchanged', () => {
  it('when it contains no secret', () => {
    const plain =
      '{"id":"trf_01m7zq0wfme009qe4hkyvctfbx","amount":1000,"customer":"+221771234567","note":"Key West, 3 p.m."}';
    assert.equal(maskAnswered(plain), plain);
    assert.equal(maskAsked(JSON.parse(plain)), plain);
  });
  it('with error codes, which are not one-time codes', () => {
    const refused = '{"error":{"code":"insufficient_funds"}}';
    assert.equal(maskAnswered(refused), refused);
    assert.equal(maskAsked(JSON.parse(refused)), `{"error":{"code":"${MASK}"}}`);
  });
  it('except for codes in the metadata of an answer, as in a request', () => {
    const body = { failure: { code: 'rail_error' }, metadata: { code: '482913', Code: '482913', order: '1' } };
    const kept = JSON.stringify({ ...body, metadata: { code: MASK, Code: MASK, order: '1' } });
    assert.equal(maskAnswered(JSON.stringify({ data: [body] })), `{"data":[${kept}]}`);
    assert.equal(JSON.parse(maskAsked(body)!).metadata.code, MASK);
  });
  it('with long numbers that are not card numbers', () => {
    const order = { order: '4242424242424243', at: 1795290778550, to: '+4242424242424242' };
    assert.deepEqual(JSON.parse(maskAsked(order)!), order);
  });
  it('and is not stored when it was not JSON', () => {
    for (const body of [undefined, null, Buffer.from('%PDF')]) assert.equal(maskAsked(body), null);
  });
});

// Strangers' texts are masked on the thread that serves all requests.
it('a text that looks like the start of a token takes no longer than another', () => {
  const took = (text: string) => {
    const times = Array.from({ length: 5 }, () => {
      const begun = performance.now();
      maskLine(text);
      return performance.now() - begun;
    });
    return Math.min(...times);
  };
  const plain = took(`eyJ ${'abcd '.repeat(12_000)}`);
  for (const unit of ['eyJ-', 'eyJ-'.repeat(120), '-eyJ', ' eyJ-eyJ-eyJ-'])
    assert.ok(took(unit.repeat(60_000 / unit.length)) < 50 * plain, unit.slice(0, 20));
});
