import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../kernel/refusal.ts';

/** Pipelined requests on one connection are answered in the order in which they came (RFC 9112 §9.3.2). */
type Connection = {
  /** Requests received so far. */
  count: number;
  /** The last request whose headers have arrived. Its body may be incomplete. */
  latest: IncomingMessage | null;
  unanswered: number;
  /** The refusal of all requests after number `refusedAfter`. */
  refusal: Refusal | null;
  refusedAfter: number;
  /** Sends the refusal after the earlier requests are answered. */
  sendRefusal: (() => void) | null;
};

const connections = new WeakMap<Socket, Connection>();

function connectionOf(socket: Socket): Connection {
  let connection = connections.get(socket);
  if (!connection) {
    connection = { count: 0, latest: null, unanswered: 0, refusal: null, refusedAfter: Infinity, sendRefusal: null };
    connections.set(socket, connection);
  }
  return connection;
}

/** Called when the headers of a request have arrived. */
export function enter(request: FastifyRequest): void {
  const connection = connectionOf(request.raw.socket);
  connection.latest = request.raw;
  connection.unanswered++;
  request.place = ++connection.count;
}

/**
 * Called before the request is carried out. A refused request must not be carried out: the client may send it again,
 * perhaps under another idempotency key.
 * @throws Refusal the refusal of its connection
 */
export function begin({ raw, place }: FastifyRequest): void {
  const connection = connectionOf(raw.socket);
  if (place <= connection.refusedAfter) return;
  // The answer to this request reports the refusal.
  connection.sendRefusal = null;
  throw connection.refusal!;
}

/** Called when the answer has been sent. */
export function leave({ raw, place }: FastifyRequest): void {
  if (place === 0) return;
  const connection = connectionOf(raw.socket);
  connection.unanswered--;
  // Otherwise the request would stay in memory until the next one arrives, and outlive the young generation.
  if (connection.latest === raw) connection.latest = null;
  if (connection.sendRefusal && isFree(connection)) {
    connection.sendRefusal();
    connection.sendRefusal = null;
  }
}

/** Ignores the last request while its body is incomplete. */
const isFree = ({ unanswered, latest }: Connection) => unanswered - (latest && !latest.complete ? 1 : 0) <= 0;

/**
 * Refuses a connection on which the last input is not a valid request or never becomes complete. Nothing after it can
 * be parsed.
 * The refusal is sent after the answers to the earlier requests: the client takes the next answer for the earliest open
 * request.
 */
export function breakOff(socket: Socket, refusal: Refusal, sendRefusal: () => void): void {
  const connection = connectionOf(socket);
  if (connection.refusal) return;
  connection.refusal = refusal;
  connection.refusedAfter = connection.count - (connection.latest && !connection.latest.complete ? 1 : 0);
  if (isFree(connection)) sendRefusal();
  else connection.sendRefusal = sendRefusal;
}

/** Called with each answer. No request after one that closes the connection is begun: its answer could not be sent. */
export function sayWhetherLast({ raw, place }: FastifyRequest, reply: FastifyReply, closing: boolean): void {
  const connection = connectionOf(raw.socket);
  if (closing && place === connection.count) reply.header('Connection', 'close');
  if (reply.getHeader('connection') !== 'close') return;
  connection.refusal ??= new Refusal(
    'service_unavailable',
    'The connection was closed before the request was processed',
  );
  connection.refusedAfter = Math.min(connection.refusedAfter, place);
}
