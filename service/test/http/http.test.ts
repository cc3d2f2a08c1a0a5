import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { newId } from '../../src/kernel/new-id.ts';
import { phone, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService } from '../support/harness.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
});
after(() => service.stop());

function assertHeaders({ headers }: Pick<Reply, 'headers'>): void {
  assert.match(headers.get('request-id') ?? '', /^req_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  assert.match(headers.get('strict-transport-security') ?? '', /^max-age=\d{8}/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.equal(
    headers.get('content-security-policy'),
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
}

describe('every answer', () => {
  it('has its own request id and the security headers, whatever it is', async () => {
    const paths = [
      '/wallets',
      '/wallets?x=1',
      '/nothing',
      '/payments/%',
      `/payments/${'x'.repeat(500)}`,
      '/wallets/transfer',
    ];
    const answers = await Promise.all(paths.map((path) => shop.call('GET', path)));
    answers.push(await service.request('GET', '/api/v1/wallets'));
    answers.push(await shop.call('POST', '/wallets', '{'));
    answers.push(await shop.call('POST', '/wallets', { currency: 'XOF' }));
    answers.push(await service.request('GET', '/healthz'));
    for (const answer of answers) assertHeaders(answer);
    assert.equal(new Set(answers.map(({ headers }) => headers.get('request-id'))).size, answers.length);
  });

  it('that is an error has the catalogue’s form, and its page opens', async () => {
    const answer = await shop.call('GET', '/wallets?x=1');
    const { type, code, message, param, details, doc_url, request_id } = answer.body.error;
    assert.deepEqual([type, code, param], ['invalid_request', 'validation_failed', 'x']);
    assert.deepEqual(
      details.map((one: any) => one.param),
      ['x'],
    );
    assert.ok(message.length > 0);
    assert.equal(request_id, answer.headers.get('request-id'));
    assert.equal((await service.request('GET', new URL(doc_url).pathname)).status, 200);
  });
});

describe('the log', () => {
  it('says who was refused and why, with no credential and no id of a path', async () => {
    const lines: any[] = [];
    const logged = await startTestService({ LOG_LEVEL: 'info' }, undefined, {
      write: (line) => lines.push(JSON.parse(line)),
    });
    try {
      const other = await logged.merchant();
      const { key, id } = await other.newKey({ scopes: ['payments:read'] });
      const wallet = await other.wallet('XOF');
      const answers = [
        await logged.request('GET', `/api/v1/wallets/${wallet}`, { key: `${key}x` }),
        await logged.request('GET', `/api/v1/wallets/${wallet}`, { key }),
        await logged.request('GET', '/api/v1/payments', { key }),
      ];
      assert.equal(answers[2]!.headers.get('cache-control'), 'no-store');
      const refused = lines.filter(({ msg }) => msg === 'refused');
      const route = '/api/v1/wallets/:id';
      const facts = { method: 'GET', route, address: '127.0.0.1' };
      const expected = [
        { ...facts, code: 'invalid_api_key' },
        { ...facts, code: 'insufficient_scope', caller: id },
      ];
      assert.deepEqual(
        refused.map(({ level, time, pid, hostname, msg, request_id, ...rest }) => rest),
        expected,
      );
      assert.deepEqual(
        refused.map(({ request_id }) => request_id),
        answers.slice(0, 2).map(({ headers }) => headers.get('request-id')),
      );
      assert.ok(!JSON.stringify(refused).includes(key) && !JSON.stringify(refused).includes(wallet));
    } finally {
      await logged.stop();
    }
  });

  it('names the route where an operation fails', async () => {
    const lines: any[] = [];
    const logged = await startTestService({ LOG_LEVEL: 'info' }, undefined, {
      write: (line) => lines.push(JSON.parse(line)),
    });
    try {
      const other = await logged.merchant();
      const owner = new pg.Client({ connectionString: logged.url });
      await owner.connect();
      await owner.query('REVOKE INSERT ON payments FROM rialto_service');
      const payment = { amount: 1, currency: 'XOF', customer: '+50937001234' };
      const answer = await other.call('POST', '/payments', payment);
      await owner.query('GRANT INSERT ON payments TO rialto_service');
      await owner.end();
      assert.equal(answer.status, 500);
      const line = lines.find((one) => one.msg === 'an operation failed');
      assert.deepEqual(
        [line.method, line.route, line.request_id],
        ['POST', '/api/v1/payments', answer.headers.get('request-id')],
      );
    } finally {
      await logged.stop();
    }
  });
});

describe('a body', () => {
  const bodyOf = (bytes: number) => {
    const body = { currency: 'XOF', metadata: {} as Record<string, string> };
    const pad = bytes - JSON.stringify(body).length;
    return JSON.stringify(body) + ' '.repeat(pad);
  };

  it('may have 64 KiB, and not one byte more', async () => {
    assert.equal((await shop.call('POST', '/wallets', bodyOf(65_536))).status, 201);
    const answer = await shop.call('POST', '/wallets', bodyOf(65_537));
    assert.deepEqual(refusal(answer), [413, 'body_too_large']);
    assertHeaders(answer);
  });

  it('may be nested 20 levels deep, and not 21', async () => {
    const nested = (levels: number) => `{"metadata":${'{"a":'.repeat(levels - 2)}{}${'}'.repeat(levels - 1)}`;
    assert.deepEqual(refusal(await shop.call('POST', '/wallets', nested(20))), [400, 'validation_failed']);
    assert.deepEqual(refusal(await shop.call('POST', '/wallets', nested(21))), [400, 'malformed_json']);
  });

  it('has no list of more than 1000 entries, which would cost a fault each', async () => {
    const subscribe = (count: number) =>
      shop.call('POST', '/webhooks', { url: 'https://shop.example/hook', events: Array(count).fill(1) });
    const thousand = await subscribe(1_000);
    assert.deepEqual(refusal(thousand), [400, 'validation_failed']);
    assert.equal(thousand.body.error.details.length, 100);
    assert.match(thousand.body.error.message, /^events\[0\]: .*and \d{3,4} more\)$/);
    assert.deepEqual(refusal(await subscribe(1_001)), [400, 'malformed_json']);
  });

  it('is JSON, with the JSON content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'text/json', '*/*']) {
      const answer = await shop.call('POST', '/wallets', '{"currency":"XOF"}', { 'content-type': type });
      assert.deepEqual(refusal(answer), [415, 'unsupported_media_type'], type);
    }
    for (const type of ['application/json; charset=utf-16', 'application/json;charset="latin1"']) {
      const answer = await shop.call('POST', '/wallets', '{"currency":"XOF"}', { 'content-type': type });
      assert.deepEqual(refusal(answer), [415, 'unsupported_media_type'], type);
    }
    const packed = await shop.call('POST', '/wallets', '{"currency":"XOF"}', { 'content-encoding': 'gzip' });
    assert.deepEqual(refusal(packed), [415, 'unsupported_media_type']);
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON']) {
      const answer = await shop.call('POST', '/wallets', '{"currency":"XOF"}', { 'content-type': type });
      assert.equal(answer.status, 201, type);
    }
  });

  it('is not needed where a route takes none, and may be empty there', async () => {
    const wallet = await shop.wallet('XOF');
    const path = `/test/wallets/${wallet}/unfreeze`;
    const empty = { 'content-type': 'application/json' };
    for (const body of [undefined, '', '{}']) assert.equal((await shop.call('POST', path, body, empty)).status, 200);
    const answer = await shop.call('POST', path, { reason: 'kyc' });
    assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', 'reason']);
    for (const body of ['null', '[]', '[1]', '"x"', '0']) {
      const refused = await shop.call('POST', path, body, empty);
      assert.deepEqual([...refusal(refused), refused.body.error.param], [400, 'validation_failed', 'body'], body);
    }
  });

  it('keeps the letters of every script', async () => {
    const label = 'Boutique “Né à Lomé” ☕ 日本 👩🏾‍🌾 \u{10ffff}';
    const opened = await shop.call('POST', '/wallets', {
      currency: 'XOF',
      label,
      metadata: { [label.slice(0, 20)]: label },
    });
    assert.equal(opened.body.label, label);
    assert.equal((await shop.call('GET', `/wallets/${opened.body.id}`)).text, opened.text);
  });
});

describe('an invalid value is named as it was sent', () => {
  const fault = ({ status, body: { error } }: Reply) => [status, error.code, error.param, error.message];

  it('in a body: an invalid key, a number that is too large', async () => {
    const faults = [
      ['{"currency":"XOF","la\\u0000bel":"x"}', 'validation_failed', 'body', /has a key with U\+0000/],
      ['{"currency":"XOF","metadata":{"a":"b","c\\u0000":"d"}}', 'validation_failed', 'metadata', /has a key with/],
      ['{"currency":"XOF","label":"a\\u0000"}', 'validation_failed', 'label', /must not contain U\+0000/],
      ['{"currency":"XOF","metadata":{"":"x"}}', 'validation_failed', 'metadata', /contains an empty key/],
    ] as const;
    for (const [body, code, param, message] of faults) {
      const [status, ...details] = fault(await shop.call('POST', '/wallets', body));
      assert.deepEqual([status, details[0], details[1]], [400, code, param], body);
      assert.match(details[2], message);
    }
    for (const amount of ['9007199254740993', '99999999999999999999', '-1', '-99999999999999999999']) {
      const body = `{"amount":${amount},"currency":"XOF","customer":"+50937001234"}`;
      assert.deepEqual(refusal(await shop.call('POST', '/payments', body)), [400, 'amount_out_of_bounds'], amount);
    }
  });

  it('in a query: a repeated parameter, an invalid number, a control character, an unescaped plus', async () => {
    for (const [query, param, message] of [
      ['limit=2&limit=2', 'limit', /is given more than once/],
      ['status=failed&status=failed', 'status', /is given more than once/],
      ['limit=0x10', 'limit', /whole number/],
      ['limit=1e1', 'limit', /whole number/],
      ['limit=%2B5', 'limit', /whole number/],
      ['reference=a%00b', 'reference', /must not contain U\+0000/],
      ['created_at[gte]=2026-11-22T02:00:00+00:00', 'created_at[gte]', /write \+ as %2B/],
    ] as const) {
      const [status, code, named, text] = fault(await shop.call('GET', `/payments?${query}`));
      assert.deepEqual([status, code, named], [400, 'validation_failed', param], query);
      assert.match(text, message);
    }
  });

  it('in a message that says what to send instead', async () => {
    const ask = { amount: 100, currency: 'XOF', customer: phone('1234') };
    const nobody = newId('pay');
    for (const [method, path, body, param, message] of [
      [
        'POST',
        '/payments',
        { ...ask, amount: '100' },
        'amount',
        'amount: must be a whole number (no quotes around it)',
      ],
      ['POST', '/payments', { ...ask, customer: '+5' }, 'customer', /^customer: must be a phone number in internat/],
      [
        'POST',
        '/wallets/transfer',
        { to: 'bob', amount: 1, currency: 'XOF' },
        'to',
        /^to: must be a wallet id \(wal_…\) or a/,
      ],
      [
        'POST',
        '/payments',
        { ...ask, currency: 'JPY' },
        'currency',
        /^The currency JPY is not enabled\. Enabled currencies: XOF, USD/,
      ],
      ['GET', `/payments/${nobody}`, undefined, undefined, `Not found: ${nobody}`],
      ['POST', `/payments/${nobody}/cancel`, undefined, undefined, `Not found: ${nobody}`],
      ['GET', '/payments/pay_1', undefined, undefined, 'Not found: pay_1'],
      ['GET', '/payments/mine', undefined, undefined, /^This route takes a customer's token.*, not an API key$/],
    ] as const) {
      const [, , named, text] = fault(await shop.call(method, path, body));
      assert.equal(named, param, path);
      if (typeof message === 'string') assert.equal(text, message);
      else assert.match(text, message);
    }
    const [, , , text] = fault(await service.request('GET', '/api/v1/payments'));
    assert.equal(text, 'Send Authorization: Bearer <API key or access token>');
  });

  it('in a key: it must be sent as Bearer', async () => {
    const answer = await service.request('GET', '/api/v1/payments', {
      headers: { authorization: 'Basic cnNfdGVzdDo=' },
    });
    assert.deepEqual(refusal(answer), [401, 'invalid_api_key']);
    assert.match(answer.body.error.message, /Authorization: Bearer/);
  });
});

describe('a request that is not HTTP', () => {
  for (const [what, bytes] of [
    ['a line of nonsense', 'nonsense\r\n\r\n'],
    ['headers over 8 KiB', `GET /api/v1/wallets HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(9_000)}\r\n\r\n`],
    ['two lengths', 'POST /api/v1/wallets HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
    [
      'a length and chunks',
      'POST /api/v1/wallets HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ]) {
    it(`${what} is answered with 400 in the catalogue's form, and the connection ends`, async () => {
      const answer = await raw(bytes!);
      assert.match(answer, /^HTTP\/1\.1 400 /);
      assert.match(answer, /\r\nConnection: close\r\n/i);
      const { code, doc_url, request_id } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).error;
      assert.equal(code, 'validation_failed');
      assert.ok(URL.canParse(doc_url) && answer.includes(`Request-Id: ${request_id}`));
    });
  }

  async function raw(bytes: string): Promise<string> {
    const socket = connect(Number(new URL(service.base).port), '127.0.0.1');
    socket.write(bytes);
    return text(socket);
  }
});

describe('shutdown', () => {
  it('lets a request in flight finish, then accepts no more', async () => {
    const draining = await startTestService();
    const { key } = await draining.merchant();
    const body = JSON.stringify({ currency: 'XOF' });
    const slow = openRequest(`${draining.base}/api/v1/wallets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': body.length },
    });
    slow.write(body.slice(0, 5));
    const [socket] = (await once(slow, 'socket')) as [Socket];
    if (socket.connecting) await once(socket, 'connect');
    // The service has read this request's head once it has answered another that came later.
    await draining.request('GET', '/healthz');
    const stopped = draining.stop();
    slow.end(body.slice(5));
    const [response] = await once(slow, 'response');
    assert.deepEqual([response.statusCode, response.headers.connection], [201, 'close']);
    assert.equal(JSON.parse(await text(response)).object, 'wallet');
    await stopped;
    await assert.rejects(fetch(`${draining.base}/healthz`));
  });

  it('waits for no idle connection', async () => {
    const idle = await startTestService();
    const socket = connect(Number(new URL(idle.base).port), '127.0.0.1');
    await once(socket, 'connect');
    await idle.request('GET', '/healthz');
    const closed = once(socket.resume(), 'close');
    await idle.stop();
    await closed;
  });
});
