import type { Upload } from './answer.ts';

/** One call of one API operation. */
export type Operation = {
  method: string;
  path: string;
  query?: object | undefined;
  body?: object | undefined;
  file?: Upload;
  /** The operation accepts an Idempotency-Key, so the request may be retried. */
  keyed?: boolean;
  /** The kind of response, where it is not JSON. */
  answer?: 'text' | 'file';
};

/** The parts of an operation besides its method and path. */
type Parts = Omit<Operation, 'method' | 'path'>;

/** The paths of the generated resources are relative to this one. */
const ROOT = '/api/v1';

export const GET = (path: string, parts?: Parts): Operation => ({ method: 'GET', path: ROOT + path, ...parts });
export const PATCH = (path: string, parts?: Parts): Operation => ({ method: 'PATCH', path: ROOT + path, ...parts });
export const DELETE = (path: string, parts?: Parts): Operation => ({ method: 'DELETE', path: ROOT + path, ...parts });
/** A POST accepts an Idempotency-Key, unless it says `keyed: false`. */
export const POST = (path: string, parts?: Parts): Operation => ({
  method: 'POST',
  path: ROOT + path,
  keyed: true,
  ...parts,
});

/** An empty id would request the list instead of the record; `.` and `..` would request a parent path. */
export function segment(name: string, value: string): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
    const got = typeof value === 'string' ? `'${value}'` : typeof value;
    throw new TypeError(`${name} must be the id of a record, a string; got ${got}`);
  }
  return encodeURIComponent(value);
}

/** `{ created_at: { gte } }` becomes `created_at[gte]`. Undefined values are left out. */
export function queryString(query: object = {}): string {
  const parameters = new URLSearchParams();
  const add = (name: string, value: unknown) => {
    if (value === undefined || value === null) return;
    if (value instanceof Date) parameters.append(name, value.toISOString());
    else if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    } else parameters.append(name, String(value));
  };
  for (const [name, value] of Object.entries(query)) add(name, value);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
