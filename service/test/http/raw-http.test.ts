import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { type Exchange, exchange, openSocket } from '../support/sockets.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
});
after(() => service.stop());

const send = (bytes: string | Buffer) => exchange(service.base, bytes);
const walletsOpened = async (): Promise<number> =>
  (await service.db.pool.query('SELECT count(*)::int AS n FROM wallets')).rows[0].n;

const line = (method = 'POST') => `${method} /api/v1/wallets HTTP/1.1\r\n`;
const credentials = () => `Host: x\r\nAuthorization: Bearer ${shop.key}\r\n`;
const last = 'Connection: close\r\n';
const body = '{"currency":"XOF"}';
const json = 'Content-Type: application/json\r\n';
/** A valid request that opens a wallet: the request that an attacker tries to smuggle in. */
const good = (end = last) => `${line()}${credentials()}${json}${end}Content-Length: ${body.length}\r\n\r\n${body}`;

/** Some servers read each of these as two requests, others as one. */
const smuggled: [string, (hidden: string) => string][] = [
  ['a length before chunks', (hidden) => `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['chunks before a length', (hidden) => `Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`],
  ['two lengths', (hidden) => `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ['the same length twice', (hidden) => `Content-Length: 0\r\nContent-Length: 0\r\n\r\n${hidden}`],
  ...['0, 0', '+0', '-0', '0x0', '0.0', '1e0', '0_', '0 0', '', '\x0b0', '99999999999999999999'].map(
    (length): [string, (hidden: string) => string] => [
      `the length "${length.replace('\x0b', '\\v')}"`,
      (hidden) => `Content-Length: ${length}\r\n\r\n${hidden}`,
    ],
  ),
  ['a space before the colon', (hidden) => `Content-Length : 0\r\n\r\n${hidden}`],
  ['a space before the colon of chunks', (hidden) => `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ...[
    'identity',
    'xchunked',
    'chunked, identity',
    'chunked, chunked',
    'chunked\x0b',
    'chun\tked',
    '"chunked"',
    'gzip',
  ].map((coding): [string, (hidden: string) => string] => [
    `the coding ${JSON.stringify(coding)}`,
    (hidden) => `Transfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n${hidden}`,
  ]),
  ['two codings', (hidden) => `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`],
  ['a coding on a continued line', (hidden) => `Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['a length on a continued line', (hidden) => `Content-Length:\r\n 0\r\n\r\n${hidden}`],
  ['a line feed alone after a header', (hidden) => `X: y\nContent-Length: 0\r\n\r\n${hidden}`],
  ['a carriage return alone', (hidden) => `X: y\rContent-Length: 0\r\n\r\n${hidden}`],
  ['line feeds alone at the end of the headers', (hidden) => `Content-Length: 0\r\n\n${hidden}`],
  ['a NUL in a header', (hidden) => `X: a\0b\r\nContent-Length: 0\r\n\r\n${hidden}`],
  ['a header without a name', (hidden) => `: y\r\nContent-Length: 0\r\n\r\n${hidden}`],
  ...['0x0', '-0', '+0', '0 ', '', 'g', '00000000000000000000000', 'ffffffffffffffff1', '0\n', '0;x\n', '0;a=\0'].map(
    (size): [string, (hidden: string) => string] => [
      `the chunk's size ${JSON.stringify(size)}`,
      (hidden) => `Transfer-Encoding: chunked\r\n\r\n${size}\r\n\r\n${hidden}`,
    ],
  ),
  [
    'a chunk that ends in a line feed alone',
    (hidden) => `Transfer-Encoding: chunked\r\n\r\n1\r\nx\n0\r\n\r\n${hidden}`,
  ],
  [
    'a chunk that is longer than it says',
    (hidden) => `Transfer-Encoding: chunked\r\n\r\n1\r\nxx\r\n0\r\n\r\n${hidden}`,
  ],
  [
    'a length after the last chunk',
    (hidden) => `Transfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  ],
];

describe('a request within a request', () => {
  it('is executed where it is no trick: the control, two requests one after the other', async () => {
    const before = await walletsOpened();
    const { answers } = await send(good('') + good());
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    );
    assert.equal(await walletsOpened(), before + 2);
  });

  for (const [what, shape] of smuggled) {
    it(`is never executed beside the first: ${what}`, async () => {
      const before = await walletsOpened();
      const { answers, closed } = await send(`${line()}${credentials()}${json}${shape(good())}`);
      assert.ok(closed, 'the connection stayed open');
      // Where the shape is plain HTTP after all (RFC 9112), the bytes behind it are a request that every proxy sees.
      const codes = answers.map(({ status, body: codes }) => `${status} ${codes?.error?.code ?? ''}`).join(', ');
      assert.ok(
        answers.every(({ status }) => status < 500),
        codes,
      );
      assert.equal((await walletsOpened()) - before, answers.filter(({ status }) => status === 201).length, codes);
      if (plain.has(what)) assert.deepEqual(codes, '400 validation_failed, 201 ');
      else assert.deepEqual(codes, '400 validation_failed');
    });
  }

  it('is not found in the body of a GET either', async () => {
    const before = await walletsOpened();
    const hidden = good();
    const { answers } = await send(
      `${line('GET')}${credentials()}${last}Content-Length: ${hidden.length}\r\n\r\n${hidden}`,
    );
    assert.equal(answers.length, 1);
    assert.equal(await walletsOpened(), before);
  });
});

/** The shapes above that RFC 9112 reads in one way only: the first request is refused for its empty body. */
const plain = new Set([`the chunk's size "${'0'.repeat(23)}"`]);

describe('malformed HTTP', () => {
  const refused: [string, string | Buffer][] = [
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', Buffer.from('16030100b5010000b10303', 'hex')],
    ['an unknown version', `GET /api/v1/wallets HTTP/1.2\r\n${'Host: x\r\n'}\r\n`],
    ['no version', 'GET /api/v1/wallets\r\n\r\n'],
    ['no host', 'GET /api/v1/wallets HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /api/v1/wallets HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n'],
    ['an unknown method', 'STEAL /api/v1/wallets HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a space in the path', 'GET /api/v1/wal lets HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a NUL in the path', 'GET /api/v1/wal\0lets HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header of 9 KiB', `GET /api/v1/wallets HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(9_216)}\r\n\r\n`],
    ['a path of 9 KiB', `GET /${'x'.repeat(9_216)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['1 500 headers', `GET /api/v1/wallets HTTP/1.1\r\nHost: x\r\n${'X: y\r\n'.repeat(1_500)}\r\n`],
    [
      'extensions of 32 KiB to a chunk',
      `${line()}Host: x\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(32_768)}\r\nx\r\n0\r\n\r\n`,
    ],
  ];
  for (const [what, bytes] of refused) {
    it(`${what} is 400 in the catalogue's form with the security headers, and the connection ends`, async () => {
      assertRefused(await send(bytes), 400);
    });
  }

  it('an Expect header that cannot be met is refused in the catalogue’s form', async () => {
    const { answers } = await send(`${line('GET')}${credentials()}${last}Expect: the-moon\r\n\r\n`);
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body?.error?.code]),
      [[400, 'validation_failed']],
    );
  });

  it('TRACE, CONNECT and an upgrade change nothing and mirror nothing', async () => {
    for (const request of [
      `TRACE /api/v1/wallets HTTP/1.1\r\n${credentials()}${last}X-Secret: mirror\r\n\r\n`,
      `CONNECT inside.example:443 HTTP/1.1\r\n${credentials()}${last}X-Secret: mirror\r\n\r\n`,
      `GET /api/v1/wallets HTTP/1.1\r\n${credentials()}Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`,
      `GET http://inside.example/ HTTP/1.1\r\n${credentials()}${last}\r\n`,
    ]) {
      const { answers, closed } = await send(request);
      assert.ok(closed && answers.length <= 1);
      assert.ok(
        answers.every(
          ({ status, head, body }) =>
            status < 500 && status !== 101 && !JSON.stringify([head, body]).includes('mirror'),
        ),
      );
    }
  });
});

