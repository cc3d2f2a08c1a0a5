// Writes and reads tar archives (ustar), so that a release is the same bytes wherever it is made.
import { gunzipSync, gzipSync } from 'node:zlib';

const BLOCK = 512;
/** As npm has it: a fixed time. */
const MTIME = 499_162_500;

/** @param files `{ path, bytes }`, in the order in which they are written */
export function packTar(files) {
  const parts = files.flatMap(({ path, bytes }) => [headerOf(path, bytes.length), bytes, padding(bytes.length)]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

/** @returns `{ path, bytes }` of each file */
export function unpackTar(archive) {
  const tar = gunzipSync(archive);
  const files = [];
  for (let at = 0; tar[at] !== 0; ) {
    const text = (from, length) => tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12), 8);
    const path = [text(345, 155), text(0, 100)].filter(Boolean).join('/');
    files.push({ path, bytes: tar.subarray(at + BLOCK, at + BLOCK + size) });
    at += BLOCK + size + padding(size).length;
  }
  return files;
}

const padding = (size) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

function headerOf(path, size) {
  const header = Buffer.alloc(BLOCK);
  const [prefix, name] = splitPath(path);
  const octal = (value, width) => `${value.toString(8).padStart(width - 1, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(MTIME, 12), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** A name has 100 bytes, and a folder before it 155. */
function splitPath(path) {
  if (Buffer.byteLength(path) <= 100) return ['', path];
  const cut = path.indexOf('/', path.length - 101);
  if (cut < 1 || cut > 155 || Buffer.byteLength(path) > 255) throw new Error(`${path} is too long for an archive`);
  return [path.slice(0, cut), path.slice(cut + 1)];
}
