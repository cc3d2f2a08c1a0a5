import type { DemoOperator } from './operators.ts';
import { type Call, caller, chapter, expect, say } from './print.ts';
import type { Received } from './receiver.ts';

/** One grey pixel: the smallest PNG. */
const photograph = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

/** A customer submits their identity, and a compliance operator decides. */
export async function showKyc(
  base: string,
  customer: Call,
  { email, password }: DemoOperator,
  arrives: (type: string, id: string) => Promise<Received>,
): Promise<void> {
  chapter('A customer who verifies their identity');
  const document = (await customer('POST', '/kyc/documents', photograph)).body;
  const person = { name: 'Awa Ndiaye', date_of_birth: '1990-04-23' };
  const paper = { document_type: 'passport', document_number: 'A01234567', documents: [document.id] };
  const submitted = (await customer('POST', '/kyc/submissions', { ...person, ...paper })).body;
  say(`POST /kyc/documents → ${document.id}; POST /kyc/submissions → ${submitted.id}, ${submitted.status}`);
  const { access_token: key } = (await caller({ base })('POST', '/auth/operator/login', { email, password })).body;
  const operator = caller({ base, key });
  const decided = (await operator('POST', `/operator/kyc/submissions/${submitted.id}/approve`)).body;
  expect(decided.status === 'approved', 'an operator approves');
  const me = (await customer('GET', '/me')).body;
  const { event } = await arrives('kyc.updated', me.id);
  expect(me.kyc === 'verified' && event.data.object.kyc !== 'none', 'the customer is verified');
  say(`an operator approves it: the customer is ${me.kyc}, tier ${me.kyc_tier}; kyc.updated arrived`);
}