function assertRefused({ answers, closed }: Exchange, expected: number): void {
  assert.ok(closed, 'the connection stayed open');
  assert.equal(answers.length, 1);
  const { status, head, body } = answers[0]!;
  assert.equal(status, expected);
  assert.equal(body.error.code, 'validation_failed');
  for (const header of [
    'strict-transport-security: ',
    'x-content-type-options: nosniff',
    "content-security-policy: default-src 'none'",
    'connection: close',
    'request-id: req_',
  ])
    assert.ok(head.toLowerCase().includes(header), `no ${header} in\n${head}`);
}

/** Bodies that parsers read differently, byte by byte; each is refused with its own error code. */
const bodies: [string, Buffer | string, string][] = [
  ['UTF-16', Buffer.from('\ufeff{"currency":"XOF"}', 'utf16le'), 'malformed_json'],
  ['a byte order mark', Buffer.from('\ufeff{"currency":"XOF"}'), 'malformed_json'],
  ['a surrogate in UTF-8', Buffer.from('7b226c6162656c223a22eda080227d', 'hex'), 'malformed_json'],
  ['an overlong quote', Buffer.from('7b226c6162656c223a22c0a2227d', 'hex'), 'malformed_json'],
  ['beyond U+10FFFF', Buffer.from('7b226c6162656c223a22f4908080227d', 'hex'), 'malformed_json'],
  ['half a character', Buffer.from('7b226c6162656c223a22e282227d', 'hex'), 'malformed_json'],
  ['a lone surrogate, escaped', '{"currency":"XOF","label":"\\ud800"}', 'validation_failed'],
  ['NUL, escaped', '{"currency":"XOF","label":"a\\u0000b"}', 'validation_failed'],
  ['NUL, as it is', '{"currency":"XOF","label":"a\0b"}', 'malformed_json'],
  ['a key twice', '{"currency":"XOF","currency":"XOF"}', 'malformed_json'],
  ['a key twice, once escaped', '{"currency":"XOF","\\u0063urrency":"KES"}', 'malformed_json'],
  ['__proto__', '{"currency":"XOF","__proto__":{"livemode":true}}', 'malformed_json'],
  ['__proto__, escaped', '{"currency":"XOF","__pr\\u006fto__":{"livemode":true}}', 'malformed_json'],
  ['__proto__ within', '{"currency":"XOF","metadata":{"a":{"__proto__":{}}}}', 'malformed_json'],
  ['constructor', '{"currency":"XOF","constructor":{"prototype":{"livemode":true}}}', 'validation_failed'],
  ['30 000 levels', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'malformed_json'],
  ['a comment', '{"currency":"XOF"/**/}', 'malformed_json'],
  ['two values', '{"currency":"XOF"}{}', 'malformed_json'],
];
const amounts = [
  '0',
  '-1',
  '-0',
  '0.1',
  '1.01',
  '0.0',
  '-1.0',
  '1e2',
  '1e3',
  '1.0e2',
  '"100"',
  '"1.0e2"',
  '1e308',
  '1e999',
  '4503599627370497.3',
  '9007199254740993',
  '1000000000000',
  '99999999999999999999999',
  '0.99999999999999999999',
  'null',
  'true',
  '[100]',
  '{}',
];

