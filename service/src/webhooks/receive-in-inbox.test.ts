import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { newWebhookSecret, signAttempt } from '../core/signature.ts';
import { inboxReceiver } from './receive-in-inbox.ts';

it('the inbox accepts what is signed with its secret, and nothing else', async () => {
  const secret = newWebhookSecret(randomBytes);
  const body = Buffer.from('{"id":"evt_1"}');
  const t = Math.floor(Date.now() / 1000);
  const ids = { endpointId: 'wbk_1', eventId: 'evt_1', deliveryId: 'dlv_1', attempt: 1 };
  const signed = (at = t, key = secret) => signAttempt({ ...ids, secrets: { current: key }, t: at, body });
  const { send } = inboxReceiver(secret, 'Service');
  const answer = async (headers: Record<string, string>, bytes: Buffer = body) => {
    const { responseStatus, responseBody } = await send({ url: 'inbox:', headers, body: bytes });
    return [responseStatus, JSON.parse(responseBody!).signature];
  };
  assert.deepEqual(await answer(signed()), [200, 'valid']);
  assert.deepEqual(await answer(signed(), Buffer.from('{"id":"evt_2"}')), [400, 'invalid'], 'another body');
  assert.deepEqual(await answer(signed(t, newWebhookSecret(randomBytes))), [400, 'invalid'], 'another secret');
  assert.deepEqual(await answer(signed(t - 600)), [400, 'invalid'], 'an old time');
  assert.deepEqual(await answer({}), [400, 'invalid'], 'no signature');
});
