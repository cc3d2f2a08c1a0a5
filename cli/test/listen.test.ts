import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Rialto, verifyWebhook } from '../../sdk/src/rialto.ts';
import { answer, type Flaky, startFlaky } from '../../sdk/test/flaky.ts';
import { startTestService, type TestService } from '../../service/test/harness.ts';
import { type Receiver, startReceiver } from '../../service/test/receiver.ts';
import { openCursor } from '../src/cursor.ts';
import { followEvents } from '../src/follow.ts';
import { type Desk, sitDown, type Terminal } from './terminal.ts';

describe('rialto listen', () => {
  let service: TestService;
  let flaky: Flaky;
  let receiver: Receiver;
  let rialto: Rialto;
  let desk: Desk;

  before(async () => {
    service = await startTestService();
    flaky = await startFlaky(service.base);
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    flaky.fate = () => 'pass';
    const merchant = await service.merchant();
    rialto = new Rialto({ apiKey: merchant.key, baseUrl: service.base });
    desk = sitDown({ RIALTO_BASE_URL: flaky.url, RIALTO_API_KEY: merchant.key });
  });
  after(async () => {
    flaky.close();
    await service.stop();
  });

  const trigger = async () => (await rialto.test.emitEvent({ type: 'payment.succeeded' })).id;
  const triggerMany = async (count: number) => {
    const ids: string[] = [];
    for (let i = 0; i < count; i++) ids.push(await trigger());
    return ids;
  };
  const received = () => receiver.received.map(({ event }) => event.id);
  const listen = (...more: string[]) => desk.start('listen', '--forward-to', receiver.url, ...more);
  const stop = async (terminal: Terminal) => {
    terminal.type('\u0003');
    assert.equal(await terminal.ended(), 0, terminal.output());
    receiver.close();
  };

  it('forwards what happens from now on, signed with the secret that it shows, and says how it went', async () => {
    await trigger();
    const terminal = listen();
    const [, secret] = await terminal.see(/Signing secret: (whsec_\w{48})\n/);
    await terminal.see(/Waiting for events/);
    const id = await trigger();
    const { raw, headers } = await receiver.nth(1);
    const event = await verifyWebhook(raw, headers, secret!);
    assert.equal(event.id, id);
    assert.deepEqual(event, JSON.parse(JSON.stringify(await rialto.events.get(id))));
    await terminal.see(new RegExp(`POST /hook  200  \\d+ ms  payment.succeeded  ${id}`));
    assert.deepEqual(received(), [id]);
    await stop(terminal);
  });

  it('loses nothing while the service is away, and nothing when it is killed and begun again', async () => {
    let terminal = listen();
    await terminal.see(/Waiting for events/);
    const ids = await triggerMany(3);
    await receiver.nth(3);
    flaky.fate = () => answer(502, 'Bad gateway');
    await terminal.see(/Lost the service/);
    ids.push(...(await triggerMany(3)));
    flaky.fate = () => 'pass';
    await receiver.nth(6);
    await terminal.see(/there again/);
    terminal.kill('SIGKILL');
    await terminal.ended();
    // More than a page of them.
    const missed = await Promise.all(Array.from({ length: 101 }, trigger));
    terminal = listen();
    await terminal.see(/Going on from/);
    await receiver.nth(107);
    const all = [...new Set(received())];
    assert.deepEqual(all.slice(0, 6), ids, 'in their order');
    assert.deepEqual(all.slice(6).sort(), missed.sort(), 'each of them');
    await stop(terminal);
  });

  it('control: without the cursor, what happened in between is lost', async () => {
    let terminal = listen();
    await terminal.see(/Waiting for events/);
    terminal.type('\u0003');
    await terminal.ended();
    const missed = await trigger();
    terminal = listen('--from-now');
    await terminal.see(/Waiting for events/);
    const id = await trigger();
    await receiver.nth(1);
    assert.deepEqual(received(), [id]);
    assert.notEqual(missed, id);
    await stop(terminal);
  });

  it('finds an event that commits behind one that was seen before it', async () => {
    process.env.XDG_STATE_HOME = desk.home;
    const cursor = await openCursor(rialto, { place: 'here', fresh: true });
    const [slow, fast] = [await rialto.events.get(await trigger()), await rialto.events.get(await trigger())];
    cursor.done(fast);
    const stop = new AbortController();
    for await (const event of followEvents(rialto, cursor, { signal: stop.signal, onTrouble: () => {} })) {
      assert.equal(event.id, slow.id);
      break;
    }
    // Control: to what comes after the newest that was seen, it does not belong.
    const after = await rialto.events.list({ order: 'asc', starting_after: fast.id });
    assert.deepEqual(after.data, []);
    receiver.close();
  });

  it('waits for a program that is not there, and gives one that fails another chance', async () => {
    receiver.answer = { status: 500 };
    const terminal = listen();
    await terminal.see(/Waiting for events/);
    const id = await trigger();
    await receiver.nth(1);
    receiver.answer = { status: 204 };
    await terminal.see(/answered with 500; trying it again/);
    await terminal.see(new RegExp(`204  \\d+ ms  payment.succeeded  ${id}  attempt 2`));
    receiver.close();
    const waiting = await trigger();
    await terminal.see(/Nobody listens at/);
    const { port } = new URL(receiver.url);
    const again = await startReceiver(Number(port));
    assert.equal((await again.nth(1)).event.id, waiting);
    again.close();
    await stop(terminal);
  });

  it('forwards the kinds that are asked for, and prints JSON for programs', async () => {
    const terminal = listen('--events', 'refund.failed', '--json');
    await terminal.see(/"object":"listener"/);
    await trigger();
    const { id } = await rialto.test.emitEvent({ type: 'refund.failed' });
    await receiver.nth(1);
    await terminal.see(new RegExp(`"event":"${id}","type":"refund.failed","status":200`));
    assert.deepEqual(received(), [id]);
    await stop(terminal);
    const wrong = await desk.run('listen', '--forward-to', 'localhost:3000');
    assert.equal(wrong.code, 2);
  });

  it('refuses a live key', async () => {
    const { code, output } = await desk.run('listen', '--forward-to', receiver.url, '--api-key', 'rs_live_x');
    receiver.close();
    assert.equal(code, 2);
    assert.match(output, /test key/);
  });
});
