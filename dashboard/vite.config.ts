import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Compresses files once at build time, so that the service never does. */
function pack(): Plugin {
  const brotli = (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return {
    name: 'pack',
    apply: 'build',
    // Reads from the disk: a later plugin can still change the bundle.
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
  // The service knows its base path and writes it into index.html.
  base: './',
  plugins: [react(), pack()],
  build: {
    // A data: URL would need an exception in the content security policy. The polyfill is an inline script for very old
    // browsers.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // jsPDF uses these to draw HTML and SVG, which nothing here does.
    rollupOptions: {
      external: ['canvg', 'dompurify', 'html2canvas'],
      // The code that most pages share is one file: it compresses better than thirty small ones and loads in one
      // request.
      output: { advancedChunks: { groups: [{ name: 'shared', minShareCount: 47 }] } },
    },
    reportCompressedSize: false,
    emptyOutDir: true,
  },
});
