import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { basePathOf } from '../http/base-path.ts';
import type { AddressLimiter } from '../http/connection/address-limit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { InboundReader } from '../messages/inbound.ts';
import { readStopWord } from './stop-words.ts';
import { setStoppedBySms } from './stops.ts';

/** Providers send one message of some kB at most. */
const BODY_LIMIT = 16 * 1024;

export type InboundRoute = {
  readonly db: Database;
  readonly reader: InboundReader;
  /** The secret part of the address. */
  readonly secret: string;
  /** The public URL below which the provider calls. */
  readonly base: string;
  readonly addressLimiter: AddressLimiter;
};

type Asked = FastifyRequest<{ Params: { secret: string }; Body: string | undefined }>;

/** Mounts the address at which the SMS provider delivers what people answer. Any content type is taken. */
export function registerInbound(app: FastifyInstance, options: InboundRoute): void {
  const basePath = basePathOf(options.base);
  // A proxy may strip the path of the base address, or not.
  const prefixes = basePath === '' ? [''] : ['', basePath];
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    for (const prefix of prefixes)
      scope.post(`${prefix}/sms/:secret`, (request: Asked, reply) => receive(options, request, reply));
  });
}

async function receive(
  { db, reader, secret, base, addressLimiter }: InboundRoute,
  request: Asked,
  reply: FastifyReply,
) {
  const leave = addressLimiter.enter(request.ip);
  try {
    if (!isSame(request.params.secret, secret)) throw new Refusal('not_found');
    const query = /\?.*$/s.exec(request.url)?.[0] ?? '';
    const arrived = { url: `${base}/sms/${secret}${query}`, headers: request.headers, body: request.body ?? '' };
    reply.header('Cache-Control', 'no-store');
    if (!reader.isSigned(arrived)) return reply.code(401).send('');
    const message = reader.read(arrived);
    const wish = message && readStopWord(message.text);
    if (wish) await setStoppedBySms(db, message.from, wish === 'stop');
    return reply.type(reader.answer.type).send(reader.answer.body);
  } finally {
    leave();
  }
}

function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
