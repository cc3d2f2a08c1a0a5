import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant('Café Ndèye <b>');
});
after(() => service.stop());

const get = (path: string, accept?: string) =>
  fetch(`${service.base}/api/v1${path}`, {
    headers: { authorization: `Bearer ${shop.key}`, ...(accept ? { accept } : {}) },
  });
const link = async (fields: object = {}) =>
  (await shop.call('POST', '/links', { amount: 12_500, currency: 'XOF', name: 'Bread', ...fields })).body;
const textOf = async (answer: Awaited<ReturnType<typeof get>>) => {
  const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ');
};

it('the Accept header chooses the format, and SVG is the default', async () => {
  const { id } = await link();
  const cases = [
    [undefined, 'image/svg+xml', '<svg'],
    ['*/*', 'image/svg+xml', '<svg'],
    ['image/png', 'image/png', '\x89PNG'],
    ['image/svg+xml;q=0.5, application/pdf', 'application/pdf', '%PDF'],
    ['image/*', 'image/svg+xml', '<svg'],
  ] as const;
  for (const [accept, type, start] of cases) {
    const answer = await get(`/links/${id}/qr`, accept);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type')?.split(';')[0], type, String(accept));
    assert.match(answer.headers.get('vary') ?? '', /accept/i);
    assert.match(
      answer.headers.get('content-disposition')!,
      new RegExp(`attachment; filename="${id}\\.(svg|png|pdf)"`),
    );
    assert.ok(
      Buffer.from(await answer.arrayBuffer())
        .toString('latin1')
        .startsWith(start),
      String(accept),
    );
  }
  const none = await get(`/links/${id}/qr`, 'text/html');
  assert.equal(none.status, 406);
  assert.equal(((await none.json()) as any).error.code, 'not_acceptable');
});

it('the sheet names merchant, amount and address, in the language of the page or of the request', async () => {
  const made = await link({ locale: 'fr' });
  const text = await textOf(await get(`/links/${made.id}/qr`, 'application/pdf'));
  for (const part of ['Café Ndèye <b>', 'Bread', '12 500 XOF', made.url, 'Scannez', 'TEST'])
    assert.ok(text.includes(part), part);
  const open = await link({ amount: null });
  assert.match(
    await textOf(await get(`/links/${open.id}/qr?language=sw`, 'application/pdf')),
    /Unaandika kiasi mwenyewe/,
  );
  assert.equal((await get(`/links/${open.id}/qr?language=de`, 'application/pdf')).status, 400);
});

it('a session has a code too, and another merchant finds neither', async () => {
  const session = (await shop.call('POST', '/checkout/sessions', { amount: 700, currency: 'XOF' })).body;
  const text = await textOf(await get(`/checkout/sessions/${session.id}/qr`, 'application/pdf'));
  assert.ok(text.includes('700 XOF') || text.includes('XOF 700'), text);
  assert.ok(text.replace(/ /g, '').includes(session.url), text);
  const other = await service.merchant();
  const { id } = await link();
  assert.deepEqual(refusal(await other.call('GET', `/links/${id}/qr`)), [404, 'not_found']);
  assert.deepEqual(refusal(await other.call('GET', `/checkout/sessions/${session.id}/qr`)), [404, 'not_found']);
});
