/** A statement with a name is parsed and planned once for each connection. */
export type Statement = {
  readonly name: string;
  readonly text: string;
  /** Milliseconds after which PostgreSQL cancels it, in place of the connection's own statement_timeout. */
  readonly withinMs?: number;
};
