export type ProgressBar = { show(bytes: number): void; end(): void };

const WIDTH = 30;
const EVERY_MS = 100;

/** A bar on standard error, if that is a terminal. */
export function openProgressBar(size: number): ProgressBar {
  const { stderr } = process;
  if (!stderr.isTTY) return { show: () => {}, end: () => {} };
  let shown = Number.NEGATIVE_INFINITY;
  return {
    show(bytes) {
      if (performance.now() - shown < EVERY_MS) return;
      shown = performance.now();
      const part = Math.min(bytes / size, 1);
      const filled = Math.round(part * WIDTH);
      const percent = `${Math.round(part * 100)}`.padStart(3);
      stderr.write(`\r[${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${percent} %`);
    },
    end: () => void stderr.write('\r\x1b[K'),
  };
}
