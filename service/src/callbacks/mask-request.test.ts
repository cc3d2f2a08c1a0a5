import assert from 'node:assert/strict';
import { it } from 'node:test';
import { maskBody, maskCallbackHeaders, maskQuery } from './mask-request.ts';

it('headers that authenticate are masked, and the others stay', () => {
  const headers = {
    authorization: 'Bearer abc',
    'wave-signature': 't=1,v1=ff',
    'x-api-key': 'k',
    'user-agent': 'Wave',
  };
  assert.deepEqual(maskCallbackHeaders(headers), {
    ...{ authorization: '[masked]', 'wave-signature': '[masked]', 'x-api-key': '[masked]', 'user-agent': 'Wave' },
  });
});

it('a body without secrets keeps its bytes', () => {
  for (const text of ['{ "financialTransactionId" : "23503452", "reason": {"code":"PAYER_NOT_FOUND"} }', '<xml/>', ''])
    assert.equal(maskBody(Buffer.from(text)).toString(), text);
  const bytes = Buffer.from([0xff, 0xfe, 0x00]);
  assert.deepEqual(maskBody(bytes), bytes);
});

it('secrets in a body or a query are masked', () => {
  assert.equal(
    maskBody(Buffer.from('{"notif_token":"abc","amount":"5"}')).toString(),
    '{"notif_token":"[masked]","amount":"5"}',
  );
  assert.equal(maskQuery('token=abc&status=ok'), 'token=[masked]&status=ok');
  assert.equal(maskQuery(''), null);
});
