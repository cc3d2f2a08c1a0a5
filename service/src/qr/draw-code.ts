import { crc32, deflateSync } from 'node:zlib';
import { makeQr, pathOf, type QrCode } from '../pages/qr.ts';

/** Pixels of a module. A short address gives a picture of about 600 pixels, which prints sharp at 5 cm. */
const PIXELS = 16;

/** A scratched or half-covered print must still be read. */
export const printedCode = (text: string): Promise<QrCode> => makeQr(text, 'M');

/** Dark on white, whatever the colors around it: cameras read that best. */
export async function drawSvg(text: string): Promise<Buffer> {
  const code = await printedCode(text);
  const side = code.size;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * PIXELS}" ` +
      `height="${side * PIXELS}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/>` +
      `<path d="${pathOf(code)}"/></svg>\n`,
  );
}

/** One bit a pixel, where 1 is white (PNG 3rd edition, 11.2.1). */
export async function drawPng(text: string): Promise<Buffer> {
  const code = await printedCode(text);
  const side = code.size * PIXELS;
  const rowBytes = 1 + Math.ceil(side / 8);
  const rows = Buffer.alloc(rowBytes * side, 0xff);
  for (let y = 0; y < side; y++) rows[y * rowBytes] = 0;
  for (const [x, y, length] of code.runs) {
    const from = x * PIXELS;
    for (let row = y * PIXELS; row < (y + 1) * PIXELS; row++) {
      // A module has whole bytes of pixels.
      rows.fill(0, row * rowBytes + 1 + from / 8, row * rowBytes + 1 + (from + length * PIXELS) / 8);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
