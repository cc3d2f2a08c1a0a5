import type { FastifyReply } from 'fastify';
import type { Answer } from '../../kernel/operation.ts';
import { JSON_TYPE } from '../refuse.ts';

/** Sets the status and headers of an idempotent answer. @returns its body */
export function writeAnswer(reply: FastifyReply, answer: Answer): string {
  // `not_found` is never stored under a key, so its message may contain the id of the path.
  if (answer.refusal?.code === 'not_found') throw answer.refusal;
  if (answer.replayed) reply.header('Idempotent-Replayed', 'true');
  if (answer.refusal?.headers) reply.headers(answer.refusal.headers);
  reply.code(answer.status).type(JSON_TYPE);
  return answer.body;
}
