import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, it } from 'node:test';
import { phone, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ RATE_LIMIT: 'off' });
});
after(() => service.stop());

/** A payout of more than 64 KiB, without the money for it. */
const large = (shop: TestMerchant): Promise<Reply> =>
  shop.call('POST', '/payouts', {
    currency: 'XOF',
    items: Array.from({ length: 2_000 }, () => ({ recipient: phone('1234'), amount: 1_000 })),
  });
const small = (shop: TestMerchant): Promise<Reply> =>
  shop.call('POST', '/payouts', { currency: 'XOF', items: [{ recipient: phone('1234'), amount: 1_000 }] });

/** Sends only the beginning of a body. */
async function begin(
  { key, path = '/payouts', type = 'application/json' }: { key: string; path?: string; type?: string },
  length: string,
): Promise<Socket> {
  const { hostname, port } = new URL(service.base);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [`POST /api/v1${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, length];
  socket.write([...head, `Content-Type: ${type}`, '', '1\r\n{\r\n'].join('\r\n'));
  return socket;
}

const lengths = ['Content-Length: 1000000', 'Content-Length: 65537', 'Transfer-Encoding: chunked'];

/** Starts bodies until `whole` is refused beside them: one in flight itself takes one of their slots. */
async function fill(slow: Parameters<typeof begin>[0], whole: () => Promise<Reply>) {
  const sockets = await Promise.all([...lengths, lengths[0]!].map((length) => begin(slow, length)));
  const refused = await until(async () => {
    const answer = await whole();
    if (answer.status === 429) return answer;
    sockets.push(await begin(slow, lengths[2]!));
    return null;
  });
  assert.deepEqual([...refusal(refused), refused.headers.get('retry-after')], [429, 'rate_limited', '1']);
  return sockets;
}

it('an integration has at most four large bodies in flight; small ones and others’ are still accepted', async () => {
  const [shop, other] = [await service.merchant(), await service.merchant()];
  const sockets = await fill(shop, () => large(shop));
  assert.equal((await small(shop)).status, 402);
  assert.equal((await large(other)).status, 402);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await large(shop)).status === 402);
  // An answered body is no longer in flight.
  for (let i = 0; i < 6; i++) assert.equal((await large(shop)).status, 402);
});

it("the same holds for a customer's documents, which are in memory until they are complete", async () => {
  const [awa, other] = [await service.person('customer'), await service.person('customer')];
  const image = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(100 * 1024)]);
  const upload = ({ token }: { token: string }, bytes: Buffer) =>
    service.request('POST', '/api/v1/kyc/documents', {
      key: token,
      body: bytes,
      headers: { 'content-type': 'image/png' },
    });
  const slow = { key: awa.token, path: '/kyc/documents', type: 'image/png' };
  const sockets = await fill(slow, () => upload(awa, image));
  assert.equal((await upload(awa, image.subarray(0, 60 * 1024))).status, 201, 'a small body is accepted');
  assert.equal((await upload(other, image)).status, 201);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await upload(awa, image)).status === 201);
});
