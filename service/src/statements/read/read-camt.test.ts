import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BankLayout } from './layout.ts';
import { readAll } from './read-all.ts';
import { readStatementFile } from './read-file.ts';

const layout: BankLayout = { name: 'camt.053', format: 'camt.053', timeZone: 'Africa/Nairobi' };
const now = new Date('2026-11-26T08:00:00Z');

async function* chunks(content: string | Uint8Array, size: number) {
  const bytes = Buffer.from(content as string);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const read = (content: string | Uint8Array, size = 4096) =>
  readAll(readStatementFile(chunks(content, size), layout, now));
const problemsOf = async (content: string | Uint8Array) => (await read(content)).problems.map(({ problem }) => problem);

const balance = (code: string, amount: string, direction = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="KES">${amount}</Amt>` +
  `<CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>2026-11-03</Dt></Dt></Bal>`;
const account = '<Acct><Id><Othr><Id>0011</Id></Othr></Id><Ccy>KES</Ccy></Acct>';
const statement = (inner: string, extra = '') =>
  `<Stmt><Id>S1</Id>${extra}<ElctrncSeqNb>12</ElctrncSeqNb>${account}${inner}</Stmt>`;
const file = (statements: string, version = '02') =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">` +
  `<BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>${statements}</BkToCstmrStmt></Document>`;
const entry = (amount: string, direction: string, { status = 'BOOK', inner = '', date = '<Dt>2026-11-03</Dt>' } = {}) =>
  `<Ntry><Amt Ccy="KES">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>${status}</Sts>` +
  `<BookgDt>${date}</BookgDt><AcctSvcrRef>REF</AcctSvcrRef>${inner}</Ntry>`;
const withDetails = (details: string) => `<NtryDtls>${details}</NtryDtls>`;
const detail = (amount: string, id: string) =>
  `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>` +
  `<AmtDtls><TxAmt><Amt Ccy="KES">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`;

test('entries of version 02 become lines, and the statement ties', async () => {
  const content = file(
    statement(
      balance('OPBD', '1000.00') +
        balance('CLBD', '1350.00') +
        entry('500.00', 'CRDT', {
          date: '<DtTm>2026-11-03T23:30:00Z</DtTm>',
          inner: withDetails(
            '<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>' +
              '<RmtInf><Ustrd>for PAY-01KD9M6K1E7K8T0K5ZV5G3H2AH</Ustrd></RmtInf></TxDtls>',
          ),
        }) +
        entry('150.00', 'DBIT', {
          inner: '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>MDOP</Cd><SubFmlyCd>CHRG</SubFmlyCd></Fmly></Domn></BkTxCd>',
        }) +
        entry('70.00', 'DBIT', { status: 'PDNG' }),
    ),
  );
  for (const size of [1, 3, 4096]) {
    const { lines, statements, problems } = await read(content, size);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      lines.map(({ operation, record, kind, amount, state, bookedOn }) => [
        operation,
        record,
        kind,
        amount,
        state,
        bookedOn,
      ]),
      [
        ['REF', 'pay_01kd9m6k1e7k8t0k5zv5g3h2ah', 'incoming', 50000n, 'booked', '2026-11-04'],
        ['REF', null, 'fee', -15000n, 'booked', '2026-11-03'],
        ['REF', null, 'payout', -7000n, 'pending', '2026-11-03'],
      ],
    );
    const [{ account, number, page, last, opening, closing } = {} as any] = statements;
    assert.deepEqual([account, number, page, last, opening, closing], ['0011', '12', null, true, 100000n, 135000n]);
  }
});

test('version 08 has its status in Sts/Cd, and a prefix changes nothing', async () => {
  const content = file(
    statement(balance('OPBD', '0') + balance('CLBD', '5.5') + entry('5.50', 'CRDT', { status: '<Cd>BOOK</Cd>' })),
    '08',
  );
  const prefixed = content.replace('xmlns=', 'xmlns:d=').replace(/<(\/?)(?=[A-Z])/g, '<$1d:');
  for (const one of [content, prefixed]) {
    const { lines, problems } = await read(one);
    assert.deepEqual(problems, []);
    assert.equal(lines[0]!.amount, 550n);
  }
});

const batch = (details: string, extra = '') =>
  entry('100.00', 'DBIT', { inner: `${extra}<NtryDtls><Btch><PmtInfId>B1</PmtInfId></Btch>${details}</NtryDtls>` });
const balanced = (entries: string, closing = '900.00') =>
  file(statement(balance('OPBD', '1000') + balance('CLBD', closing) + entries));

test('a batch becomes a line for each detail if the details add up, otherwise one line', async () => {
  const three = detail('30.00', 'pit-01kd9m6k1e7k8t0k5zv5g3h2aa') + detail('50.00', 'E2') + detail('20.00', 'E3');
  const whole = await read(balanced(batch(three)));
  assert.deepEqual(
    whole.lines.map(({ record, amount }) => [record, amount]),
    [
      ['pit_01kd9m6k1e7k8t0k5zv5g3h2aa', -3000n],
      ['E2', -5000n],
      ['E3', -2000n],
    ],
  );
  const partial = await read(balanced(batch(detail('30.00', 'E1') + detail('50.00', 'E2'))));
  assert.deepEqual(
    partial.lines.map(({ record, amount }) => [record, amount]),
    [['B1', -10000n]],
  );
  const charged = await read(
    balanced(batch(detail('40.00', 'E1') + detail('50.00', 'E2'), '<Chrgs><Amt Ccy="KES">10.00</Amt></Chrgs>')),
  );
  assert.deepEqual(
    charged.lines.map(({ kind, amount, fee }) => [kind, amount, fee]),
    [
      ['payout', -4000n, 0n],
      ['payout', -5000n, 0n],
      ['fee', -1000n, 0n],
    ],
  );
});

test('a charge inside an entry is a fee; one that is booked elsewhere is none', async () => {
  const inside = await read(balanced(entry('100.00', 'DBIT', { inner: '<Chrgs><Amt Ccy="KES">1.00</Amt></Chrgs>' })));
  assert.deepEqual(inside.problems, []);
  assert.deepEqual([inside.lines[0]!.amount, inside.lines[0]!.fee], [-9900n, 100n]);
  const record = '<Chrgs><Rcrd><Amt Ccy="KES">1.00</Amt><ChrgInclInd>false</ChrgInclInd></Rcrd></Chrgs>';
  const elsewhere = await read(balanced(entry('100.00', 'DBIT', { inner: record })));
  assert.deepEqual([elsewhere.lines[0]!.amount, elsewhere.lines[0]!.fee], [-10000n, 0n]);
  const incoming = await read(
    balanced(entry('99.00', 'CRDT', { inner: '<Chrgs><Amt Ccy="KES">1.00</Amt></Chrgs>' }), '1099.00'),
  );
  assert.deepEqual([incoming.lines[0]!.amount, incoming.lines[0]!.fee, incoming.problems.length], [10000n, 100n, 0]);
});

test('returns and reversals keep the direction of the booking', async () => {
  const returned = withDetails('<TxDtls><RtrInf><Rsn><Cd>AC01</Cd></Rsn></RtrInf></TxDtls>');
  const { lines, problems } = await read(
    balanced(
      entry('100.00', 'CRDT', { inner: returned }) + entry('200.00', 'DBIT', { inner: '<RvslInd>true</RvslInd>' }),
    ),
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(
    lines.map(({ kind, amount }) => [kind, amount]),
    [
      ['reversal', 10000n],
      ['reversal', -20000n],
    ],
  );
});

test('several statements of a file are split, and pages tie with each other', async () => {
  const page = (number: number, last: boolean) =>
    `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${last}</LastPgInd></StmtPgntn>`;
  const first = statement(balance('OPBD', '0') + entry('10.00', 'CRDT'), page(1, false));
  const second = statement(balance('CLBD', '30.00') + entry('20.00', 'CRDT'), page(2, true));
  const other = statement(balance('OPBD', '5') + balance('CLBD', '5')).replace('0011', '0022');
  const { statements, problems } = await read(file(first + second + other));
  assert.deepEqual(problems, []);
  assert.deepEqual(
    statements.map(({ account, page: number, last }) => [account, number, last]),
    [
      ['0011', 1, false],
      ['0011', 2, true],
      ['0022', null, true],
    ],
  );
  const gap = await problemsOf(file(first + second.replace('30.00', '31.00')));
  assert.match(gap[0]!, /The gap is 1 KES/);
  assert.match((await problemsOf(file(first + other)))[0]!, /ends without its last page/);
});

test('a statement without its balances, with a gap or with a foreign currency is refused', async () => {
  assert.match((await problemsOf(file(statement(entry('1', 'CRDT')))))[0]!, /no opening \(OPBD\) or closing balance/);
  assert.match((await problemsOf(balanced('')))[0]!, /does not tie: .* The gap is -100 KES/);
  const foreign = entry('100.00', 'DBIT').replace('"KES"', '"USD"');
  assert.match((await problemsOf(balanced(foreign)))[0]!, /is in USD, but the account is in KES/);
  assert.match((await problemsOf(balanced(entry('1.001', 'DBIT'))))[0]!, /more decimals/);
  assert.match((await problemsOf(balanced(entry('\u22121.00', 'DBIT'))))[0]!, /is negative\. CdtDbtInd gives/);
});

test('camt.052, a DOCTYPE, a cut file and broken XML are refused by name', async () => {
  const good = balanced(entry('100.00', 'DBIT'));
  assert.match((await problemsOf(good.replace('camt.053', 'camt.052')))[0]!, /camt\.052, an intraday report/);
  assert.match(
    (await problemsOf(good.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt')))[0]!,
    /camt\.052, an intraday report/,
  );
  const entities = '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
  assert.match((await problemsOf(good.replace('<Document', `${entities}<Document`)))[0]!, /DOCTYPE/);
  // The declaration hides behind the bytes that the detection of the format sees.
  const start = good.indexOf('<Document');
  const comment = `<!-- urn:iso:std:iso:20022:tech:xsd:camt.053 ${'x'.repeat(9000)} -->`;
  const late = `${good.slice(0, start)}${comment}${entities}${good.slice(start)}`;
  assert.match((await problemsOf(late))[0]!, /DOCTYPE/);
  assert.match((await problemsOf(good.slice(0, -60)))[0]!, /cut off/);
  assert.match((await problemsOf(good.replace('<Sts>', '<Sts>&unknown;')))[0]!, /XML is broken/);
  assert.match((await problemsOf(good.replace('</Ntry>', '')))[0]!, /XML is broken/);
  assert.match((await problemsOf(good.replace('UTF-8', 'EBCDIC')))[0]!, /the XML is in "EBCDIC"/);
  assert.match(
    (await problemsOf(`${good}${good.slice(good.indexOf('<Document'))}`))[0]!,
    /second root element|XML is broken/,
  );
  const deep = '<x>'.repeat(100) + '</x>'.repeat(100);
  assert.match((await problemsOf(good.replace('<GrpHdr>', `<GrpHdr>${deep}`)))[0]!, /nested more than 64/);
  assert.match((await problemsOf(good.replace('<MsgId>M', `<MsgId>${'M'.repeat(40_000)}`)))[0]!, /characters of text/);
});

test('a file in ISO-8859-1 is read by its declaration', async () => {
  const inner = '<NtryDtls><TxDtls><RmtInf><Ustrd>Koné</Ustrd></RmtInf></TxDtls></NtryDtls>';
  const content = balanced(entry('100.00', 'DBIT', { inner })).replace('UTF-8', 'ISO-8859-1');
  const { lines, problems } = await read(Buffer.from(content, 'latin1'));
  assert.deepEqual(problems, []);
  assert.equal(lines[0]!.reference, 'Koné');
});
