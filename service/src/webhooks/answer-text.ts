import zlib from 'node:zlib';

/** What is kept of an answer: of its bytes, and of what they decompress to. */
export const KEPT_BYTES = 64 * 1024;
/** Nobody compresses a third time, unless to make work. */
const MOST_LAYERS = 2;

const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH, ZSTD_e_flush } = zlib.constants;
/** What was cut after 64 KiB, or by the receiver, gives what it holds and no error. */
const decompressors: Record<string, (bytes: Buffer) => zlib.Gunzip | zlib.Inflate | zlib.BrotliDecompress> = {
  gzip: () => zlib.createGunzip({ finishFlush: Z_SYNC_FLUSH }),
  // RFC 9110 means the zlib format; some send bare deflate.
  deflate: (bytes) => (hasZlibHead(bytes) ? zlib.createInflate : zlib.createInflateRaw)({ finishFlush: Z_SYNC_FLUSH }),
  br: () => zlib.createBrotliDecompress({ finishFlush: BROTLI_OPERATION_FLUSH }),
  zstd: () => zlib.createZstdDecompress({ finishFlush: ZSTD_e_flush }),
};
const hasZlibHead = (bytes: Buffer) => (bytes[0]! & 0x0f) === 8 && bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0;

/** The names of what the body is compressed by, the last one first; none where it is not, or where one is not known. */
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

/** Never more than 64 KiB of each layer, however much a bomb holds. Bytes that are not what they are said to be stay as they are. */
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
 * In the charset that the answer names. Without one it is UTF-8, or, where it cannot be and holds no NUL, what servers of the
 * West have long sent: windows-1252. A character that the cut halved is dropped; PostgreSQL has no NUL in text.
 */
export function textOf(bytes: Buffer, contentType: string | undefined): string {
  if (bytes.length === 0) return '';
  const text = decode(bytes, markedCharset(bytes) ?? /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1]);
  return text.replaceAll('\0', '\uFFFD');
}

/** By its byte order mark, which says more than a header. */
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
    // No charset of this name is known: the bytes say more.
    return undefined;
  }
}
