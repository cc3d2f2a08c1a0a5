import { connect, type Socket } from 'node:net';

export type RawAnswer = { readonly status: number; readonly head: string; readonly body: any };
export type Exchange = { readonly answers: readonly RawAnswer[]; readonly closed: boolean };

export function openSocket(base: string): Socket {
  const { hostname, port } = new URL(base);
  // A connection that the server closes is not an error of the test.
  return connect(Number(port), hostname).on('error', () => {});
}

/**
 * Writes bytes unchanged and waits until the server closes the connection, so that nothing more can come. `closed`: the
 * server did.
 */
export async function exchange(base: string, bytes: string | Buffer, waitMs = 10_000): Promise<Exchange> {
  const socket = openSocket(base);
  const chunks: Buffer[] = [];
  const ended = new Promise<boolean>((done) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => done(true));
    socket.setTimeout(waitMs, () => done(false));
  });
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  const closed = await ended;
  socket.destroy();
  return { answers: readAnswers(Buffer.concat(chunks)), closed };
}

/** Splits the received bytes into answers by their Content-Length. */
function readAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0) throw new Error(`no answer: ${bytes.subarray(at, at + 200).toString('latin1')}`);
    const head = bytes.subarray(at, end).toString('latin1');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    const text = bytes.subarray(end + 4, end + 4 + length).toString('utf8');
    at = end + 4 + length;
    if (status === 100) continue;
    answers.push({ status, head, body: /^content-type: application\/json/im.test(head) ? JSON.parse(text) : text });
  }
  return answers;
}
