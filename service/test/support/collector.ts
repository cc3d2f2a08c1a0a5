import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SeenSpan = {
  trace: string;
  id: string;
  /** Empty at the root of a trace. */
  parent: string;
  name: string;
  kind: number;
  attributes: Record<string, string | number>;
  /** `trace span` of each. */
  links: string[];
  failed: boolean;
};

export type Collector = {
  readonly url: string;
  readonly spans: SeenSpan[];
  readonly resource: Record<string, string | number>;
  readonly headers: IncomingHttpHeaders[];
  /** Every byte that arrived, as Latin-1. */
  readonly raw: string[];
  close(): void;
};

/** An OpenTelemetry collector on loopback that takes OTLP as protobuf over HTTP, and keeps the spans. */
export async function startCollector(): Promise<Collector> {
  const collector = {
    url: '',
    spans: [] as SeenSpan[],
    resource: {},
    headers: [] as IncomingHttpHeaders[],
    raw: [] as string[],
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    collector.headers.push({ ...request.headers, path: request.url! });
    collector.raw.push(body.toString('latin1'));
    for (const part of messages(body, 1)) {
      Object.assign(collector.resource, ...messages(part, 1).map((resource) => attributesOf(resource, 1)));
      const found = messages(part, 2).flatMap((scope) => messages(scope, 2));
      collector.spans.push(...found.map(readSpan));
    }
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  server.unref().on('connection', (socket) => socket.unref());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(collector, {
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

/** The numbers are those of opentelemetry/proto/trace/v1/trace.proto. */
function readSpan(bytes: Buffer): SeenSpan {
  const hex = (from: Buffer, number: number) => messages(from, number)[0]?.toString('hex') ?? '';
  const status = messages(bytes, 15)[0];
  return {
    trace: hex(bytes, 1),
    id: hex(bytes, 2),
    parent: hex(bytes, 4),
    name: messages(bytes, 5)[0]!.toString(),
    kind: numberAt(bytes, 6) ?? 0,
    attributes: attributesOf(bytes, 9),
    links: messages(bytes, 13).map((link) => `${hex(link, 1)} ${hex(link, 2)}`),
    failed: status !== undefined && numberAt(status, 3) === 2,
  };
}

function attributesOf(bytes: Buffer, number: number): Record<string, string | number> {
  const pairs = messages(bytes, number).map((pair) => {
    const value = messages(pair, 2)[0]!;
    return [messages(pair, 1)[0]!.toString(), messages(value, 1)[0]?.toString() ?? numberAt(value, 3) ?? ''];
  });
  return Object.fromEntries(pairs);
}

type Field = { readonly number: number; readonly value: number | Buffer };

const messages = (bytes: Buffer, number: number): Buffer[] =>
  fieldsOf(bytes).flatMap((field) => (field.number === number && field.value instanceof Buffer ? [field.value] : []));
const numberAt = (bytes: Buffer, number: number): number | undefined =>
  fieldsOf(bytes).find((field) => field.number === number && !(field.value instanceof Buffer))?.value as number;

/** The wire format of Protocol Buffers: varints, eight bytes, four bytes, and lengths with bytes. */
function fieldsOf(bytes: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const take = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = varint();
    const kind = tag & 7;
    const value = kind === 0 ? varint() : kind === 2 ? take(varint()) : take(kind === 1 ? 8 : 4);
    // Fixed numbers are times and flags, which no test reads.
    if (kind === 0 || kind === 2) fields.push({ number: tag >> 3, value });
  }
  return fields;
}
