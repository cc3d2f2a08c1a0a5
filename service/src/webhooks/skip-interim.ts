import type { Socket } from 'node:net';

/** An answer that cannot be used. `message` continues a sentence that begins with the receiver's host. */
export class UnusableAnswer extends Error {
  readonly class: 'protocol' | 'tls';

  constructor(message: string, kind: UnusableAnswer['class'] = 'protocol') {
    super(message);
    this.class = kind;
  }
}

/** A receiver that sends interim answers without end must not keep a slot until the time-out. */
const MOST_INTERIM = 16;
const MOST_BYTES = 16 * 1024;

const START = Buffer.from('HTTP/1.');
/** The length of `HTTP/1.1 100`. */
const STATUS_END = 12;
const HEAD_END = Buffer.from('\r\n\r\n');
/** The first byte of a TLS record: an alert or a handshake. */
const TLS_RECORDS = [21, 22];

/**
 * Removes interim answers (1xx) from a socket before undici reads them. By RFC 9110 15.2 a client ignores them even if
 * it did not request any, but undici closes the connection at a `100 Continue`.
 * A connection has one request at a time, so an answer begins with the first bytes after a write. An ordinary answer
 * costs one comparison of a byte.
 */
export function skipInterim<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let atHead = true;
  let held: Buffer | null = null;
  let skipped = 0;

  const take = (chunk: Buffer): Buffer | null => {
    let rest = held ? Buffer.concat([held, chunk]) : chunk;
    held = null;
    while (isInterim(rest)) {
      const end = rest.length < STATUS_END ? -1 : rest.indexOf(HEAD_END);
      if (end < 0 && rest.length < MOST_BYTES) {
        held = rest.length > 0 ? rest : null;
        return null;
      }
      if (end < 0 || ++skipped > MOST_INTERIM) {
        throw new UnusableAnswer('sent too many interim answers (1xx) before its final one. Answer 200 at once.');
      }
      if (rest.toString('latin1', 9, STATUS_END) === '101') {
        throw new UnusableAnswer(
          'switched to another protocol (101), which was not requested. Answer 200 in HTTP/1.1 at this URL.',
        );
      }
      rest = rest.subarray(end + HEAD_END.length);
    }
    if (TLS_RECORDS.includes(rest[0]!) && rest[1] === 3) {
      throw new UnusableAnswer('speaks TLS on this port. Begin the URL with https://.', 'tls');
    }
    atHead = false;
    return rest;
  };

  socket.read = (size?: number) => {
    const chunk = read(size);
    if (chunk === null || !atHead) return chunk;
    try {
      return take(chunk);
    } catch (error) {
      socket.destroy(error as Error);
      return null;
    }
  };
  socket.write = ((...args: unknown[]) => {
    atHead = true;
    skipped = 0;
    return write(...args);
  }) as Socket['write'];
  return socket;
}

/** True also for a beginning that is too short to decide. */
function isInterim(bytes: Buffer): boolean {
  if (bytes.length >= STATUS_END && bytes[9] !== 0x31) return false;
  const known = Math.min(bytes.length, START.length);
  return bytes.compare(START, 0, known, 0, known) === 0 && (bytes.length <= 9 || bytes[9] === 0x31);
}
