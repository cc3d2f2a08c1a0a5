import { EPOCH, HEADER, oids, writeHeader } from './arrays.ts';

/**
 * An array parameter as `arrays.ts` writes it, grown by one element at a time. What waits for its statement is bytes then: as objects
 * it would outlive the young generation, and most of the old one would be what was written long ago.
 */
export type Column<T> = {
  push(value: T | null): void;
  /** The array. It is a part of this column's memory, which `clear` gives to the next. */
  array(): Buffer;
  clear(): void;
  readonly length: number;
  /** Bytes of memory that it holds. */
  readonly held: number;
};

const FIRST = 1024;

/**
 * @param most bytes that an element may take
 * @param write an element's bytes at a place. @returns how many they are
 */
function growing<T>(
  oid: number,
  most: (value: T) => number,
  write: (bytes: Buffer, value: T, at: number) => number,
): () => Column<T> {
  return () => {
    let bytes = Buffer.allocUnsafeSlow(FIRST);
    let at = HEADER;
    let length = 0;
    let hasNull = false;
    const makeRoom = (end: number) => {
      if (end <= bytes.length) return;
      const larger = Buffer.allocUnsafeSlow(Math.max(end, 2 * bytes.length));
      bytes.copy(larger, 0, 0, at);
      bytes = larger;
    };
    return {
      push(value) {
        makeRoom(at + 4 + (value === null ? 0 : most(value)));
        const size = value === null ? -1 : write(bytes, value, at + 4);
        bytes.writeInt32BE(size, at);
        at += 4 + Math.max(size, 0);
        length++;
        if (value === null) hasNull = true;
      },
      array() {
        const header = writeHeader(bytes, oid, length, hasNull);
        return bytes.subarray(0, length === 0 ? header : at);
      },
      clear() {
        at = HEADER;
        length = 0;
        hasNull = false;
      },
      get length() {
        return length;
      },
      get held() {
        return bytes.length;
      },
    };
  };
}

export const int2Column = growing<number>(
  oids.int2,
  () => 2,
  (bytes, value, at) => bytes.writeInt16BE(value, at) - at,
);
export const int4Column = growing<number>(
  oids.int4,
  () => 4,
  (bytes, value, at) => bytes.writeInt32BE(value, at) - at,
);
/** Milliseconds since 1970. */
export const timeColumn = growing<number>(
  oids.timestamptz,
  () => 8,
  (bytes, ms, at) => bytes.writeBigInt64BE(BigInt(ms) * 1000n - EPOCH, at) - at,
);
/** No character takes more than three bytes for each of its code units. */
export const textColumn = growing<string>(
  oids.text,
  (text) => text.length * 3,
  (bytes, text, at) => bytes.write(text, at),
);
