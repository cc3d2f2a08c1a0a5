import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { paidPayment, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { pngOf } from '../support/logos.ts';
import type { TestPerson } from '../support/person.ts';
import { open, pathOf, receiptOf } from '../support/receipts.ts';

let service: TestService;
let shop: TestMerchant;
let boss: TestPerson;
before(async () => {
  service = await startTestService();
  shop = await service.merchant('Teranga Shop');
  boss = await service.person('merchant', { merchantId: shop.merchantId, identifier: '+50937010203' });
});
after(() => service.stop());

/** A gray PNG. Its picture has at most 64 lines, so that a tall one stays small. */
const png = (width: number, height: number, ...chunks: [string, Buffer][]) => {
  const data = deflateSync(Buffer.alloc((width + 1) * Math.min(height, 64)));
  return pngOf({ width, height, data }, ...chunks);
};
/** The smallest lossless WebP (1 × 1) and a JPEG without a picture, whose heads are valid. */
const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
const jpeg = (width: number, height: number) => {
  const head = Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc0000b080000000001011100ffda00080101000003f000ffd9',
    'hex',
  );
  head.writeUInt16BE(height, 25);
  head.writeUInt16BE(width, 27);
  return head;
};

const upload = (bytes: Buffer | string, type: string): Promise<Reply> =>
  boss.call('POST', '/merchants/me/logo', typeof bytes === 'string' ? Buffer.from(bytes) : bytes, {
    'content-type': type,
  });

describe('settings of a merchant', () => {
  it('has the zone of the phone until it names another', async () => {
    const { body } = await boss.call('GET', '/merchants/me');
    assert.deepEqual(
      [body.id, body.name, body.receipts, body.time_zone, body.logo],
      [shop.merchantId, 'Teranga Shop', 'none', 'America/Port-au-Prince', null],
    );
    const changed = await boss.call('PATCH', '/merchants/me', { time_zone: 'Africa/Nairobi' });
    assert.equal(changed.body.time_zone, 'Africa/Nairobi');
    const { url } = await receiptOf(shop, (await paidPayment(shop)).id);
    assert.ok((await (await open(service, pathOf(url))).text()).includes('(Africa/Nairobi)'));
  });

  it('refuses what is no time zone or no kind of sending, and names the field', async () => {
    for (const [body, param] of [
      [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
      [{ time_zone: '+03:00' }, 'time_zone'],
      [{ receipts: 'whatsapp' }, 'receipts'],
      [{ color: 'red' }, 'color'],
    ] as const) {
      const { status, body: answer } = await boss.call('PATCH', '/merchants/me', body);
      assert.deepEqual([status, answer.error.param], [400, param], JSON.stringify(body));
    }
  });

  it('is for the people of the merchant', async () => {
    const developer = await service.person('developer');
    assert.equal((await developer.call('GET', '/merchants/me')).status, 403);
    assert.equal((await shop.call('PATCH', '/merchants/me', { receipts: 'sms' })).status, 403);
  });
});

describe('a logo', () => {
  it('is served from here for ever, cannot be sniffed, and is on the receipt', async () => {
    const image = png(160, 64);
    const { body } = await upload(image, 'image/png');
    assert.deepEqual([body.logo.type, body.logo.width, body.logo.height], ['image/png', 160, 64]);
    const answer = await open(service, body.logo.path);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), image);
    assert.equal(answer.headers.get('content-type'), 'image/png');
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.match(answer.headers.get('content-security-policy')!, /sandbox/);
    const { url } = await receiptOf(shop, (await paidPayment(shop)).id);
    const page = await (await open(service, pathOf(url))).text();
    assert.ok(page.includes(`src="${body.logo.path}" width="160" height="64" alt="Teranga Shop"`));
    const link = await shop.call('POST', '/links', { amount: 500, currency: 'XOF' });
    const session = await shop.call('POST', '/checkout/sessions', { amount: 500, currency: 'XOF' });
    for (const { body: made } of [link, session]) {
      const shown = await (await open(service, pathOf(made.url))).text();
      assert.ok(shown.includes(`<img class="logo" src="${body.logo.path}" width="160" height="64" alt="">`));
    }
    const removed = await boss.call('DELETE', '/merchants/me/logo');
    assert.equal(removed.body.logo, null);
    assert.equal((await open(service, body.logo.path)).status, 404);
    assert.equal((await open(service, '/logos/..%2f..%2fetc%2fpasswd')).status, 404);
  });

  it('may be a WebP or a JPEG', async () => {
    const lossless = await upload(webp, 'image/webp');
    assert.deepEqual([lossless.status, lossless.body.logo?.width], [200, 1], lossless.text);
    const photo = await upload(jpeg(300, 200), 'image/jpeg');
    assert.deepEqual([photo.status, photo.body.logo?.width, photo.body.logo?.height], [200, 300, 200], photo.text);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const hostile: [string, () => Buffer | string, string][] = [
    ['an SVG', () => svg, 'image/svg+xml'],
    ['an SVG that claims to be a PNG', () => svg, 'image/png'],
    ['a page', () => '<!doctype html><script>alert(1)</script>', 'image/png'],
    ['a GIF', () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'), 'image/png'],
    ['a PNG that claims to be a JPEG', () => png(10, 10), 'image/jpeg'],
    ['a PNG with a page behind it', () => Buffer.concat([png(10, 10), Buffer.from(svg)]), 'image/png'],
    ['a JPEG with an archive behind it', () => Buffer.concat([jpeg(9, 9), Buffer.from('PK\x03\x04')]), 'image/jpeg'],
    ['a WebP that is longer than it says', () => Buffer.concat([webp, Buffer.from('xx')]), 'image/webp'],
    ['an animated PNG', () => png(10, 10, ['acTL', Buffer.alloc(8)]), 'image/png'],
    ['a bomb of 30 000 pixels', () => png(30_000, 30_000).subarray(0, 6_000), 'image/png'],
    ['a wide picture', () => png(1_025, 2), 'image/png'],
    ['a picture without height', () => jpeg(10, 0), 'image/jpeg'],
    ['a cut PNG', () => png(10, 10).subarray(0, -12), 'image/png'],
    ['nothing', () => Buffer.alloc(0), 'image/png'],
    ['more than 6 KiB', () => png(10, 10, ['tEXt', Buffer.alloc(6_200, 65)]), 'image/png'],
  ];
  for (const [what, make, type] of hostile) {
    it(`is not ${what}`, async () => {
      const before = (await boss.call('GET', '/merchants/me')).body.logo;
      const answer = await upload(make(), type);
      const [status, code] = refusal(answer);
      assert.ok((status === 400 && code === 'validation_failed') || status === 415, answer.text);
      assert.deepEqual((await boss.call('GET', '/merchants/me')).body.logo, before);
    });
  }
});
