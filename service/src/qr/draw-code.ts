import { crc32, deflateSync } from 'node:zlib';
import { type Bitmap2D, correction, generate } from 'lean-qr';

/** The light border that scanners need, in modules (ISO/IEC 18004, 6.3.8). */
export const QUIET_ZONE = 4;
/** Pixels of a module. A short address gives a picture of about 600 pixels, which prints sharp at 5 cm. */
const PIXELS = 16;

/**
 * A QR code that a scratched or half-covered print still shows: at least level M (15 %), and more where the same size
 * has room for it.
 */
export const codeOf = (text: string): Bitmap2D => generate(text, { minCorrectionLevel: correction.M });

/** The runs of dark modules, row by row. */
export function* darkRuns(code: Bitmap2D): Generator<{ x: number; y: number; length: number }> {
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue;
      const start = x;
      while (code.get(x + 1, y)) x++;
      yield { x: start, y, length: x + 1 - start };
    }
  }
}

/** Dark on white, whatever the colors around it: cameras read that best. */
export function drawSvg(text: string): Buffer {
  const code = codeOf(text);
  const side = code.size + 2 * QUIET_ZONE;
  const path = [...darkRuns(code)]
    .map(({ x, y, length }) => `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h${length}v1h-${length}z`)
    .join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * PIXELS}" ` +
      `height="${side * PIXELS}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/>` +
      `<path d="${path}"/></svg>\n`,
  );
}

/** One bit a pixel, where 1 is white (PNG 3rd edition, 11.2.1). */
export function drawPng(text: string): Buffer {
  const code = codeOf(text);
  const side = (code.size + 2 * QUIET_ZONE) * PIXELS;
  const rowBytes = 1 + Math.ceil(side / 8);
  const rows = Buffer.alloc(rowBytes * side, 0xff);
  for (let y = 0; y < side; y++) rows[y * rowBytes] = 0;
  for (const { x, y, length } of darkRuns(code)) {
    const from = (x + QUIET_ZONE) * PIXELS;
    for (let row = (y + QUIET_ZONE) * PIXELS; row < (y + QUIET_ZONE + 1) * PIXELS; row++) {
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
