import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Reply } from './harness.ts';
import type { TestPerson } from './person.ts';

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc = (bytes: Buffer) => (bytes.reduce((c, byte) => crcTable[(c ^ byte) & 255]! ^ (c >>> 8), ~0) ^ ~0) >>> 0;

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/** A PNG of one grey pixel, with random bytes so that no two are the same. */
export function png(text: Buffer = randomBytes(16)): Buffer {
  const size = Buffer.from('00000001000000010800000000', 'hex');
  const comment = Buffer.concat([Buffer.from('Comment\0'), text]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('tEXt', comment),
    chunk('IDAT', deflateSync(Buffer.alloc(2))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
export const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n', 'latin1');

export const upload = (
  who: TestPerson,
  bytes: Uint8Array = png(),
  type = 'image/png',
  headers: Record<string, string> = {},
): Promise<Reply> => who.call('POST', '/kyc/documents', bytes, { 'content-type': type, ...headers });

export const awa = {
  name: 'Awa Diop',
  date_of_birth: '1990-04-23',
  document_type: 'passport',
  document_number: 'A-0123 4567',
};

export const submit = (who: TestPerson, fields: object = {}, headers?: Record<string, string>): Promise<Reply> =>
  who.call('POST', '/kyc/submissions', { ...awa, ...fields }, headers);

/** A pending submission with one document. */
export async function submitted(who: TestPerson, fields: object = {}): Promise<any> {
  const document = await upload(who);
  const { status, body, text } = await submit(who, { documents: [document.body.id], ...fields });
  if (status !== 201) throw new Error(text);
  return body;
}

export const decide = (
  who: TestPerson,
  id: string,
  verdict: 'approve' | 'reject',
  body: object = verdict === 'approve' ? {} : { reason: 'The photograph cannot be read' },
  headers?: Record<string, string>,
): Promise<Reply> => who.call('POST', `/operator/kyc/submissions/${id}/${verdict}`, body, headers);

export const kycOf = async (who: TestPerson) => (await who.call('GET', '/me')).body.kyc;

/** The bytes of a file, without the harness, which reads text. */
export async function download(base: string, who: TestPerson, id: string) {
  const response = await fetch(`${base}/api/v1/kyc/documents/${id}`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
