/** A statement with a name is parsed and planned once for each connection. */
export type Statement = {
  readonly name: string;
  readonly text: string;
  /** PostgreSQL cancels the statement after this many milliseconds, instead of the connection's statement_timeout. */
  readonly withinMs?: number;
};
