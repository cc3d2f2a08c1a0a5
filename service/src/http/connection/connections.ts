import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../kernel/refusal.ts';

/** Requests that follow each other on one, by pipelining before the first is answered, are answered in their order (RFC 9112 §9.3.2). */
type Connection = {
  /** How many have come. */
  count: number;
  /** The headers of the last have; its body may be on its way. */
  latest: IncomingMessage | null;
  unanswered: number;
  /** What all that come behind this many are told. */
  refusal: Refusal | null;
  refusedAfter: number;
  /** Told once what came before is answered. */
  tell: (() => void) | null;
};

const connections = new WeakMap<Socket, Connection>();

function connectionOf(socket: Socket): Connection {
  let connection = connections.get(socket);
  if (!connection) {
    connection = { count: 0, latest: null, unanswered: 0, refusal: null, refusedAfter: Infinity, tell: null };
    connections.set(socket, connection);
  }
  return connection;
}

/** Called when its headers have come. */
export function enter(request: FastifyRequest): void {
  const connection = connectionOf(request.raw.socket);
  connection.latest = request.raw;
  connection.unanswered++;
  request.place = ++connection.count;
}

/**
 * Called before it is carried out. Nothing is done of what was told no: whoever was sends it anew, under another key perhaps.
 * @throws Refusal what its connection was told
 */
export function begin({ raw, place }: FastifyRequest): void {
  const connection = connectionOf(raw.socket);
  if (place <= connection.refusedAfter) return;
  // Its own answer says so.
  connection.tell = null;
  throw connection.refusal!;
}

/** Called when its answer has left. */
export function leave({ raw, place }: FastifyRequest): void {
  if (place === 0) return;
  const connection = connectionOf(raw.socket);
  connection.unanswered--;
  // Kept until the next one comes, it would outlive the young generation.
  if (connection.latest === raw) connection.latest = null;
  if (connection.tell && isFree(connection)) {
    connection.tell();
    connection.tell = null;
  }
}

/** What has not come whole waits for nothing. */
const isFree = ({ unanswered, latest }: Connection) => unanswered - (latest && !latest.complete ? 1 : 0) <= 0;

/**
 * What came last is no request, or never comes whole, and nothing that follows can be made out. It is told so after the answers of
 * those before it: the next answer on the wire is theirs.
 */
export function breakOff(socket: Socket, refusal: Refusal, tell: () => void): void {
  const connection = connectionOf(socket);
  if (connection.refusal) return;
  connection.refusal = refusal;
  connection.refusedAfter = connection.count - (connection.latest && !connection.latest.complete ? 1 : 0);
  if (isFree(connection)) tell();
  else connection.tell = tell;
}

/** Called with each answer. Behind one that ends the connection nothing is begun: nobody would hear of it. */
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
