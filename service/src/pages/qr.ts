import { type Html, trusted } from './html.ts';

export type QrCode = {
  /** Modules of one side, with the quiet zone. */
  readonly size: number;
  /** The dark modules as horizontal runs: x, y and width. */
  readonly runs: readonly (readonly [x: number, y: number, width: number])[];
};

/** Light modules around the code (ISO/IEC 18004, 6.3.8). */
const QUIET = 4;

/**
 * The QR code of a text. Its own size decides the version.
 * @param least the level of correction: L (7 %) for screens, M (15 %) for prints that may be scratched. The code has a
 *   higher one where the same size has room for it
 */
export async function makeQr(text: string, least: 'L' | 'M'): Promise<QrCode> {
  // Loaded with the first code and not at each start.
  const { generate, correction } = await import('lean-qr');
  const code = generate(text, { minCorrectionLevel: correction[least] });
  const runs: [number, number, number][] = [];
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue;
      const start = x;
      while (code.get(x + 1, y)) x++;
      runs.push([start + QUIET, y + QUIET, x + 1 - start]);
    }
  }
  return { size: code.size + 2 * QUIET, runs };
}

/** The dark modules as the path of an SVG. */
export const pathOf = ({ runs }: QrCode): string =>
  runs.map(([x, y, width]) => `M${x} ${y}h${width}v1h-${width}z`).join('');

/** The code as an image inside a page. `label` is its text for a screen reader; it contains no markup. */
export function qrImage(code: QrCode, label: string): Html {
  const { size } = code;
  const title = label.replace(/[^\p{L}\p{N} ,.:;'-]/gu, '').replaceAll("'", '&#39;');
  return trusted(
    `<svg class="qr" role="img" aria-label="${title}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
      `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${pathOf(code)}"/></svg>`,
  );
}
