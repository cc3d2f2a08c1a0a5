import decodeQR from 'qr/decode.js';

export type Box = readonly [x: number, y: number, width: number, height: number];

/** Reads dark boxes as a camera does: on a white picture. */
export function readBoxes(boxes: readonly Box[], side: number): string {
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [x, y, width, height] of boxes) {
    for (let row = Math.round(y); row < Math.round(y + height); row++) {
      for (let column = Math.round(x); column < Math.round(x + width); column++)
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
    }
  }
  return decodeQR({ data, width: side, height: side }, { timeLimit: 5_000 });
}

/** Reads the code in an SVG of this service. */
export function readSvg(svg: string): string {
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)![1]);
  const boxes = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)].map(
    ([, x, y, width]) => [Number(x) * 8, Number(y) * 8, Number(width) * 8, 8] as const,
  );
  return readBoxes(boxes, side * 8);
}
