import zlib from 'node:zlib';

/** The bytes that are kept of an answer, before and after decompression. */
export const KEPT_BYTES = 64 * 1024;
/** A third layer of compression only serves to cause work. */
const MOST_LAYERS = 2;

const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH, ZSTD_e_flush } = zlib.constants;
/** A body that was cut after 64 KiB, or by the receiver, gives its decodable part and no error. */
const decompressors: Record<string, (bytes: Buffer) => zlib.Gunzip | zlib.Inflate | zlib.BrotliDecompress> = {
  gzip: () => zlib.createGunzip({ finishFlush: Z_SYNC_FLUSH }),
  // RFC 9110 means the zlib format, but some servers send bare deflate.
  deflate: (bytes) => (hasZlibHead(bytes) ? zlib.createInflate : zlib.createInflateRaw)({ finishFlush: Z_SYNC_FLUSH }),
  br: () => zlib.createBrotliDecompress({ finishFlush: BROTLI_OPERATION_FLUSH }),
  zstd: () => zlib.createZstdDecompress({ finishFlush: ZSTD_e_flush }),
};
const hasZlibHead = (bytes: Buffer) => (bytes[0]! & 0x0f) === 8 && bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0;

/** The compressions of the body, the last one first; empty without compression or with an unknown one. */
export function encodingsOf(header: string | undefined): string[] {
  if (!header) return [];
  const names = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-/, ''))
    .filter((name) => name !== '' && name !== 'identity');
  return names.length <= MOST_LAYERS && names.every((name) => Object.hasOwn(decompressors, name))
    ? names.reverse()
    : [];
}

/**
 * Decompresses at most 64 KiB of each layer, however much a bomb contains. Bytes in another format than declared stay
 * unchanged.
 */
export async function decompress(bytes: Buffer, encodings: readonly string[]): Promise<Buffer> {
  let plain = bytes;
  for (const encoding of encodings) {
    const unpacked = await unpack(plain, encoding);
    if (unpacked.length === 0) return plain;
    plain = unpacked;
  }
  return plain;
}

function unpack(bytes: Buffer, encoding: string): Promise<Buffer> {
  return new Promise((resolve) => {
    const stream = decompressors[encoding]!(bytes);
    const kept: Buffer[] = [];
    let size = 0;
    const finish = () => {
      stream.destroy();
      resolve(Buffer.concat(kept).subarray(0, KEPT_BYTES));
    };
    stream.on('data', (chunk: Buffer) => {
      kept.push(chunk);
      size += chunk.length;
      if (size >= KEPT_BYTES) finish();
    });
    stream.on('end', finish).on('error', finish);
    stream.end(bytes);
  });
}

/**
 * Decodes in the charset of the answer. Without a charset it is UTF-8 or, if it is not valid UTF-8 and has no NUL,
 * windows-1252, the old default of Western servers.
 * A character that was cut in two is dropped. NUL is replaced, because PostgreSQL's text cannot hold it.
 */
export function decodeText(bytes: Buffer, contentType: string | undefined): string {
  if (bytes.length === 0) return '';
  const text = decode(bytes, markedCharset(bytes) ?? /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1]);
  return text.replaceAll('\0', '\uFFFD');
}

/** The charset of the byte order mark, which takes precedence over the header. */
function markedCharset(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  return undefined;
}

function decode(bytes: Buffer, charset: string | undefined): string {
  const options = { stream: true };
  const known = charset && decoderOf(charset);
  if (known) return known.decode(bytes, options);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, options);
  } catch {
    return new TextDecoder(bytes.includes(0) ? 'utf-8' : 'windows-1252').decode(bytes, options);
  }
}

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    // The charset is unknown, so the bytes decide.
    return undefined;
  }
}
