import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { extractText, getDocumentProxy } from 'unpdf';

/**
 * Checks a detached signature as docs/close-the-day.md tells.
 * @throws if it is not that of these bytes
 */
export async function verifyDocument(base: string, bytes: Uint8Array, jws: string): Promise<void> {
  const keys = (await (await fetch(`${base}/.well-known/document-keys.json`)).json()) as JSONWebKeySet;
  const [header, signature] = jws.split('..');
  await compactVerify(`${header}.${Buffer.from(bytes).toString('base64url')}.${signature}`, createLocalJWKSet(keys));
}

/** The text of a PDF. */
export const readPdf = async (bytes: Uint8Array): Promise<string> =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text;
