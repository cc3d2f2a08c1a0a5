import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deflateSync, inflateSync } from 'node:zlib';
import { fileTypeFromBuffer } from 'file-type';
import decodeQR from 'qr/decode.js';
import { extractText, getDocumentProxy } from 'unpdf';
import { pngOf } from '../../test/support/logos.ts';
import { readBoxes, readSvg } from '../../test/support/read-qr.ts';
import { drawPng, drawSvg } from './draw-code.ts';
import { printableLogo } from './printable-logo.ts';
import { type Sheet, writeSheet } from './write-sheet.ts';

const url = 'https://pay.example/l/4f9kq2w7c3xz1';

it('the SVG shows the text', async () => {
  const svg = (await drawSvg(url)).toString();
  assert.equal(readSvg(svg), url);
  assert.doesNotMatch(svg, /script|href|style/);
});

it('the PNG shows the text, and its chunks have the right checksums', async () => {
  const png = await drawPng(url);
  assert.equal((await fileTypeFromBuffer(png))?.mime, 'image/png');
  const side = png.readUInt32BE(16);
  const idat = png.subarray(41, 41 + png.readUInt32BE(33));
  const rows = inflateSync(idat);
  const bytes = 1 + Math.ceil(side / 8);
  assert.equal(rows.length, bytes * side);
  const data = new Uint8Array(side * side * 4).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isWhite = (rows[y * bytes + 1 + (x >> 3)]! >> (7 - (x & 7))) & 1;
      if (!isWhite) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  assert.equal(decodeQR({ data, width: side, height: side }, { timeLimit: 5_000 }), url);
});

const sheet: Sheet = {
  merchant: 'Boutique Ndèye & Fils',
  logo: null,
  lines: ['Pain complet'],
  amount: '12 500 XOF',
  url,
  code: url,
  scheme: null,
  language: 'fr',
  livemode: true,
  at: new Date('2026-11-26T00:00:00Z'),
};

const textOf = async (pdf: Buffer) => {
  const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return { totalPages, text: text.replace(/\s+/g, ' ') };
};

it('the sheet shows the merchant, the amount, the code and the address, on one page', async () => {
  const pdf = await writeSheet(sheet);
  const { totalPages, text } = await textOf(pdf);
  assert.equal(totalPages, 1);
  for (const part of ['Boutique Ndèye & Fils', 'Pain complet', '12 500 XOF', url, 'Scannez'])
    assert.ok(text.includes(part), part);
  assert.ok(!text.includes('TEST'));
  const drawing = pageDrawing(pdf);
  const [, left, top, side] = /^([\d.]+) ([\d.]+) ([\d.]+) [\d.]+ re$/m.exec(drawing)!.map(Number);
  const boxes = [...drawing.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)]
    .slice(1)
    .map(
      ([, x, y, width, height]) =>
        [(Number(x) - left!) * 2, (Number(y) - top!) * 2, Number(width) * 2, Number(height) * 2] as const,
    );
  assert.equal(readBoxes(boxes, Math.round(side! * 2)), url);
});

it('the sheet of a scheme names it, and its code has the payload', async () => {
  const { text } = await textOf(await writeSheet({ ...sheet, code: '000201', scheme: 'PI-SPI' }));
  assert.match(text, /Scannez avec une application PI-SPI pour payer/);
  assert.ok(text.includes(url), 'the address stays, for everybody else');
});

it('the sheet of an open amount and of test mode says so, and long texts keep it to one page', async () => {
  const name = 'Établissements Généraux de Distribution et de Commerce International du Grand Marché '.repeat(3);
  const pdf = await writeSheet({
    ...{ ...sheet, amount: null, livemode: false, language: 'en', merchant: name },
    lines: ['x'.repeat(300), 'A description. '.repeat(40)],
    url: `https://pay.a-very-long-name-of-a-host.example/${'a'.repeat(120)}`,
  });
  const { totalPages, text } = await textOf(pdf);
  assert.equal(totalPages, 1);
  assert.match(text, /You enter the amount/);
  assert.match(text, /TEST: no money moves/);
});

const stored = (bytes: Buffer, type = 'image/png', size = { width: 40, height: 20 }) => ({ type, bytes, ...size });

it('the sheet shows a PNG or JPEG logo, also a transparent one, and stays one page', async () => {
  for (const color of [0, 6]) {
    const logo = printableLogo(stored(pngOf({ width: 40, height: 20, color })));
    assert.ok(logo);
    const pdf = await writeSheet({ ...sheet, logo, lines: ['A description. '.repeat(40), 'x'.repeat(300)] });
    assert.equal((await textOf(pdf)).totalPages, 1);
    assert.match(pdf.toString('latin1'), /\/Subtype \/Image\b[^>]*\/Width 40/);
  }
  assert.ok(printableLogo(stored(Buffer.from('ffd8', 'hex'), 'image/jpeg')));
  // A JPEG without a picture is left out.
  assert.match((await textOf(await writeSheet({ ...sheet, logo: Buffer.from('ffd8', 'hex') }))).text, /Scannez/);
});

it('a logo that would end the process in the library, a WebP and a large picture are left out', () => {
  const size = { width: 40, height: 20 };
  const hostile = {
    'no compressed data': pngOf({ ...size, color: 6, data: Buffer.from('not compressed') }),
    'too few lines': pngOf({ ...size, color: 6, data: deflateSync(Buffer.alloc(10)) }),
    'a bomb': pngOf({ ...size, color: 6, data: deflateSync(Buffer.alloc(5_000_000)) }),
    'an unknown filter': pngOf({ ...size, color: 6, data: deflateSync(Buffer.alloc(20 * 161, 9)) }),
    'an unknown color type': pngOf({ ...size, color: 5 }),
  };
  for (const [what, bytes] of Object.entries(hostile)) assert.equal(printableLogo(stored(bytes)), null, what);
  assert.equal(printableLogo(stored(Buffer.alloc(30), 'image/webp')), null);
  const large = { width: 1_024, height: 1_024 };
  assert.equal(printableLogo(stored(pngOf(large), 'image/png', large)), null);
  assert.equal(printableLogo(null), null);
});

/** The largest stream with drawing operators. */
function pageDrawing(pdf: Buffer): string {
  const found: string[] = [];
  for (const { index, 0: head } of pdf.toString('latin1').matchAll(/stream\r?\n/g)) {
    if (pdf.toString('latin1', index - 3, index) === 'end') continue;
    try {
      found.push(inflateSync(pdf.subarray(index + head.length)).toString('latin1'));
    } catch {
      // A stream that is not compressed.
    }
  }
  return found.find((text) => / re$/m.test(text)) ?? '';
}
