/** Where documents' bytes are stored. A name is an id that is used once, and never a user's file name. */
export type DocumentStore = {
  /** Durable when it resolves, and never partial. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  get(name: string): Promise<Buffer | null>;
  /** Succeeds also if the document does not exist. */
  delete(name: string): Promise<void>;
};

/** An id is one segment of a path or URL and needs no escaping. Anything else is refused here. */
export function checkName(name: string): void {
  if (!/^[a-z]{2,8}_[0-9a-z]{26}$/.test(name)) throw new TypeError("a document's name must be an id");
}
