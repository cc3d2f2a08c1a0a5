import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '../kernel/refusal.ts';
import { MAX_DOCUMENT_BYTES, sniffDocument } from './sniff.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n', 'latin1');

const refusalOf = async (bytes: Uint8Array) => {
  const error = await sniffDocument(bytes, 'documents[1].image').catch((error) => error);
  assert.ok(error instanceof Refusal, String(error));
  assert.deepEqual([error.code, error.param], ['validation_failed', 'documents[1].image']);
  return error.message.replace('documents[1].image: ', '');
};

describe('a document', () => {
  it('has the type of its content', async () => {
    assert.equal(await sniffDocument(png, 'f'), 'image/png');
    assert.equal(await sniffDocument(jpeg, 'f'), 'image/jpeg');
    assert.equal(await sniffDocument(pdf, 'f'), 'application/pdf');
  });

  it('has at most 5 MiB', async () => {
    const full = Buffer.alloc(MAX_DOCUMENT_BYTES);
    jpeg.copy(full);
    assert.equal(await sniffDocument(full, 'f'), 'image/jpeg');
    assert.equal(
      await refusalOf(Buffer.concat([full, Buffer.alloc(1)])),
      'has 5242881 bytes. The maximum is 5242880 (5 MiB)',
    );
  });

  it('of any other kind is refused with the detected type', async () => {
    const gif = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1');
    assert.equal(await refusalOf(Buffer.alloc(0)), 'is empty. Send a PNG, JPEG or PDF');
    assert.equal(await refusalOf(gif), 'must be a PNG, JPEG or PDF. The type of this content is image/gif');
    for (const bytes of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      Buffer.from('<!doctype html><script>alert(1)</script>%PDF-1.7'),
      Buffer.from('MZ\x90\x00'),
      Buffer.from('PK\x03\x04'.repeat(2000), 'latin1'),
      png.subarray(0, 7),
      Buffer.from([0xff]),
    ])
      assert.match(await refusalOf(bytes), /^must be a PNG, JPEG or PDF\. The type of this content is /);
  });

  it('of random bytes never makes the parser throw', async () => {
    for (let seed = 1; seed <= 300; seed++) {
      let state = seed;
      const noise = Buffer.alloc(512).map(() => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return state >> 8;
      });
      const headed = Buffer.concat([
        [png.subarray(0, 16), jpeg.subarray(0, 4), Buffer.from('PK\x03\x04', 'latin1')][seed % 3]!,
        noise,
      ]);
      const result = await sniffDocument(headed, 'f').catch((error) => error);
      assert.ok(typeof result === 'string' || result instanceof Refusal, `seed ${seed}: ${result}`);
    }
  });
});
