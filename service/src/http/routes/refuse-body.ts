import type { FastifyRequest } from 'fastify';
import { invalidField } from '../../kernel/refusal.ts';

/** @throws Refusal if a route without a body receives one, naming its first field */
export function refuseBody({ body }: FastifyRequest): void {
  if (body === undefined) return;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const [param] = isObject ? Object.keys(body) : ['body'];
  if (param !== undefined) throw invalidField(param, 'no_fields_here');
}
