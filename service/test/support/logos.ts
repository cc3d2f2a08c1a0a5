import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** The sizes that tests give a PNG, and the bytes of its picture where they are not those of a gray one. */
type Picture = { readonly width: number; readonly height: number; readonly color?: number; readonly data?: Buffer };

/** A PNG of this size, with further chunks before its picture. Color 0 is gray, 6 has transparency. */
export function pngOf({ width, height, color = 0, data }: Picture, ...chunks: [string, Buffer][]): Buffer {
  const chunk = (name: string, bytes: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(bytes.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, color, 0, 0, 0], 8);
  const line = 1 + width * (color === 6 ? 4 : 1);
  const lines = Buffer.alloc(line * height);
  for (let y = 0; y < height; y++) lines.fill(0x80, y * line + 1, (y + 1) * line);
  const all = [
    ...[['IHDR', head] as const, ...chunks],
    ...[['IDAT', data ?? deflateSync(lines)] as const, ['IEND', Buffer.alloc(0)] as const],
  ];
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, ...all.map(([name, bytes]) => chunk(name, bytes))]);
}

/** A logo of exactly 6 KiB that does not compress. */
export function largestLogo(): Buffer {
  const empty = pngOf({ width: 160, height: 64 }, ['tEXt', Buffer.alloc(0)]);
  return pngOf({ width: 160, height: 64 }, ['tEXt', randomBytes(6_144 - empty.length)]);
}
