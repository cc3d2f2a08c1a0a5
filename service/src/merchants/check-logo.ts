import { hash } from 'node:crypto';
import { LOGO_TYPES, MOST_LOGO_BYTES, MOST_LOGO_SIDE } from '../../../contract/src/receipts.ts';
import type { Upload } from '../../../contract/src/route.ts';
import { invalidField } from '../kernel/refusal.ts';

const ALLOWED = ['PNG', 'JPEG', 'WebP'];

type Size = { readonly width: number; readonly height: number };
export type CheckedLogo = Size & { readonly type: (typeof LOGO_TYPES)[number]; readonly hash: string };

/**
 * Checks a logo by its content, never by the sender's claim. A file ends where its image ends: bytes behind it could be
 * a page or an archive that another program opens.
 * @throws Refusal for anything but one small PNG, JPEG or WebP
 */
export async function checkLogo({ type: claimed, bytes }: Upload): Promise<CheckedLogo> {
  if (bytes.length === 0) throw invalidField('body', 'file_empty', { allowed: ALLOWED });
  if (bytes.length > MOST_LOGO_BYTES)
    throw invalidField('body', 'file_too_large', { bytes: bytes.length, maximum: MOST_LOGO_BYTES, text: '6 KiB' });
  // Loaded with the first logo and not at each start: 36 modules.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const type = LOGO_TYPES.find((known) => known === found?.mime);
  if (!type) throw invalidField('body', 'file_of_other_type', { allowed: ALLOWED, found: found?.mime ?? 'unknown' });
  if (type !== claimed) throw invalidField('body', 'file_of_other_claim', { found: type, claimed });
  const size = readers[type](bytes);
  if (!size) throw invalidField('body', 'image_damaged');
  const { width, height } = size;
  if (width < 1 || height < 1 || width > MOST_LOGO_SIDE || height > MOST_LOGO_SIDE)
    throw invalidField('body', 'image_too_large', { width, height, maximum: MOST_LOGO_SIDE });
  return { type, width, height, hash: hash('sha256', bytes).slice(0, 20) };
}

type Reader = (bytes: Buffer) => Size | null;

/** Chunks of length, type, data and checksum; IHDR first, IEND last. `acTL` is an animation. */
const readPng: Reader = (bytes) => {
  let size: Size | null = null;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const chunk = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length || chunk === 'acTL') return null;
    if (at === 8) {
      if (chunk !== 'IHDR' || length !== 13) return null;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (chunk === 'IEND') return end === bytes.length ? size : null;
    at = end;
  }
  return null;
};

/** Segments until the scan; the frame header has the size. The file ends with the end of the image. */
const readJpeg: Reader = (bytes) => {
  const scanEnds = bytes.lastIndexOf(Buffer.from([0xff, 0xd9]));
  if (scanEnds !== bytes.length - 2) return null;
  let size: Size | null = null;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!;
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && length >= 8) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    if (marker === 0xda) return size;
    at += 2 + length;
  }
  return null;
};

/** RIFF with the lossy, lossless or extended form. The extended form may be an animation. */
const readWebp: Reader = (bytes) => {
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (form === 'VP8L') {
    const packed = bytes.readUInt32LE(21);
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  if (form !== 'VP8X' || (bytes[20]! & 0x02) !== 0) return null;
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
};

const readers: Readonly<Record<(typeof LOGO_TYPES)[number], Reader>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
};
