// Verifies a signed document without the service: node scripts/verify-document.mjs <file> <file.jws> <keys.json>
// keys.json is what /.well-known/document-keys.json answers. It needs Node ≥ 20 and no packages.
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * @param bytes the document
 * @param jws its detached JWS (RFC 7515, appendix F): header, two points, signature
 * @param keys a JSON Web Key Set
 * @returns {string} the id of the key that signed it
 * @throws {Error} why it does not verify
 */
export function verifyDocument(bytes, jws, { keys }) {
  const [header, payload, signature, ...more] = jws.trim().split('.');
  if (payload !== '' || !signature || more.length > 0) throw new Error('the signature is not a detached JWS');
  const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
  if (alg !== 'EdDSA') throw new Error(`the algorithm ${alg} is not EdDSA`);
  const jwk = keys.find((key) => key.kid === kid);
  if (!jwk) throw new Error(`the keys have no key ${kid}`);
  const signed = Buffer.from(`${header}.${bytes.toString('base64url')}`);
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  if (!verify(null, signed, key, Buffer.from(signature, 'base64url'))) {
    throw new Error('the document was changed, or another key signed it');
  }
  return kid;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [file, jws, keys] = process.argv.slice(2);
  if (!keys) {
    console.error('usage: node scripts/verify-document.mjs <file> <file.jws> <keys.json>');
    process.exit(2);
  }
  try {
    const kid = verifyDocument(readFileSync(file), readFileSync(jws, 'utf8'), JSON.parse(readFileSync(keys, 'utf8')));
    console.log(`${file} is as it was signed, by the key ${kid}.`);
  } catch (error) {
    console.error(`${file} does not verify: ${error.message}`);
    process.exit(1);
  }
}
