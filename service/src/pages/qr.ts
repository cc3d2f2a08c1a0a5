import { type Html, trusted } from './html.ts';

export type QrCode = {
  /** Modules of one side, with the quiet zone. */
  readonly size: number;
  /** The dark modules as horizontal runs: x, y and width. */
  readonly runs: readonly (readonly [x: number, y: number, width: number])[];
};

/** Light modules around the code (ISO/IEC 18004 asks for four). */
const QUIET = 4;

/** The QR code of a text. Its own size decides the version. */
export async function makeQr(text: string): Promise<QrCode> {
  // Loaded with the first code and not at each start.
  const { generate, correction } = await import('lean-qr');
  const code = generate(text, { minCorrectionLevel: correction.L, maxCorrectionLevel: correction.M });
  const runs: [number, number, number][] = [];
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue;
      let end = x + 1;
      while (end < code.size && code.get(end, y)) end++;
      runs.push([x + QUIET, y + QUIET, end - x]);
      x = end;
    }
  }
  return { size: code.size + 2 * QUIET, runs };
}

/** The code as an image inside a page. `label` is its text for a screen reader; it contains no markup. */
export function qrImage({ size, runs }: QrCode, label: string): Html {
  const path = runs.map(([x, y, width]) => `M${x} ${y}h${width}v1h-${width}z`).join('');
  const title = label.replace(/[^\p{L}\p{N} ,.:;'-]/gu, '').replaceAll("'", '&#39;');
  return trusted(
    `<svg class="qr" role="img" aria-label="${title}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
      `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`,
  );
}
