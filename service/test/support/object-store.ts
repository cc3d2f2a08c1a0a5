import { createHmac, hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';

const REGION = 'eu-west-3';
export const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/EXAMPLEKEY' };

export type ObjectStore = {
  readonly url: string;
  readonly region: string;
  readonly objects: Map<string, Buffer>;
  /** When each object was stored. */
  readonly times: Map<string, Date>;
  /** How far its clock is ahead. */
  clockMs: number;
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
    const { method, url } = request as { method: string; url: string };
    const [path, query] = url.split('?') as [string, string?];
    store.requests.push({ method, path, headers });
    const refuse = (status: number, code: string, more = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/xml', ...more })
        .end(`<Error><Code>${code}</Code><AWSAccessKeyId>${credentials.accessKeyId}</AWSAccessKeyId></Error>`);
    if (store.refusal) return refuse(store.refusal.status, store.refusal.code, store.refusal.headers);
    if (headers.authorization !== authorizationOf(method, path, query, headers)) return refuse(403, 'SignatureDoesNotMatch');
    const body = Buffer.concat(chunks);
    if (isDamaged(headers, body)) return refuse(400, 'BadDigest');
    const xml = answerQuery(store, method, path, query, body);
    if (xml) return response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
    const object = store.objects.get(path);
    if (method === 'PUT') {
      store.objects.set(path, body);
      store.times.set(path, new Date(Date.now() + store.clockMs));
    }
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
    times: new Map(),
    clockMs: 0,
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

/** The settings of backups to a store. */
export const settingsOf = ({ url, region }: Pick<ObjectStore, 'url' | 'region'>): Record<string, string> => ({
  BACKUP_S3_ENDPOINT: url,
  BACKUP_S3_REGION: region,
  BACKUP_S3_BUCKET: 'documents',
  BACKUP_S3_ACCESS_KEY_ID: credentials.accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});

/** The largest page of a list, small enough that tests meet several. */
const PAGE = 50;

/** The list of a bucket (ListObjectsV2) and the deletion of many objects; undefined for other requests. */
function answerQuery(store: ObjectStore, method: string, path: string, query: string | undefined, body: Buffer) {
  const asked = new URLSearchParams(query);
  if (method === 'POST' && asked.has('delete')) {
    const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key!);
    for (const key of keys) store.objects.delete(`${path}/${key}`);
    return `<DeleteResult>${keys.map((key) => `<Deleted><Key>${key}</Key></Deleted>`).join('')}</DeleteResult>`;
  }
  if (method !== 'GET' || asked.get('list-type') !== '2') return undefined;
  const after = asked.get('continuation-token') ?? asked.get('start-after') ?? '';
  const bucket = path.replace(/\/*$/, '/');
  const keys = [...store.objects.keys()]
    .filter((name) => name.startsWith(bucket + (asked.get('prefix') ?? '')))
    .map((name) => name.slice(bucket.length))
    .filter((key) => key > after)
    .sort();
  const page = keys.slice(0, PAGE);
  const contents = page.map((key) => {
    const at = store.times.get(bucket + key)!.toISOString();
    const size = store.objects.get(bucket + key)!.length;
    return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified><Size>${size}</Size></Contents>`;
  });
  const isTruncated = keys.length > PAGE;
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

function isDamaged(headers: Record<string, string>, body: Buffer): boolean {
  const claimed = headers['x-amz-checksum-crc32'];
  if (!claimed) return false;
  return Buffer.from(claimed, 'base64').readUInt32BE() !== crc32(body);
}

/** The expected header, computed from the request as it arrived. */
function authorizationOf(
  method: string,
  path: string,
  query: string | undefined,
  headers: Record<string, string>,
): string {
  const time = headers['x-amz-date'] ?? '';
  const scope = `${time.slice(0, 8)}/${REGION}/s3/aws4_request`;
  const signed = Object.keys(headers)
    .filter((name) => name === 'host' || name.startsWith('x-amz-'))
    .sort();
  const canonical = [
    method,
    path,
    (query ?? '').split('&').sort().join('&'),
    ...signed.map((name) => `${name}:${headers[name]}`),
    '',
    signed.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, hash('sha256', canonical)].join('\n');
  const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
  const key = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${credentials.secretAccessKey}`);
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${signed.join(';')}, Signature=${signature}`;
}