describe('a body', () => {
  const post = (path: string, content: Buffer | string, framing: (bytes: Buffer) => Buffer = withLength) =>
    send(
      Buffer.concat([
        Buffer.from(`POST /api/v1${path} HTTP/1.1\r\n${credentials()}${json}${last}`),
        framing(Buffer.from(content)),
      ]),
    );
  const withLength = (bytes: Buffer) => Buffer.concat([Buffer.from(`Content-Length: ${bytes.length}\r\n\r\n`), bytes]);
  /** One byte in each chunk: no character and no escape arrives in one piece. */
  const byteByByte = (bytes: Buffer) =>
    Buffer.concat([
      Buffer.from('Transfer-Encoding: chunked\r\n\r\n'),
      ...Array.from(bytes, (byte) => Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')])),
      Buffer.from('0\r\n\r\n'),
    ]);

  it('that is valid is read the same, in one piece or byte by byte', async () => {
    const text = '{"currency":"XOF","label":"Né à Lomé ☕ \\ud83d\\ude00 日本"}';
    for (const framing of [withLength, byteByByte]) {
      const { answers } = await post('/wallets', text, framing);
      assert.deepEqual([answers[0]!.status, answers[0]!.body.label], [201, 'Né à Lomé ☕ 😀 日本']);
    }
  });

  for (const [what, content, code] of bodies) {
    it(`with ${what} is ${code}, in one piece or byte by byte`, async () => {
      const before = await walletsOpened();
      for (const framing of content.length > 10_000 ? [withLength] : [withLength, byteByByte]) {
        const { answers } = await post('/wallets', content, framing);
        assert.deepEqual(
          answers.map(({ status, body }) => [status, body.error.code]),
          [[400, code]],
        );
      }
      assert.equal(await walletsOpened(), before);
    });
  }

  it("that begins with a byte order mark is refused by name: a parser's message would not show it", async () => {
    const { answers } = await post('/wallets', '\ufeff{"currency":"XOF"}');
    assert.match(answers[0]!.body.error.message, /begins with a byte order mark/);
  });

  it('without a valid amount moves nothing, whatever the amount resembles', async () => {
    const [from, to] = [
      await shop.wallet('XOF', 1_000n),
      (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id,
    ];
    const transfer = (amount: string) =>
      post('/wallets/transfer', `{"to":"${to}","currency":"XOF","amount":${amount}}`);
    for (const amount of amounts) {
      const { answers } = await transfer(amount);
      const [{ status, body: reply } = assert.fail('no answer')] = answers;
      assert.deepEqual([status, reply.error.param], [400, 'amount'], `${amount}: ${JSON.stringify(reply)}`);
    }
    // A fraction of zeros is accepted as a whole number.
    for (const amount of ['100', '100.0', '100.00'])
      assert.equal((await transfer(amount)).answers[0]!.status, 201, `the control, ${amount}`);
    const left = (await shop.call('GET', `/wallets/${from}`)).body.balance.total;
    assert.equal(left, 700);
  });

  it('that is compressed is not decompressed', async () => {
    const { answers } = await send(
      Buffer.concat([
        Buffer.from(`${line()}${credentials()}${json}Content-Encoding: gzip\r\n${last}`),
        withLength(Buffer.from('1f8b0800000000000003', 'hex')),
      ]),
    );
    assert.deepEqual([answers[0]!.status, answers[0]!.body.error.code], [415, 'unsupported_media_type']);
  });
});

describe('connections that send little', () => {
  it('do not keep others from being served: 300 of them beside 200 transfers', async () => {
    const to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
    const from = await shop.wallet('XOF', 1_000n);
    const starts = [
      '',
      'P',
      `${line()}Host: x\r\nX-Slow: `,
      `${line()}${credentials()}${json}Content-Length: 60000\r\n\r\n{`,
      `${line()}${credentials()}${json}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
    ];
    const slow = Array.from({ length: 300 }, (_, i) => {
      const socket = openSocket(service.base);
      socket.write(starts[i % starts.length]!);
      return socket;
    });
    const drip = setInterval(() => {
      for (const socket of slow) if (socket.bytesWritten > 0 && socket.writable) socket.write('a');
    }, 100);
    try {
      const transfers = await Promise.all(
        Array.from({ length: 200 }, () =>
          shop.call('POST', '/wallets/transfer', { from, to, amount: 5, currency: 'XOF' }),
        ),
      );
      assert.equal(transfers.filter(({ status }) => status === 201).length, 200);
      assert.equal((await shop.call('GET', `/wallets/${to}`)).body.balance.total, 1_000);
      assert.ok(slow.filter((socket) => !socket.destroyed).length > 0, 'the control: some are still open');
    } finally {
      clearInterval(drip);
      for (const socket of slow) socket.destroy();
    }
  });
});
