import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pino from 'pino';
import { Refusal } from '../kernel/refusal.ts';
import { AT_ONCE, IN_LINE, openOutbox } from './outbox.ts';
import { SendFailure, type SmsMessage } from './sender.ts';

const silent = pino({ level: 'silent' });
const tick = () => new Promise((resolve) => setImmediate(resolve));
const message = (text: string): SmsMessage => ({ to: '+22990001122', text });

function openTest(send: (message: SmsMessage) => Promise<void>, stopMs?: number) {
  const outcomes: string[] = [];
  const outbox = openOutbox({
    sms: { send },
    email: { send: async () => {} },
    log: silent,
    onOutcome: (channel, outcome) => outcomes.push(`${channel} ${outcome}`),
    ...(stopMs === undefined ? {} : { stopMs }),
  });
  return { outbox, outcomes };
}
const count = (outcomes: string[], wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;

describe('the outbox', () => {
  it('takes messages without delay: a request never waits for a provider', async () => {
    const { outbox, outcomes } = openTest(() => new Promise(() => {}), 1);
    outbox.sms(message('a'));
    outbox.email({ to: 'a@b.example', subject: 's', text: 't' });
    await tick();
    assert.deepEqual(outcomes, ['email sent']);
    await outbox.stop();
  });

  it('counts failed messages, even when a sender throws synchronously', async () => {
    const { outbox, outcomes } = openTest((sent) => {
      if (sent.text === 'throws') throw new Error('at once');
      return Promise.reject(new SendFailure('no'));
    });
    outbox.sms(message('throws'));
    outbox.sms(message('rejects'));
    await outbox.stop();
    assert.deepEqual(outcomes, ['sms failed', 'sms failed']);
  });

  it('logs failures in its own words: an error that is not a SendFailure may quote the message', async () => {
    const lines: string[] = [];
    const outbox = openOutbox({
      sms: {
        send: ({ text }) => Promise.reject(text === 'own' ? new SendFailure('a 503') : new TypeError(`bad: ${text}`)),
      },
      email: { send: async () => {} },
      log: pino({}, { write: (line: string) => void lines.push(line) }),
      onOutcome: () => {},
    });
    outbox.sms(message('own'));
    outbox.sms(message('123456'));
    await outbox.stop();
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).reason),
      ['a 503', 'TypeError'],
    );
    assert.ok(!lines.join('').includes('123456'));
  });

  it('bounds concurrent sends, keeps the order, and refuses messages that would wait too long', async () => {
    const started: string[] = [];
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { outbox, outcomes } = openTest((sent) => {
      started.push(sent.text);
      return held;
    });
    const all = Array.from({ length: AT_ONCE + IN_LINE }, (_, i) => String(i));
    for (const text of all) outbox.sms(message(text));
    await tick();
    assert.equal(started.length, AT_ONCE);
    assert.throws(
      () => outbox.sms(message('one too many')),
      (error) => error instanceof Refusal && error.code === 'service_unavailable',
    );
    release();
    await outbox.stop();
    assert.deepEqual(started, all);
    assert.equal(count(outcomes, 'sms sent'), all.length);
    assert.equal(count(outcomes, 'sms refused'), 1);
  });

  it('reports how many messages were unsent when its time to stop ended', async () => {
    const { outbox, outcomes } = openTest(() => new Promise(() => {}), 20);
    for (let i = 0; i < AT_ONCE + 4; i++) outbox.sms(message(String(i)));
    await outbox.stop();
    assert.equal(count(outcomes, 'sms abandoned'), AT_ONCE + 4);
    assert.throws(() => outbox.sms(message('late')), Refusal);
  });

  it('sends a code at once beside a flood of other messages, and has room for it', async () => {
    for (const channel of ['sms', 'email'] as const) {
      const started: string[] = [];
      const hold = (sent: { text: string }) => {
        started.push(sent.text);
        return new Promise<void>(() => {});
      };
      const outbox = openOutbox({
        sms: { send: hold },
        email: { send: hold },
        log: silent,
        onOutcome: () => {},
        stopMs: 1,
      });
      const add = (text: string, lane?: 'code') =>
        channel === 'sms'
          ? outbox.sms(message(text), lane)
          : outbox.email({ to: 'a@b.example', subject: 's', text }, lane);
      for (let i = 0; i < AT_ONCE + IN_LINE; i++) add('invitation');
      await tick();
      assert.throws(() => outbox.checkRoom(channel, 'other'), { code: 'service_unavailable' });
      outbox.checkRoom(channel, 'code');
      add('a code', 'code');
      await tick();
      assert.equal(started.at(-1), 'a code');
      // The control: the flooded queue refuses it.
      assert.throws(() => add('a code'), { code: 'service_unavailable' });
      await outbox.stop();
    }
  });
});
