import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { decimalOf, writeCsv } from '../../src/closes/write-csv.ts';
import { writePdf } from '../../src/closes/write-pdf.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { openProviderBooks, slug } from '../support/provider-books.ts';
import { readPdf, verifyDocument } from '../support/read-document.ts';

let service: TestService;
let maker: TestPerson;
let checker: TestPerson;
let id: string;
const day = '2026-10-01';

before(async () => {
  service = await startTestService();
  [maker, checker] = [await makeOperator(service, 'finance'), await makeOperator(service, 'finance')];
  const books = await openProviderBooks(service);
  await books.book({ amount: 123_456n, day, receipt: 'A' });
  await books.statement(
    [
      { operation: 'A', amount: 123_456n, day },
      { operation: '=HYPERLINK("x")', amount: 1_00n, day },
    ],
    [day, day],
    { closing: 123_556n },
  );
  await books.reconcile();
  const closed = await maker.call('POST', '/operator/closes', { rail: slug, day });
  assert.equal(closed.status, 201, closed.text);
  id = closed.body.id;
});
after(() => service.stop());

const file = async (name: string, who = maker) => {
  const path = `${service.base}/api/v1/operator/closes/${id}/files/${name}`;
  const reply = await fetch(path, { headers: { authorization: `Bearer ${who.token}` } });
  return {
    status: reply.status,
    type: reply.headers.get('content-type'),
    bytes: new Uint8Array(await reply.arrayBuffer()),
  };
};

const verify = (bytes: Uint8Array, jws: string) => verifyDocument(service.base, bytes, jws);

/** `scripts/verify-document.mjs`, which shares no code with the service. */
async function runScript(bytes: Uint8Array, jws: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rialto-verify-'));
  const keys = await (await fetch(`${service.base}/.well-known/document-keys.json`)).text();
  const files = Object.entries({ document: bytes, 'document.jws': jws, 'keys.json': keys }).map(([name, content]) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  });
  const script = new URL('../../../scripts/verify-document.mjs', import.meta.url).pathname;
  const { stdout, stderr } = spawnSync(process.execPath, [script, ...files], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return stdout + stderr;
}

describe('the documents of a close', () => {
  it('exist once another operator has reviewed it', async () => {
    assert.equal((await file('close.pdf')).status, 409);
    assert.equal((await checker.call('POST', `/operator/closes/${id}/review`)).status, 200);
    assert.equal((await file('close.pdf')).status, 200);
    assert.equal((await file('close.xlsx')).status, 404);
  });

  it('are a PDF whose text is readable, and a CSV with every item', async () => {
    const pdf = await file('close.pdf');
    assert.equal(pdf.type, 'application/pdf');
    const text = await readPdf(pdf.bytes);
    for (const part of [
      'Daily close 2026-10-01, mpesa-ke',
      '1234.56',
      '1235.56',
      'At the provider, not in our books',
      maker.id,
      checker.id,
    ]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
    const csv = Buffer.from((await file('close.csv')).bytes).toString();
    assert.match(csv, /^section,name,count,amount,fees,day,record,match\r\n/);
    assert.match(csv, /\r\nthere,closing,,1235\.56,,,,\r\n/);
    assert.match(csv, /\r\ndifference,there - here,,1\.00,/);
    // A formula stays text.
    assert.match(csv, /\r\nitem,missing_here,,1\.00,,2026-10-01,"'=HYPERLINK\(""x""\)",stl_/);
  });

  it('have a detached signature that verifies, and fails after a change of one byte', async () => {
    for (const name of ['close.pdf', 'close.csv']) {
      const { bytes } = await file(name);
      const jws = Buffer.from((await file(`${name}.jws`)).bytes).toString();
      assert.match(jws, /^[\w-]+\.\.[\w-]+$/);
      await verify(bytes, jws);
      const changed = Uint8Array.from(bytes);
      changed[changed.length >> 1]! ^= 1;
      await assert.rejects(verify(changed, jws), /signature verification failed/);
      assert.match(await runScript(bytes, jws), /is as it was signed/);
      assert.match(await runScript(changed, jws), /does not verify: the document was changed/);
    }
  });

  it('stay as they were signed', async () => {
    const [first, second] = [await file('close.pdf'), await file('close.pdf')];
    assert.deepEqual(first.bytes, second.bytes);
    const change = { name: 'test_change', text: `UPDATE signed_documents SET bytes = '\\x00'` };
    await assert.rejects(service.db.query(change), /append-only|permission denied/);
  });

  it('are not for merchants and support operators', async () => {
    const merchant = await service.merchant();
    const reply = await merchant.call('GET', `/operator/closes/${id}/files/close.pdf`);
    assert.equal(reply.status, 403);
    assert.equal((await file('close.pdf', await makeOperator(service, 'support'))).status, 403);
  });
});

describe('a report', () => {
  it('keeps letters with diacritics', async () => {
    const title = 'Clôture du jour: Éàçüñ Ọjọ́ Ṣàngó Łódź Ţ';
    const table = {
      title: 'Ñandú',
      columns: [{ name: 'Größe', width: 100 }],
      rows: Array(120).fill(['žluťoučký kůň']),
    };
    const bytes = await writePdf({ title, about: ['ọ̀rọ̀'], tables: [table], at: new Date(0) });
    const text = (await readPdf(bytes)).normalize('NFC');
    for (const part of ['Clôture du jour: Éàçüñ', 'Łódź', 'Ñandú', 'Größe', 'žluťoučký kůň']) {
      assert.ok(text.includes(part.normalize('NFC')), `${part} in ${text.slice(0, 300)}`);
    }
  });

  it('writes amounts from integers', () => {
    assert.deepEqual(
      [decimalOf(-5n, 2), decimalOf(0n, 2), decimalOf(9_007_199_254_740_993n, 3), decimalOf(-120n, 0)],
      ['-0.05', '0.00', '9007199254740.993', '-120'],
    );
    assert.equal(writeCsv([['-1.5', '-a', 'x,y']]).toString(), '-1.5,\'-a,"x,y"\r\n');
  });
});
