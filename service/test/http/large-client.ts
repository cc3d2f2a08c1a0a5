import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A client in its own thread: in the service's event loop nothing is written while the service closes. It reports the
 * status of each answer, or how the connection ended.
 */
export type LargeBody = {
  readonly url: string;
  readonly key: string;
  readonly type: string;
  readonly bytes: number;
  readonly times: number;
  /**
   * With fetch; or the whole body is written before the answer is read, as urllib does, with a length header or
   * chunked.
   */
  readonly how: 'fetch' | 'length' | 'chunked';
};

const { url, key, type, bytes, times, how } = workerData as LargeBody;
const headers = { authorization: `Bearer ${key}`, 'content-type': type };
const body = new Uint8Array(bytes);

const withFetch = async () => {
  const response = await fetch(url, { method: 'POST', headers, body });
  await response.text();
  return response.status;
};

const writing = () =>
  new Promise<number | undefined>((resolve, reject) => {
    const size = how === 'length' ? { 'content-length': bytes } : { 'transfer-encoding': 'chunked' };
    const agent = new Agent({ keepAlive: false });
    const sent = request(url, { method: 'POST', agent, headers: { ...headers, connection: 'close', ...size } });
    let status: number | undefined;
    sent.on('error', reject).on('response', (response) => {
      status = response.statusCode;
      response.resume().on('error', reject);
    });
    sent.on('close', () => (sent.writableFinished ? resolve(status) : reject(new Error('cut off'))));
    sent.end(body);
  });

const outcomes: (number | string | undefined)[] = [];
for (let i = 0; i < times; i++) {
  outcomes.push(await (how === 'fetch' ? withFetch() : writing()).catch((error) => String(error.cause ?? error)));
}
parentPort!.postMessage(outcomes);
