import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../kernel/refusal.ts';
import type { LargeBodies } from '../body/large-bodies.ts';
import type { StreamChange } from '../handler.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { writeAnswer } from './answer.ts';

/** Answers POST whose body is a file that is stored while it arrives. */
export function answerStream({ receive, change }: StreamChange, bodyLimit: number, largeBodies: LargeBodies) {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge(bodyLimit);
    const caller = request.caller!;
    const from = { requestId: request.id, address: request.ip };
    const query = { ...(request.query as object), ...(request.params as object) };
    const bytes = bounded(request.body as Readable | undefined, bodyLimit);
    const { input, digest } = await receive({ caller, query, bytes, ...from });
    // The query is part of the content: the same file for another rail is another request.
    const content = () => `${JSON.stringify(query)} ${digest}`;
    return writeAnswer(
      reply,
      await change({ caller, input, ...from, span: request.span, idempotency: readIdempotencyKey(request, content) }),
    );
  };
  return async (request: FastifyRequest, reply: FastifyReply) =>
    reply.send(await largeBodies.during(request, () => answer(request, reply)));
}

const tooLarge = (limit: number) => new Refusal('body_too_large', `The body is larger than ${limit / 1024 / 1024} MiB`);

async function* bounded(body: Readable | undefined, limit: number): AsyncGenerator<Uint8Array> {
  if (!body) return;
  let size = 0;
  // Destroying the body would close the connection before the client has its answer.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    yield chunk;
  }
}
