import type { Readable } from 'node:stream';
import type { InputOf, QueryOf, Route } from '../../../contract/src/route.ts';
import type { routes } from '../../../contract/src/routes.ts';
import type { Database } from '../db/database.ts';
import type { Caller, Command } from '../kernel/command.ts';
import type { Answer, Mount } from '../kernel/operation.ts';
import type { Examiner } from './bulk.ts';
import type { Download } from './files.ts';

/** Details of the request that a read may need. */
export type Asked = Pick<Command<unknown>, 'requestId' | 'address'> & {
  /** The client wants CSV, on a route that offers it. */
  readonly csv: boolean;
  /** The type of file that the client prefers, on a route that offers several. */
  readonly type: string;
  /** For a stream: the last event that the client has, and a check that it may still listen. */
  readonly lastEventId: string | undefined;
  readonly check: () => Promise<Caller>;
};
/** Reads. The result is the serialised body, or the file where the route returns one. `url` is the requested path. */
export type Read<R extends Route> = (
  caller: Caller,
  query: QueryOf<R>,
  url: string,
  asked: Asked,
) => Promise<R extends { ok: { download: object } } ? Download : string | Readable>;
/** Changes, carried out through `once`. */
export type Change<R extends Route> = (command: Command<InputOf<R>>) => Promise<Answer>;
/** Changes that take a long list. Each body has its own validation, before anything is changed. */
export type BulkChange<Checked = unknown> = {
  validate(caller: Caller): Examiner & { accept(fields: Readonly<Record<string, unknown>>): Checked };
  change(command: Command<Checked>): Promise<Answer>;
};

/** A file that is arriving. `bytes` is read once. */
export type Arrival<Query = unknown> = Pick<Command<unknown>, 'caller' | 'requestId' | 'address'> & {
  readonly query: Query;
  readonly bytes: AsyncIterable<Uint8Array>;
};
/** Changes whose body is a file: it is stored while it arrives, then the change is carried out. */
export type StreamChange<Query = unknown, Stored = unknown> = {
  receive(arrival: Arrival<Query>): Promise<{ readonly input: Stored; readonly digest: string }>;
  change(command: Command<Stored>): Promise<Answer>;
};

/** The request of a route below /auth. */
export type AuthRequest<Input> = {
  /** Null where anyone may call. */
  readonly caller: Caller | null;
  readonly input: Input;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string | null;
  readonly authorization: string | undefined;
  /** The client's proof that its person logged in from this device before. */
  readonly device: { readonly cookie: string | null; readonly token: string | null };
  /** Aborted when the client disconnects before its answer. */
  readonly gone: AbortSignal;
};
/** Routes below /auth, without an idempotency key. The result is the serialised body; empty for 204. */
export type Act<R extends Route> = (request: AuthRequest<InputOf<R> & QueryOf<R>>) => Promise<string>;

type Routes = typeof routes;
type HandlerOf<R extends Route> = R extends { path: `/auth/${string}` }
  ? Act<R>
  : R extends { method: 'GET' }
    ? Read<R>
    : R extends { bulk: object }
      ? BulkChange
      : R extends { upload: { streamed: true } }
        ? StreamChange<QueryOf<R>>
        : Change<R>;
export type Handlers = { readonly [K in keyof Routes]: HandlerOf<Routes[K]> };
export type Handler = Read<Route> | Change<Route> | BulkChange | StreamChange | Act<Route>;

type ListRead<Query> = (db: Database, caller: Caller, query: Query, url: string) => Promise<string>;

/** How the handlers of a feature reach the database. */
export type Access = {
  readonly db: Database;
  /** The database on behalf of the caller's world: for reads that may take long. */
  readonly onBehalfOf: (caller: Caller) => Database;
  /** Where lists, exports and reports of this caller read: on a standby, if there is one that may answer. */
  readonly readsOf: (caller: Caller) => Promise<Database> | Database;
  /** Makes an operation on many commands into what one request calls. */
  readonly idempotent: Mount;
  /** Prepares a change outside its transaction, unless the command's key was answered already: then null. */
  readonly unlessAnswered: <T>(command: Command<unknown>, work: () => Promise<T>) => Promise<T | null>;
  /** A list, with its share of connections for each world. Equal concurrent requests share one read. */
  readonly list: <Query>(read: ListRead<Query>) => (caller: Caller, query: Query, url: string) => Promise<string>;
};
