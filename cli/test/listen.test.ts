import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { Rialto, verifyWebhook } from '../../sdk/src/rialto.ts';
import { answer, type Flaky, startFlaky } from '../../sdk/test/flaky.ts';
import { startTestService, type TestService, until } from '../../service/test/support/harness.ts';
import { inLongSuite } from '../../service/test/support/in-long-suite.ts';
import { type Receiver, startReceiver } from '../../service/test/support/receiver.ts';
import { type Cursor, openCursor } from '../src/cursor.ts';
import { followEvents } from '../src/follow-events.ts';
import { type Desk, sitDown, type Terminal } from './terminal.ts';

describe('rialto listen', () => {
  let service: TestService;
  let flaky: Flaky;
  let receiver: Receiver;
  let rialto: Rialto;
  let desk: Desk;
  let key: string;

  before(async () => {
    service = await startTestService();
    flaky = await startFlaky(service.base);
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    flaky.fate = () => 'pass';
    flaky.seen.length = 0;
    key = (await service.merchant()).key;
    rialto = new Rialto({ apiKey: key, baseUrl: service.base });
    desk = sitDown({ RIALTO_BASE_URL: flaky.url, RIALTO_API_KEY: key });
  });
  afterEach(() => {
    desk.leave();
    receiver.close();
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
  const loseService = async (terminal: Terminal) => {
    flaky.fate = () => answer(502, 'Bad gateway');
    flaky.cut();
    await terminal.see(/Lost the connection/);
  };
  const stop = async (terminal: Terminal) => {
    terminal.type('\u0003');
    assert.equal(await terminal.ended(), 0, terminal.output());
  };

  it('forwards new events, signed with the printed secret, and prints the result', async () => {
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

  it('loses no event while the service is unreachable, or when it is killed and restarted', async () => {
    let terminal = listen();
    await terminal.see(/Waiting for events/);
    const ids = await triggerMany(3);
    await receiver.nth(3);
    await loseService(terminal);
    ids.push(...(await triggerMany(3)));
    flaky.fate = () => 'pass';
    await receiver.nth(6);
    await terminal.see(/Reconnected/);
    assert.deepEqual(received(), ids, 'each once, in order');
    terminal.kill('SIGKILL');
    await terminal.ended();
    // More than one page of events.
    const missed = await Promise.all(Array.from({ length: 101 }, trigger));
    terminal = listen();
    await terminal.see(/Resuming from/);
    // An event that was in flight at the kill may be sent again.
    await until(async () => missed.every((id) => received().includes(id)));
    const after = received().filter((id) => !ids.includes(id));
    assert.deepEqual(after.sort(), missed.sort(), 'each once');
    await stop(terminal);
  });

  inLongSuite('receives a resent event without moving its position, and accepts groups of kinds', async () => {
    const terminal = listen('--events', 'payment.*,kyc.updated');
    await terminal.see(/Waiting for events/);
    const first = await trigger();
    const refund = (await rialto.test.emitEvent({ type: 'refund.created' })).id;
    const second = await trigger();
    await receiver.nth(2);
    const resend = desk.start('events', 'resend', first);
    assert.equal(await resend.ended(), 0, resend.output());
    assert.match(resend.output(), /only to a running `rialto listen`/);
    await receiver.nth(3);
    // Its kind is not in --events.
    assert.equal(await desk.start('events', 'resend', refund).ended(), 0);
    const last = await trigger();
    await receiver.nth(4);
    assert.deepEqual(received(), [first, second, first, last]);
    await stop(terminal);
    const next = listen();
    await next.see(/Resuming from/);
    const after = await trigger();
    await receiver.nth(5);
    assert.equal(received().at(-1), after, 'it resumes at its own position, not at the resent event');
    await stop(next);
    const wrong = desk.start('listen', '--forward-to', receiver.url, '--events', 'pay.*');
    assert.notEqual(await wrong.ended(), 0);
    assert.match(wrong.output(), /--events: unknown: pay\.\*/);
  });

  it('forwards each event once when its connection is cut again and again during a burst', async () => {
    flaky.fate = ({ path }) => (path.includes('/events/stream') ? 'cut' : 'pass');
    const terminal = listen();
    await terminal.see(/Waiting for events/);
    const ids = (await Promise.all(Array.from({ length: 4 }, () => triggerMany(20)))).flat();
    await receiver.nth(80);
    const streams = flaky.seen.filter(({ path }) => path.includes('/events/stream'));
    assert.ok(streams.length > 5, `it was connected ${streams.length} times`);
    assert.deepEqual(received().sort(), ids.sort());
    await stop(terminal);
  });

  /** Emits one event while the service is unreachable, before any other, and one after it; returns what is received. */
  async function receivedOf(back: Flaky['fate']): Promise<{ missed: string; next: string; seen: string[] }> {
    const terminal = listen();
    await terminal.see(/Waiting for events/);
    await until(async () => flaky.seen.filter(({ path }) => path.includes('/events/stream')).length === 2);
    await loseService(terminal);
    const opened = Promise.withResolvers<void>();
    const beside = rialto.events.stream({ onOpen: () => opened.resolve() });
    const first = beside.next();
    await opened.promise;
    const missed = await trigger();
    // A new stream sends events that the service has not read yet: under load that could be this one.
    assert.equal((await first).value?.id, missed);
    await beside.return();
    flaky.fate = back;
    await terminal.see(/Reconnected/);
    const next = await trigger();
    await until(async () => received().includes(next));
    await stop(terminal);
    return { missed, next, seen: received() };
  }

  inLongSuite('receives events of the time without a connection, also before its first event', async () => {
    const { missed, next, seen } = await receivedOf(() => 'pass');
    assert.deepEqual(seen, [missed, next]);
  });

  inLongSuite('control: without resuming the stream, that event is lost', async () => {
    const { next, seen } = await receivedOf(({ headers }) => {
      delete headers['last-event-id'];
      return 'pass';
    });
    assert.deepEqual(seen, [next]);
  });

  it('control: without the cursor, events between two runs are lost', async () => {
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

  it('finds an event that commits behind one that was read before', async () => {
    const cursor = await freshCursor();
    const [slow, fast] = [await rialto.events.get(await trigger()), await rialto.events.get(await trigger())];
    cursor.done(fast);
    assert.deepEqual((await follow(1, cursor)).seen, [slow.id]);
    // Control: it is not in the list after the newest event that was read.
    const after = await rialto.events.list({ order: 'asc', starting_after: fast.id });
    assert.deepEqual(after.data, []);
  });

  const follow = async (count: number, cursor: Cursor, url = service.base) => {
    const [seen, notices, stop] = [[] as string[], [] as string[], new AbortController()];
    // Not 30 s, which a test shortens for the silence of a stream: a request may be slow.
    const client = new Rialto({ apiKey: key, baseUrl: url, timeout: 120_000 });
    const following = { signal: stop.signal, onTrouble: (what: string) => notices.push(what) };
    for await (const { id } of followEvents(client, cursor, following)) if (seen.push(id) === count) break;
    return { seen, notices };
  };
  const freshCursor = () => {
    process.env.XDG_STATE_HOME = desk.home;
    return openCursor(rialto, { place: 'here', fresh: true });
  };

  inLongSuite('continues when the service does not know its position, after a dump was restored', async () => {
    const cursor = await freshCursor();
    const ids = await triggerMany(3);
    cursor.done(await rialto.events.get(ids[0]!), 'evt_of_another_database');
    assert.deepEqual((await follow(2, cursor)).seen, ids.slice(1));
  });

  inLongSuite('polls when a proxy holds the stream back', async (t) => {
    flaky.fate = ({ path }) => (path.includes('/events/stream') ? () => {} : 'pass');
    const cursor = await freshCursor();
    const ids = await triggerMany(2);
    const { setTimeout: real } = globalThis;
    // Shorten timers of 30 s to 50 ms.
    const sooner = (work: () => void, ms: number, ...more: []) => real(work, ms === 30_000 ? 50 : ms, ...more);
    t.mock.method(globalThis, 'setTimeout', sooner);
    const { seen, notices } = await follow(2, cursor, flaky.url);
    assert.deepEqual(seen, ids);
    assert.match(notices.join('\n'), /The event stream sends no data/);
  });

  inLongSuite('waits for a program that is not running, and retries one that fails', async () => {
    receiver.answer = { status: 500 };
    const terminal = listen();
    await terminal.see(/Waiting for events/);
    const id = await trigger();
    await receiver.nth(1);
    receiver.answer = { status: 204 };
    await terminal.see(/got status 500; retrying/);
    await terminal.see(new RegExp(`204  \\d+ ms  payment.succeeded  ${id}  attempt 2`));
    receiver.close();
    const waiting = await trigger();
    await terminal.see(/Nothing listens at/);
    const { port } = new URL(receiver.url);
    const again = await startReceiver(Number(port));
    assert.equal((await again.nth(1)).event.id, waiting);
    again.close();
    await stop(terminal);
  });

  inLongSuite('forwards only the requested kinds, and prints JSON for programs', async () => {
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
    assert.equal(code, 2);
    assert.match(output, /test key/);
  });
});
