import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Provider, startProvider } from '../../test/support/provider.ts';
import { africasTalking } from './africas-talking.ts';

const message = { to: '+254711000000', text: '123456 ni nambari yako + 1' };
let operator: Provider;
const answerOf = (statusCode: number, status: string) => ({
  SMSMessageData: {
    Message: 'Sent to 1/1 Total Cost: KES 0.8000',
    Recipients: [{ statusCode, number: message.to, status, cost: 'KES 0.8000', messageId: 'ATPid_1' }],
  },
});
before(async () => {
  operator = await startProvider(null);
});
beforeEach(() => {
  operator.received.length = 0;
  operator.answer = { status: 201, body: answerOf(101, 'Success') };
});
after(() => operator.close());

const sender = (from = '') => africasTalking({ baseUrl: operator.url, username: 'lakay', apiKey: 'the-key', from });

describe("Africa's Talking", () => {
  it('gets exactly the request of its documentation', async () => {
    await sender('LAKAY').send(message);
    const body = 'username=lakay&to=%2B254711000000&message=123456+ni+nambari+yako+%2B+1&from=LAKAY';
    assert.deepEqual(operator.received, [
      {
        method: 'POST',
        path: '/version1/messaging',
        headers: {
          host: new URL(operator.url).host,
          connection: 'close',
          apikey: 'the-key',
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(body.length),
        },
        body,
      },
    ]);
  });

  it('chooses the sender when none is set', async () => {
    await sender().send(message);
    assert.equal(new URLSearchParams(operator.received[0]!.body).has('from'), false);
  });

  it('accepted a message that it processed, sent or queued', async () => {
    for (const code of [100, 101, 102]) {
      operator.answer = { status: 201, body: answerOf(code, 'Success') };
      await sender().send(message);
    }
    assert.equal(operator.received.length, 3);
  });

  it('refused a number that it names as refused, even with status 201', async () => {
    for (const [code, status, detail] of [
      [403, 'InvalidPhoneNumber', ': 403 (InvalidPhoneNumber)'],
      [405, 'InsufficientBalance', ': 405 (InsufficientBalance)'],
      [406, 'UserInBlacklist', ': 406 (UserInBlacklist)'],
      [500, 'a sentence with 123456 in it', ': 500'],
    ] as const) {
      operator.answer = { status: 201, body: answerOf(code, status) };
      await assert.rejects(sender().send(message), {
        name: 'SendFailure',
        message: `Africa's Talking did not send it${detail}`,
      });
    }
  });

  it('accepted nothing when its answer names no recipient', async () => {
    for (const [body, detail] of [
      [{ SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } }, ' (InvalidSenderId)'],
      ['<html>123456</html>', ''],
      [{}, ''],
    ] as const) {
      operator.answer = { status: 201, body };
      await assert.rejects(sender().send(message), { message: `Africa's Talking sent it to no recipient${detail}` });
    }
    operator.answer = { status: 401, body: 'The supplied authentication is invalid: the-key' };
    await assert.rejects(sender().send(message), { message: "Africa's Talking answered 401" });
  });
});
