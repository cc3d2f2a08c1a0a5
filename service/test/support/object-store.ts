import { createHmac, hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const REGION = 'eu-west-3';
type AccessKey = { readonly accessKeyId: string; readonly secretAccessKey: string };
export const credentials: AccessKey = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/EXAMPLEKEY' };

export type ObjectStore = {
  readonly url: string;
  readonly region: string;
  readonly objects: Map<string, Buffer>;
  /** The access keys that it takes. */
  accepted: readonly AccessKey[];
  readonly requests: { method: string; path: string; headers: Record<string, string> }[];
  /** When set, the answer to every request. */
  refusal: { status: number; code: string; headers?: Record<string, string> } | null;
  close(): Promise<void>;
};

/**
 * An S3 server with one bucket, `documents`, in memory. It checks the signature of every request (AWS Signature Version
 * 4).
 */
export async function startObjectStore(): Promise<ObjectStore> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = request.headers as Record<string, string>;
    const { method, url: path } = request as { method: string; url: string };
    store.requests.push({ method, path, headers });
    const refuse = (status: number, code: string, more = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/xml', ...more })
        .end(`<Error><Code>${code}</Code><AWSAccessKeyId>${credentials.accessKeyId}</AWSAccessKeyId></Error>`);
    if (store.refusal) return refuse(store.refusal.status, store.refusal.code, store.refusal.headers);
    if (!store.accepted.some((key) => headers.authorization === authorizationOf(key, method, path, headers)))
      return refuse(403, 'SignatureDoesNotMatch');
    const object = store.objects.get(path);
    if (method === 'PUT') store.objects.set(path, Buffer.concat(chunks));
    if (method === 'GET' && !object) return refuse(404, 'NoSuchKey');
    if (method === 'DELETE') store.objects.delete(path);
    return response.writeHead(method === 'DELETE' ? 204 : 200).end(method === 'GET' ? object : undefined);
  });
  // Unreferenced: a test that fails before it closes this server still ends.
  server.unref().on('connection', (socket) => socket.unref());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const store: ObjectStore = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: REGION,
    objects: new Map(),
    accepted: [credentials],
    requests: [],
    refusal: null,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return store;
}

/** The expected header, computed from the request as it arrived. */
function authorizationOf(access: AccessKey, method: string, path: string, headers: Record<string, string>): string {
  const time = headers['x-amz-date'] ?? '';
  const scope = `${time.slice(0, 8)}/${REGION}/s3/aws4_request`;
  const signed = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  const canonical = [
    method,
    path,
    '',
    ...signed.map((name) => `${name}:${headers[name]}`),
    '',
    signed.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, hash('sha256', canonical)].join('\n');
  const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
  const key = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${access.secretAccessKey}`);
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return `AWS4-HMAC-SHA256 Credential=${access.accessKeyId}/${scope}, SignedHeaders=${signed.join(';')}, Signature=${signature}`;
}
