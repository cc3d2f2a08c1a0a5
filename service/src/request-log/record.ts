import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Watch } from '../http/mount-options.ts';
import type { Caller } from '../kernel/command.ts';
import { maskAnswered, maskAsked, maskLine } from './mask.ts';
import { type Logged, openRows, type Rows } from './rows.ts';
import { insertRequests } from './store.ts';

/** Requests within this time are written together, with one statement. */
const GATHER_MS = 1_000;
const MOST_AT_ONCE = 1_000;
/** The most requests and characters that wait while the database is slow. Further ones are dropped. */
const MOST_WAITING = 5_000;
const MOST_CHARACTERS = 16 * 1024 * 1024;
/** The most of each body. */
const MOST_OF_BODY = 8 * 1024;
/** A buffer that grew above this for long bodies is not reused. */
const MOST_HELD = 4 * 1024 * 1024;

export type RequestLog = Watch & { stop(): Promise<void> };

export type RequestLogOptions = {
  readonly onOutcome: (outcome: 'written' | 'dropped', count: number) => void;
  readonly onError: (error: unknown) => void;
  /** Whether there is room for more of the caller's world, and how much it used. */
  readonly quota?: { hasRoom(caller: Caller): boolean; count(caller: Caller, characters: number): void } | undefined;
};

const cut = (text: string | null) => text && (text.length > MOST_OF_BODY ? text.slice(0, MOST_OF_BODY) : text);
const ERROR_CODE = /"code":"(\w+)"/;

/**
 * The requests of integrations and their answers, written apart from the requests: collected in memory, masked, and
 * written each second. Reads by people are left out (a dashboard would fill the log with its own requests), and so are
 * bodies of successful reads.
 */
export function openRequestLog(db: Database, options: RequestLogOptions): RequestLog {
  const { onOutcome, quota } = options;
  let gathering = openRows();
  const full: Rows[] = [];
  const spare: Rows[] = [];
  let waiting = 0;
  let characters = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let stopped = false;

  const setAside = () => {
    if (gathering.count === 0) return;
    full.push(gathering);
    gathering = spare.pop() ?? openRows();
  };

  const write = (): Promise<void> => {
    timer = null;
    writing ??= (async () => {
      if (full.length === 0) setAside();
      for (let rows = full.shift(); rows; rows = full.shift()) {
        await writeRows(db, rows, options);
        waiting -= rows.count;
        characters -= rows.characters;
        rows.clear();
        if (spare.length < 2 && rows.held <= MOST_HELD) spare.push(rows);
        if (stopped) setAside();
      }
      writing = null;
      if (waiting > 0 && !stopped) timer ??= setTimeout(write, GATHER_MS);
    })();
    return writing;
  };

  return {
    answered: (request, body) => {
      if (typeof body === 'string') request.answer = body;
    },
    note: (request, reply) => {
      const caller = callerToLog(request);
      if (!caller) return;
      if (waiting >= MOST_WAITING || characters >= MOST_CHARACTERS || quota?.hasRoom(caller) === false)
        return onOutcome('dropped', 1);
      const row = rowOf(request, reply, caller);
      const added = gathering.add(row);
      characters += added;
      quota?.count(caller, added);
      waiting++;
      if (gathering.count >= MOST_AT_ONCE) setAside();
      if (writing) return;
      if (full.length === 0) timer ??= setTimeout(write, GATHER_MS);
      else {
        if (timer) clearTimeout(timer);
        write();
      }
    },
    stop: async () => {
      stopped = true;
      if (timer) clearTimeout(timer);
      await writing;
      await write();
    },
  };
}

async function writeRows(db: Database, rows: Rows, { onOutcome, onError }: RequestLogOptions): Promise<void> {
  try {
    await insertRequests(db, rows);
    onOutcome('written', rows.count);
  } catch (error) {
    // This is only a log: rows that cannot be written are dropped and counted.
    onError(error);
    onOutcome('dropped', rows.count);
  }
}

/** Requests with a key, and people's changes to an integration. */
function callerToLog({ caller, method }: FastifyRequest): Caller | null {
  if (caller?.kind === 'key') return caller;
  return caller?.integration && method !== 'GET' ? caller : null;
}

/** One row of the log, with its bodies masked and cut. */
function rowOf(request: FastifyRequest, reply: FastifyReply, caller: Caller): Logged {
  const isRead = request.method === 'GET';
  const failed = reply.statusCode >= 400;
  const answer = failed || !isRead ? request.answer : null;
  const key = request.headers['idempotency-key'];
  return {
    world: caller.world,
    id: request.id,
    at: Math.trunc(Date.now() - reply.elapsedTime),
    method: request.method,
    path: request.url.split('?', 1)[0]!,
    status: reply.statusCode,
    // A stream may be open for longer than the column can hold, 24 days.
    durationMs: Math.min(Math.round(reply.elapsedTime), 2 ** 31 - 1),
    errorCode: failed ? (ERROR_CODE.exec(answer ?? '')?.[1] ?? null) : null,
    keyId: caller.kind === 'key' ? caller.id : null,
    personId: caller.kind === 'key' ? null : caller.id,
    idempotencyKey: typeof key === 'string' ? maskLine(key.slice(0, 257)) : null,
    // A disconnected client has no address any more.
    address: (request.ip as string | undefined) ?? null,
    requestBody: cut(maskAsked(request.body)),
    responseBody: answer === null ? null : cut(maskAnswered(answer)),
  };
}
