import type { Statement } from './statement.ts';

/** One statement of a batch, and whether the connection still has to parse and describe it. */
export type EncodableStatement = {
  readonly statement: Statement;
  readonly values: readonly (string | Buffer | null)[];
  readonly parse: boolean;
  readonly describe: boolean;
};

/** Complete messages with code and length: Sync, Describe of the unnamed portal, Execute of it without a row limit. */
const SYNC = 5;
const DESCRIBE = 7;
const EXECUTE = 10;

const TEXT = 0;
const BINARY = 1;

const sizeOf = (value: string | Buffer | null) =>
  value === null ? 0 : typeof value === 'string' ? Buffer.byteLength(value) : value.length;

/**
 * Encodes the messages of a batch as PostgreSQL's protocol 3.0 defines them (Parse, Bind, Describe, Execute, and one
 * Sync). It allocates one buffer of the exact size; `pg` allocates one for each message, which grows with each
 * parameter.
 */
export function encodeBatch(statements: readonly EncodableStatement[]): Buffer {
  let size = SYNC;
  const sizes = statements.map(({ statement, values, parse, describe }) => {
    const name = Buffer.byteLength(statement.name) + 1;
    const text = parse ? Buffer.byteLength(statement.text) + 1 : 0;
    const lengths = values.map(sizeOf);
    const bind = 4 + 1 + name + 2 + 2 * values.length + 2 + lengths.reduce((sum, length) => sum + 4 + length, 0) + 4;
    size += (parse ? 1 + 4 + name + text + 2 : 0) + 1 + bind + (describe ? DESCRIBE : 0) + EXECUTE;
    return { name, text, lengths, bind };
  });

  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  const cstring = (text: string, length: number) => {
    bytes.write(text, at);
    at += length;
    bytes[at - 1] = 0;
  };
  const begin = (code: string, length: number) => {
    bytes[at] = code.charCodeAt(0);
    at = bytes.writeInt32BE(length, at + 1);
  };
  statements.forEach(({ statement, values, parse, describe }, i) => {
    const { name, text, lengths, bind } = sizes[i]!;
    if (parse) {
      begin('P', 4 + name + text + 2);
      cstring(statement.name, name);
      cstring(statement.text, text);
      at = bytes.writeInt16BE(0, at);
    }
    begin('B', bind);
    cstring('', 1);
    cstring(statement.name, name);
    at = bytes.writeInt16BE(values.length, at);
    for (const value of values) at = bytes.writeInt16BE(value instanceof Buffer ? BINARY : TEXT, at);
    at = bytes.writeInt16BE(values.length, at);
    values.forEach((value, place) => {
      at = bytes.writeInt32BE(value === null ? -1 : lengths[place]!, at);
      if (typeof value === 'string') bytes.write(value, at);
      else value?.copy(bytes, at);
      at += lengths[place]!;
    });
    at = bytes.writeInt16BE(1, at);
    at = bytes.writeInt16BE(TEXT, at);
    if (describe) {
      begin('D', 6);
      cstring('P', 2);
    }
    begin('E', 9);
    cstring('', 1);
    at = bytes.writeInt32BE(0, at);
  });
  begin('S', 4);
  return bytes;
}
