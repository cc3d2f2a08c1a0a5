import pg from 'pg';

/** The slot that keeps WAL in the database's directory until the store has it. */
export const SLOT = 'rialto_backup';

export type WalStream = {
  /** Resolves when the stream has ended after `stop`, and rejects if it broke. */
  readonly ended: Promise<void>;
  /** Lets PostgreSQL remove the WAL before this position. */
  confirm(position: bigint): void;
  /** Reads no more until `resume`. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

/** Methods of a connection that the types of `pg` omit. */
type CopyBoth = { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void };

export type StreamOptions = {
  readonly url: string;
  readonly from: bigint;
  /** Gets the WAL in order. PostgreSQL sends only what it has flushed, so no byte changes later. */
  readonly onWal: (bytes: Buffer) => void;
  /** Asked after each piece. The stream then pauses until `resume`. */
  readonly isFull: () => boolean;
};

/** PostgreSQL ends a connection that is silent for a minute. */
const STATUS_EVERY_MS = 10_000;

/** A position as PostgreSQL writes it, such as `0/3000028`. */
const formatLsn = (position: bigint): string =>
  `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xffff_ffffn).toString(16).toUpperCase()}`;

export function parseLsn(text: string): bigint {
  const [high, low] = text.split('/').map((part) => BigInt(`0x${part}`));
  return (high! << 32n) | low!;
}

/**
 * Streams WAL by the replication protocol, as pg_receivewal does. Only one process can stream from the slot at a time.
 * @throws 55006 while another process does
 */
export async function streamWal({ url, from, onWal, isFull }: StreamOptions): Promise<WalStream> {
  const client = new pg.Client({
    connectionString: url,
    replication: 'true',
    application_name: SLOT,
  } as object);
  await client.connect();
  const connection = client.connection as pg.Connection & CopyBoth;
  let confirmed = from;
  const report = () => connection.sendCopyFromChunk(statusOf(confirmed));
  const take = (bytes: Buffer) => {
    onWal(bytes);
    if (isFull()) connection.stream.pause();
  };
  const query = new WalQuery(from, take, report);
  const broken = Promise.withResolvers<never>();
  client.on('error', broken.reject);
  client.on('end', () => broken.reject(new Error('the WAL stream ended')));
  client.query(query as unknown as pg.QueryConfig);
  const timer = setInterval(report, STATUS_EVERY_MS);
  const ended = Promise.race([query.ended, broken.promise]).finally(() => clearInterval(timer));
  ended.catch(() => {});
  await Promise.race([query.started, ended]).catch(async (error) => {
    await client.end();
    throw error;
  });
  return {
    ended,
    confirm: (position) => {
      confirmed = position;
      report();
    },
    pause: () => connection.stream.pause(),
    resume: () => connection.stream.resume(),
    stop: async () => {
      connection.stream.resume();
      report();
      connection.endCopyFrom();
      await ended.catch(() => {});
      await client.end().catch(() => {});
    },
  };
}

/** `Standby status update`: written, flushed and applied, the time, and no request for an answer. */
function statusOf(position: bigint): Buffer {
  const message = Buffer.alloc(34);
  message[0] = 0x72;
  for (const at of [1, 9, 17]) message.writeBigUInt64BE(position, at);
  return message;
}

/** The interface that `pg` requires of a query whose answer is more than rows. */
class WalQuery {
  readonly #started = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  readonly started = this.#started.promise;
  readonly ended = this.#ended.promise;
  readonly #from: bigint;
  #next: bigint;
  readonly #take: (bytes: Buffer) => void;
  readonly #report: () => void;

  constructor(from: bigint, take: (bytes: Buffer) => void, report: () => void) {
    this.#from = from;
    this.#next = from;
    this.#take = take;
    this.#report = report;
    for (const promise of [this.started, this.ended]) promise.catch(() => {});
  }

  submit(connection: pg.Connection): void {
    connection.once('replicationStart', () => this.#started.resolve());
    connection.query(`START_REPLICATION SLOT ${SLOT} PHYSICAL ${formatLsn(this.#from)}`);
  }

  /** `w` is WAL with its position; `k` asks whether we are alive, in its last byte. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] === 0x77) this.#takeWal(chunk);
    else if (chunk[0] === 0x6b && chunk[17] === 1) this.#report();
  }

  #takeWal(chunk: Buffer): void {
    if (chunk.readBigUInt64BE(1) !== this.#next) {
      this.#ended.reject(new Error('the WAL stream has a gap'));
      return;
    }
    this.#next += BigInt(chunk.length - 25);
    this.#take(Buffer.from(chunk.subarray(25)));
  }

  handleReadyForQuery(): void {
    this.#started.resolve();
    this.#ended.resolve();
  }

  handleError(error: Error): void {
    this.#started.reject(error);
    this.#ended.reject(error);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}
