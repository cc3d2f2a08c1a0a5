import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSending } from './send.ts';

it('a code for a payment names its amount, also in a currency that was disabled later', () => {
  const texts: string[] = [];
  const outbox = {
    sms: ({ text }: { text: string }) => void texts.push(text),
    email: () => assert.fail(),
    checkRoom: () => {},
  };
  const { sendCode } = createSending({
    outbox,
    queue: { add: () => assert.fail() },
    brand: 'Lakay',
    docBase: 'https://pay.example',
    sendsEmail: true,
  });
  const payment = { merchant: 'Dar Zarrouk', amount: 12_345n, currency: 'TND' };
  sendCode({ to: '+21620123456', by: 'sms', purpose: 'approve', code: '314159', language: 'en', payment });
  assert.match(texts[0]!, /314159/);
  assert.match(texts[0]!, /TND\s12\.345/);
});
