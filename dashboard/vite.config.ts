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
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => /\.(js|css|svg)$/.test(fileName));
      await Promise.all(
        texts.map(async (file) => {
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: await promisify(gzip)(bytes) });
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: await brotli(bytes) });
        }),
      );
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react(), pack()],
  build: {
    // A data: URL would need an exception in the policy; the polyfill is an inline script for browsers of long ago.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
  },
});
