import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The service sends what the build has packed: it has better things to do than to compress the same bytes again. */
function pack(): Plugin {
  const brotli = (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return {
    name: 'pack',
    apply: 'build',
    // From the disk: in the bundle a later plugin still has something to replace.
    async writeBundle({ dir }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const file = join(dir!, name);
          const bytes = await readFile(file);
          await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
          await writeFile(`${file}.br`, await brotli(bytes));
        }),
      );
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  // The service knows below which path it is reached, and writes it into index.html.
  base: './',
  plugins: [react(), pack()],
  build: {
    // A data: URL would need an exception in the policy; the polyfill is an inline script for browsers of long ago.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What jsPDF would draw HTML and SVG with: nothing here does.
    rollupOptions: {
      external: ['canvg', 'dompurify', 'html2canvas'],
      // What most pages have in common is one file: it packs better than thirty small ones, and is asked for at once.
      output: { advancedChunks: { groups: [{ name: 'shared', minShareCount: 20 }] } },
    },
    reportCompressedSize: false,
    emptyOutDir: true,
  },
});
