const utf8 = new TextEncoder();

/** HMAC-SHA-256 over the concatenated parts. It uses WebCrypto because every runtime has it. */
export async function hmac(key: string | Uint8Array, ...parts: (string | Uint8Array)[]): Promise<Uint8Array> {
  const raw = new Uint8Array(bytesOf(key));
  const imported = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, concat(parts.map(bytesOf))));
}

export const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
export const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

const bytesOf = (part: string | Uint8Array) => (typeof part === 'string' ? utf8.encode(part) : part);

function concat(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
