import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { closedPort, type Provider, startProvider } from '../../test/support/provider.ts';
import { build } from '../config/build.ts';
import { readConfig } from '../config/config.ts';
import { createMetrics } from '../http/metrics.ts';
import { openMessages } from './open.ts';

const CODE = '739105';
const SECRET = 'canary-credential';
const PHONE = '+22990001122';
const canaries = [
  CODE,
  SECRET,
  PHONE,
  encodeURIComponent(PHONE),
  Buffer.from(`:${SECRET}`).toString('base64').slice(4),
];

/** A figure of the process, such as its memory, may contain the digits of the code by chance. */
const shows = (output: string, canary: string): boolean =>
  canary === CODE ? new RegExp(`(?<![\\d.])${CODE}(?!\\d)`).test(output) : output.includes(canary);

/** A provider that repeats the whole request in every part of its answer. */
let operator: Provider;
const echo = {
  code: Number(CODE),
  message: `${SECRET} ${CODE} ${PHONE}`,
  SMSMessageData: { Message: CODE, Recipients: [] },
};
before(async () => {
  operator = await startProvider({ status: 400, body: echo });
});
after(() => operator.close());

async function sendWith(env: Record<string, string>): Promise<string> {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const metrics = createMetrics({ totalCount: 0, idleCount: 0, waitingCount: 0 }, build);
  const { outbox } = openMessages(readConfig(env), log, (channel, outcome) =>
    metrics.messages.inc({ channel, outcome }),
  );
  outbox.sms({ to: PHONE, text: `${CODE} is your code` });
  outbox.email({ to: 'ana@shop.example', subject: CODE, text: `${CODE} is your code` });
  await outbox.stop();
  return lines.join('') + (await metrics.registry.metrics());
}

const settings = (baseUrl: string, refusedPort: number): Record<string, Record<string, string>> => ({
  twilio: {
    SMS_SENDER: 'twilio',
    TWILIO_URL: baseUrl,
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: SECRET,
    SMS_FROM: 'Shop',
  },
  'africas-talking': {
    SMS_SENDER: 'africas-talking',
    AFRICAS_TALKING_URL: baseUrl,
    AFRICAS_TALKING_USERNAME: 'lakay',
    AFRICAS_TALKING_API_KEY: SECRET,
  },
  http: {
    SMS_SENDER: 'http',
    SMS_HTTP_URL: `${baseUrl}/?key=${SECRET}`,
    SMS_HTTP_HEADERS: JSON.stringify({ authorization: SECRET }),
    SMS_HTTP_BODY: `{"to":"{to}","text":"{text}","password":"${SECRET}"}`,
  },
  'a name that is no URL': {
    SMS_SENDER: 'http',
    SMS_HTTP_METHOD: 'GET',
    SMS_HTTP_URL: `http://${SECRET}.invalid:${refusedPort}/?to={to}&text={text}`,
  },
});

describe('codes, phones and credentials', () => {
  it('are in no log line and no metric, even though every provider repeats them in its refusal', async () => {
    const refusedPort = await closedPort();
    const email = { SMTP_URL: `smtp://shop:${SECRET}@127.0.0.1:${refusedPort}`, EMAIL_FROM: 'a@b.example' };
    for (const baseUrl of [operator.url, `http://127.0.0.1:${refusedPort}`]) {
      for (const [name, env] of Object.entries(settings(baseUrl, refusedPort))) {
        const output = await sendWith({ ...env, ...email });
        for (const canary of canaries) assert.ok(!shows(output, canary), `${name}: ${canary} in ${output}`);
        assert.ok(output.includes('rialto_messages_total{channel="sms",outcome="failed"} 1'), name);
        assert.ok(output.includes('rialto_messages_total{channel="email",outcome="failed"} 1'), name);
        assert.equal(output.split('a message was not sent').length, 3, output);
      }
    }
    assert.ok(operator.received.some(({ body }) => body.includes(CODE)));
  });

  it('are in the log with the senders of the sandbox, which proves that the test above can see them', async () => {
    const output = await sendWith({});
    assert.ok(shows(output, CODE));
    assert.equal(output.split(`${CODE} is your code`).length, 3);
    assert.ok(output.includes(PHONE));
  });
});
