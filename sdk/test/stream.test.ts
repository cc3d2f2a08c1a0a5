import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ApiError } from '../src/rialto.ts';
import { createTransport } from '../src/transport.ts';
import { answer, type Flaky, startFlaky } from './flaky.ts';

const operation = { method: 'GET', path: '/api/v1/events/stream' };
const message = (id: string) => `id: ${id}\ndata: {"id":"${id}","type":"payment.failed","name":"Café ☕"}\n\n`;

describe('a stream of events', () => {
  let flaky: Flaky;
  before(async () => {
    flaky = await startFlaky('http://127.0.0.1:9');
  });
  beforeEach(() => {
    flaky.seen.length = 0;
  });
  after(() => flaky.close());

  const open = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
  const follow = (options = {}) =>
    createTransport({ baseUrl: flaky.url }, { token: async () => 'rs_test_x' }).stream(operation, options);

  it('continues after the last event when its connection is cut, and reports the loss', async () => {
    const fates = [
      (response: ServerResponse) => {
        const bytes = Buffer.from(
          `retry: 1000\n\n: hello\n\n${message('evt_1')}${message('evt_2')}data: {"id":"evt_half`,
        );
        // One chunk ends within a character, and the connection ends within a message.
        const at = bytes.indexOf('☕') + 1;
        open(response).write(bytes.subarray(0, at));
        setTimeout(() => response.write(bytes.subarray(at), () => setTimeout(() => response.destroy(), 50)), 50);
      },
      answer(503, ''),
      (response: ServerResponse) => void open(response).write(message('evt_3')),
    ];
    flaky.fate = (_, count) => fates[count - 1]!;
    const [seen, lost]: [string[], unknown[]] = [[], []];
    for await (const event of follow({ lastEventId: 'evt_0', onLost: (error: unknown) => lost.push(error) })) {
      assert.equal((event as unknown as { name: string }).name, 'Café ☕');
      if (seen.push(event.id) === 3) break;
    }
    assert.deepEqual(seen, ['evt_1', 'evt_2', 'evt_3']);
    assert.deepEqual(
      flaky.seen.map(({ headers }) => headers['last-event-id']),
      ['evt_0', 'evt_2', 'evt_2'],
    );
    assert.equal(flaky.seen[0]!.headers.authorization, 'Bearer rs_test_x');
    assert.equal(lost.length, 2);
  });

  it('delivers resent events separately on request, and keeps its position', async () => {
    const again = message('evt_1').replace(/^id: .*/, 'event: resent');
    const fates = [
      (response: ServerResponse) => void open(response).end(`${message('evt_2')}${again}`),
      (response: ServerResponse) => void open(response).write(message('evt_3')),
    ];
    flaky.fate = (_, count) => fates[count - 1]!;
    const [seen, resent]: [string[], string[]] = [[], []];
    for await (const { id } of follow({ onResent: (event: { id: string }) => resent.push(event.id) })) {
      if (seen.push(id) === 2) break;
    }
    assert.deepEqual([seen, resent], [['evt_2', 'evt_3'], ['evt_1']]);
    assert.deepEqual(
      flaky.seen.map(({ path, headers }) => [path, headers['last-event-id']]),
      [
        [`${operation.path}?resent=true`, undefined],
        [`${operation.path}?resent=true`, 'evt_2'],
      ],
    );
  });

  it('reports its position before the first event, and resumes from it', async () => {
    const places: string[] = [];
    const fates = [
      (response: ServerResponse) => void open(response).end('retry: 1000\nid: 0\n\n'),
      (response: ServerResponse) => void open(response).write(`id: 0\n\n${message('evt_1')}`),
    ];
    flaky.fate = (_, count) => fates[count - 1]!;
    for await (const { id } of follow({ onOpen: (id: string) => places.push(id) })) {
      assert.equal(id, 'evt_1');
      break;
    }
    assert.deepEqual(places, ['0', '0']);
    assert.deepEqual(
      flaky.seen.map(({ headers }) => headers['last-event-id']),
      [undefined, '0'],
    );
  });

  it('ends when it is refused or aborted', async () => {
    const error = { type: 'authentication', code: 'api_key_revoked', message: 'revoked', doc_url: '' };
    flaky.fate = () => answer(401, JSON.stringify({ error }));
    await assert.rejects(follow().next(), (error) => error instanceof ApiError && error.code === 'api_key_revoked');
    flaky.fate = () => (response) => void open(response).write(': nothing yet\n\n');
    const controller = new AbortController();
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), 100);
    await assert.rejects(follow({ signal: controller.signal }).next(), reason);
  });
});
