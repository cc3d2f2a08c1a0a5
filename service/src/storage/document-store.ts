/** Where documents' bytes are. A name is an id, given once: nothing of what a person calls a file. */
export type DocumentStore = {
  /** Durable when it resolves; all of it or nothing. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  get(name: string): Promise<Buffer | null>;
  /** Also when it is not there. */
  delete(name: string): Promise<void>;
};

/** An id is one segment of a path or URL and needs no escaping; everything else stops here. */
export function checkName(name: string): void {
  if (!/^[a-z]{2,8}_[0-9a-z]{26}$/.test(name)) throw new TypeError("a document's name must be an id");
}
