import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { decodeText, decompress, encodingsOf, KEPT_BYTES } from './answer-text.ts';

const said = '{"error":"Le numéro n’est pas connu"}';

test('an answer is shown decompressed, in each encoding and in two', async () => {
  for (const [header, bytes] of [
    ['gzip', gzipSync(said)],
    ['x-gzip', gzipSync(said)],
    ['deflate', deflateSync(said)],
    ['deflate', deflateRawSync(said)],
    ['br', brotliCompressSync(said)],
    ['ZSTD', zstdCompressSync(said)],
    ['gzip, br', brotliCompressSync(gzipSync(said))],
    ['identity', Buffer.from(said)],
  ] as const) {
    assert.equal(decodeText(await decompress(bytes, encodingsOf(header)), undefined), said, header);
  }
});

test('a bomb is unpacked to 64 KiB; a truncated or mislabelled body shows its content', async () => {
  const many = Buffer.alloc(5_000_000, 'a');
  for (const [header, bomb] of [
    ['gzip', gzipSync(many)],
    ['deflate', deflateSync(many)],
    ['br', brotliCompressSync(many)],
    ['zstd', zstdCompressSync(many)],
    ['gzip, gzip', gzipSync(gzipSync(many))],
  ] as const) {
    assert.equal((await decompress(bomb, encodingsOf(header))).length, KEPT_BYTES, header);
  }
  const lines = Array.from({ length: 2_000 }, (_, i) => `line ${i * 7919}`).join('\n');
  for (const [header, bytes] of [
    ['gzip', gzipSync(lines)],
    ['deflate', deflateSync(lines)],
    ['br', brotliCompressSync(lines)],
    ['zstd', zstdCompressSync(lines)],
  ] as const) {
    const half = await decompress(bytes.subarray(0, bytes.length / 2), encodingsOf(header));
    assert.ok(lines.startsWith(half.toString()) || half.length > 0, header);
  }
  assert.equal(String(await decompress(Buffer.from(said), encodingsOf('gzip'))), said);
  assert.deepEqual(
    [encodingsOf('gzip, gzip, gzip'), encodingsOf('compress'), encodingsOf('constructor')],
    [[], [], []],
  );
});

test('an answer is decoded by its byte order mark, its charset, or the only possible encoding', () => {
  const latin = Buffer.from('numéro', 'latin1');
  for (const [bytes, type] of [
    [latin, 'text/html; charset=ISO-8859-1'],
    [latin, 'text/plain;charset="windows-1252"; format=flowed'],
    [latin, undefined],
    [latin, 'text/html; charset=none-such'],
    [Buffer.from('numéro'), 'application/json'],
    [Buffer.from('\ufeffnuméro'), undefined],
    [Buffer.from('numéro', 'utf16le'), 'text/plain; charset=utf-16le'],
    [Buffer.from('\ufeffnuméro', 'utf16le'), 'text/plain'],
    [Buffer.from('\ufeffnuméro', 'utf16le').swap16(), 'text/plain; charset=utf-8'],
  ] as const) {
    assert.equal(decodeText(bytes, type), 'numéro', `${type} ${bytes.toString('hex')}`);
  }
  assert.equal(decodeText(Buffer.from([0x93, 0xfa]), 'text/html; charset=Shift_JIS'), '日');
  // A character that was cut in two is dropped, and NUL is never kept.
  assert.equal(decodeText(Buffer.from('aé').subarray(0, 2), undefined), 'a');
  assert.equal(decodeText(Buffer.from([0x61, 0, 0xff]), undefined), 'a\uFFFD\uFFFD');
});
