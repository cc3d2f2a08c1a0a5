import { inflateSync } from 'node:zlib';

/** Larger ones take pdfkit longer than a request may hold up the others: it decodes in the process's only thread. */
const MOST_PIXELS = 512 * 512;
/** The samples of a pixel, by the color type of a PNG (3rd edition, 11.2.1). Palettes are 3. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export type StoredLogo = {
  readonly type: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
};

/**
 * The logo for a PDF, or null if it cannot be printed: a WebP, a large picture, or a PNG that pdfkit cannot decode. The
 * library decodes transparent PNGs in a callback, where its exception would end the process, so the pixels are checked
 * first.
 */
export function printableLogo(logo: StoredLogo | null): Buffer | null {
  if (logo === null || logo.width * logo.height > MOST_PIXELS) return null;
  if (logo.type === 'image/jpeg') return logo.bytes;
  return logo.type === 'image/png' && hasWholePixels(logo) ? logo.bytes : null;
}

/** Whether a PNG without interlacing has exactly the lines that its head announces. */
function hasWholePixels({ bytes, width, height }: StoredLogo): boolean {
  const [bits, color, compression, filter, interlace] = bytes.subarray(24, 29);
  const samples = SAMPLES[color!];
  const isTransparentPalette = bytes.includes('tRNS') && bits !== 8;
  if (samples === undefined || compression !== 0 || filter !== 0 || interlace !== 0 || isTransparentPalette)
    return false;
  const line = 1 + Math.ceil((width * samples * bits!) / 8);
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  try {
    const pixels = inflateSync(Buffer.concat(parts), { maxOutputLength: line * height });
    return pixels.length === line * height && pixels.every((byte, at) => at % line !== 0 || byte <= 4);
  } catch {
    return false;
  }
}
