/** A file in the place of a rail. */
export type FoundFile = {
  readonly source: 'directory' | 'sftp';
  readonly name: string;
  readonly size: number;
  /** The hash of its bytes; null if it is only known once they are here. */
  readonly sha256: Buffer | null;
  open(): AsyncIterable<Uint8Array>;
};
