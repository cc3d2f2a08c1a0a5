import type { FastifyReply, FastifyRequest } from 'fastify';
import { LONG } from '../body/bulk-turns.ts';
import type { LargeBodies } from '../body/large-bodies.ts';
import type { BulkForm, BulkReader } from '../bulk.ts';
import { checkCurrency } from '../check-currency.ts';
import type { BulkChange } from '../handler.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import type { MountOptions } from '../mount-options.ts';
import { writeAnswer } from './answer.ts';

const formOf = (type = ''): BulkForm => {
  const name = type.toLowerCase();
  if (name.startsWith('text/csv')) return 'csv';
  return name.startsWith('application/x-ndjson') ? 'ndjson' : 'json';
};

/** Answers POST with a long list of records: JSON, CSV or NDJSON. All records are validated before anything changes. */
export function answerBulk(
  bulk: BulkReader,
  { validate, change }: BulkChange,
  largeBodies: LargeBodies,
  { bulkTurns, currencies }: MountOptions,
) {
  const read = async (request: FastifyRequest, bytes: Buffer) => {
    const parsed = await bulk.parse({
      form: formOf(request.headers['content-type']),
      bytes,
      query: request.query as Record<string, unknown>,
    });
    request.body = bulk.opening(parsed);
    const { accept, ...examiner } = validate(request.caller!);
    const { fields, digest } = await bulk.check(parsed, examiner);
    checkCurrency((fields as { currency?: string }).currency, currencies);
    const content = request.headers['idempotency-key'] === undefined ? '' : await digest();
    return { input: accept(fields), lines: parsed.lines, content };
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = request.caller!;
    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    const reading = () => read(request, bytes);
    const { input, lines, content } = await (bytes.length > LONG ? bulkTurns(caller, reading) : reading());
    const answered = await change({
      caller,
      input,
      lines,
      requestId: request.id,
      address: request.ip,
      span: request.span,
      idempotency: readIdempotencyKey(request, () => content),
    });
    return writeAnswer(reply, answered);
  };
  return async (request: FastifyRequest, reply: FastifyReply) =>
    reply.send(await largeBodies.during(request, () => answer(request, reply)));
}
