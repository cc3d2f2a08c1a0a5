import { once } from 'node:events';
import { connect } from 'node:net';

export type Connection = { request(text: string): Promise<string>; close(): void };

/**
 * One keep-alive connection with one request at a time. The generator shares the cores with the measured service, so it
 * only finds the end of each response. Responses here always have a Content-Length.
 */
export async function openConnection(host: string, port: number): Promise<Connection> {
  const socket = connect({ host, port, noDelay: true });
  await once(socket, 'connect');
  socket.setEncoding('latin1');
  let waiting: { resolve(answer: string): void; reject(error: Error): void } | null = null;
  let received = '';
  socket.on('data', (chunk: string) => {
    received = received === '' ? chunk : received + chunk;
    if (!waiting || received.length < endOfAnswer(received)) return;
    const answer = received;
    received = '';
    waiting.resolve(answer);
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The service closed a connection')));
  return {
    request: (text) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (socket.destroyed) reject(new Error('The service has closed a connection'));
        socket.write(text, 'latin1');
      }),
    close: () => {
      waiting = null;
      socket.destroy();
    },
  };
}

function endOfAnswer(text: string): number {
  const body = text.indexOf('\r\n\r\n') + 4;
  if (body === 3) return Number.POSITIVE_INFINITY;
  const length = /\r\ncontent-length: (\d+)/i.exec(text);
  if (!length) throw new Error(`Response without Content-Length: ${text}`);
  return body + Number(length[1]);
}
