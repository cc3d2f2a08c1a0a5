import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Provider, startProvider } from '../../test/support/provider.ts';
import { twilio } from './twilio.ts';

const accountSid = `AC${'0123456789abcdef'.repeat(2)}`;
const message = { to: '+22990001122', text: 'Café & co: 123456 = 100 % ☕' };
let operator: Provider;
before(async () => {
  operator = await startProvider(null);
});
beforeEach(() => {
  operator.received.length = 0;
  operator.answer = { status: 201, body: { sid: 'SM1', status: 'queued', error_code: null } };
});
after(() => operator.close());

const sender = (from: Parameters<typeof twilio>[0]['from']) =>
  twilio({ baseUrl: operator.url, accountSid, authToken: 'the-token', from });

describe('Twilio', () => {
  it('gets exactly the request of its documentation', async () => {
    await sender({ number: '+15005550006' }).send(message);
    const body = 'To=%2B22990001122&From=%2B15005550006&Body=Caf%C3%A9+%26+co%3A+123456+%3D+100+%25+%E2%98%95';
    assert.deepEqual(operator.received, [
      {
        method: 'POST',
        path: `/2010-04-01/Accounts/${accountSid}/Messages.json`,
        headers: {
          host: new URL(operator.url).host,
          connection: 'close',
          authorization: `Basic ${Buffer.from(`${accountSid}:the-token`).toString('base64')}`,
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(body.length),
        },
        body,
      },
    ]);
  });

  it('chooses the number when a messaging service is set', async () => {
    await sender({ messagingServiceSid: 'MG1' }).send(message);
    const form = Object.fromEntries(new URLSearchParams(operator.received[0]!.body));
    assert.deepEqual(form, { To: message.to, MessagingServiceSid: 'MG1', Body: message.text });
  });

  it('refuses with an error number, which is the only part of its answer in the log', async () => {
    operator.answer = {
      status: 400,
      body: { code: 21211, message: `The number ${message.to} and 123456`, status: 400 },
    };
    await assert.rejects(sender({ number: '+15005550006' }).send(message), {
      name: 'SendFailure',
      message: 'Twilio answered 400, error 21211',
    });
  });

  it('has not sent a message that it accepted and then failed', async () => {
    operator.answer = { status: 201, body: { status: 'failed', error_code: 30007 } };
    await assert.rejects(sender({ number: 'Shop' }).send(message), { message: 'Twilio did not send it, error 30007' });
  });
});
