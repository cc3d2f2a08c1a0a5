import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** Fields of credentials that are no secrets: names, numbers and certificates that others may see. */
const open = /^(target_environment|short_code|till|initiator_name|certificate|nominated_number|key_id|encoding)$/;

/** The secret texts of a rail's credentials, by their place. */
export function secretsOf(credentials: unknown, place: string): [string, string][] {
  if (typeof credentials === 'string') return [[place, credentials]];
  if (typeof credentials !== 'object' || credentials === null) return [];
  return Object.entries(credentials)
    .filter(([name]) => !open.test(name))
    .flatMap(([name, value]) => secretsOf(value, `${place}.${name}`));
}

/** The same credentials with another text for each secret. A key in PEM stays: it must be one. */
export function replaceSecrets(value: unknown, name: string, canary: () => string): any {
  if (typeof value === 'string') return open.test(name) || value.startsWith('-----') ? value : canary();
  if (Array.isArray(value)) return value.map((one) => replaceSecrets(one, name, canary));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceSecrets(one, key, canary)]));
}

/**
 * Collects the secrets that the service makes and sends to these addresses: tokens, passwords of one request, and the
 * secrets of callback addresses.
 */
export function watchRequests(isProvider: (origin: string) => boolean) {
  const secrets = new Map<string, string>();
  const take = (text: string) => {
    for (const [, secret] of text.matchAll(/\/rails\/rail_\w+\/([0-9a-f]{40})/g))
      secrets.set(secret!, 'the secret of a callback address');
    for (const [, name, secret] of text.matchAll(/"(Password|SecurityCredential)":"([^"]+)"/g))
      secrets.set(secret!, name!);
  };
  const onRequest = (message: unknown) => {
    const { origin, headers, body } = (message as { request: any }).request;
    if (!isProvider(String(origin))) return;
    const fields: string[] = Array.isArray(headers) ? headers.map(String) : String(headers).split(/\r\n|: /);
    fields.forEach((field, n) => {
      if (field.toLowerCase() === 'authorization') secrets.set(fields[n + 1]!.split(' ')[1]!, 'an authorization');
    });
    take(fields.join('\n'));
    if (typeof body === 'string' || Buffer.isBuffer(body)) take(body.toString());
  };
  subscribe('undici:request:create', onRequest);
  return { secrets, stop: () => void unsubscribe('undici:request:create', onRequest) };
}

export type Listener = { readonly url: string; close(): void };

async function listen(server: ReturnType<typeof createServer>): Promise<Listener> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** The public address of a service whose port is not known yet. */
export function openEntrance(target: () => string): Promise<Listener> {
  return listen(
    createServer((incoming, answer) => {
      const { method, headers, url } = incoming;
      const forwarded = request(target() + url, { method: method!, headers }, (reply) => {
        answer.writeHead(reply.statusCode!, reply.headers);
        reply.pipe(answer);
      });
      forwarded.on('error', () => answer.destroy());
      incoming.pipe(forwarded);
    }),
  );
}

/** A provider that gives tokens, refuses all else in turn with 400, 401 and 500, and quotes the whole request. */
export function openEcho(): Promise<Listener> {
  const turns = new Map<string, number>();
  return listen(
    createServer(async (incoming, answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const { method, url, rawHeaders } = incoming;
      const turn = turns.get(url!) ?? 0;
      turns.set(url!, turn + 1);
      const isToken = /token|oauth/.test(url!);
      const echo = [method, url, rawHeaders.join(' '), Buffer.concat(chunks).toString()].join(' ');
      const refusal = { message: echo, errorCode: '400.002.02', errorMessage: echo, code: 'ECHO' };
      const failureReason = { failureCode: 'ECHO', failureMessage: echo };
      const token = { access_token: `canary-token-${turn}-of-the-echo`, expires_in: 3_600 };
      answer.writeHead(isToken ? 200 : [400, 401, 500][turn % 3]!, { 'content-type': 'application/json' });
      answer.end(JSON.stringify(isToken ? token : { ...refusal, failureReason, details: [{ msg: echo }] }));
    }),
  );
}

/** Every row of every table outside PostgreSQL's own schemas, as text. Bytes are in hexadecimal form. */
export async function dumpOf(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query(`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`);
  const dump = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT t::text AS row FROM ${name} t`);
    dump.set(`table ${name}`, rows.map(({ row }) => row).join('\n'));
  }
  await client.end();
  return dump;
}

/** The places that hold one of the secrets: as it is, in JSON, as bytes, or in base64. */
export function findSecrets(secrets: ReadonlyMap<string, string>, places: ReadonlyMap<string, string>): string[] {
  return [...secrets].flatMap(([secret, name]) => {
    const bytes = Buffer.from(secret);
    const inJson = JSON.stringify(secret).slice(1, -1);
    const forms = [secret, inJson, bytes.toString('hex'), bytes.toString('base64').replace(/.?=*$/, '')];
    const holds = ([, text]: [string, string]) => forms.some((form) => text.includes(form));
    return [...places].filter(holds).map(([place]) => `${name} is in ${place}`);
  });
}
