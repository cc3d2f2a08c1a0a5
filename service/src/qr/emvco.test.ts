import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decode, parse } from 'promptparse';
import type { SchemeAccount } from '../../../contract/src/scheme-accounts.ts';
import { readSvg } from '../../test/support/read-qr.ts';
import { drawSvg } from './draw-code.ts';
import { checkSum, type EmvCode, type EmvObject, emvPayload, writeEmvPayload } from './emvco.ts';

/** The example of the specification (EMVCo, merchant-presented mode), with its own order of the objects. */
const published =
  '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT' +
  '6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A011' +
  '2233449988770708123456786304A13A';

it("the specification's example has its published check sum, and lengths count characters", () => {
  const objects: EmvObject[] = [
    ['00', '01'],
    ['01', '12'],
    [
      '29',
      [
        ['00', 'D15600000000'],
        ['05', 'A93FO3230Q'],
      ],
    ],
    [
      '31',
      [
        ['00', 'D15600000001'],
        ['03', '12345678'],
      ],
    ],
    ['52', '4111'],
    ['58', 'CN'],
    ['59', 'BEST TRANSPORT'],
    ['60', 'BEIJING'],
    [
      '64',
      [
        ['00', 'ZH'],
        ['01', '最佳运输'],
        ['02', '北京'],
      ],
    ],
    ['54', '23.72'],
    ['53', '156'],
    ['55', '01'],
    [
      '62',
      [
        ['03', '1234'],
        ['06', '***'],
        ['07', 'A6008667'],
        ['09', 'ME'],
      ],
    ],
    [
      '91',
      [
        ['00', 'A011223344998877'],
        ['07', '12345678'],
      ],
    ],
  ];
  assert.equal(writeEmvPayload(objects), published);
  assert.equal(checkSum('123456789'), '29B1', 'the check value of CRC-16/CCITT-FALSE');
});

const piSpi = (alias: string, channel: string): SchemeAccount => ({
  scheme: 'PI-SPI',
  templates: { 36: { '00': 'int.bceao.pi', '01': alias } },
  ...{ category: '0000', city: 'X', additional: { 11: channel }, initiation: false },
});
const waemu = { merchant: 'X', country: 'CI', currency: '952', language: 'fr' };
const [one, other] = ['111c3e1b-4312-49ec-b75e-4c8c74c10fd7', '3497a720-ab11-4973-9619-534e04f263a1'] as const;

it('the published examples of PI-SPI (BCEAO) come out character by character', () => {
  const examples: [EmvCode, string][] = [
    [
      { ...waemu, account: piSpi(one, '500'), amount: '1000', reference: 'F2YG7643D5HH2023' },
      '00020136560012int.bceao.pi0136111c3e1b-4312-49ec-b75e-4c8c74c10fd7520400005303952540410005802CI5901X6001X6227' +
        '0516F2YG7643D5HH202311035006304' +
        '9618',
    ],
    [
      { ...waemu, account: piSpi(other, '000'), amount: null, reference: 'CAISSE_A01' },
      '00020136560012int.bceao.pi01363497a720-ab11-4973-9619-534e04f263a15204000053039525802CI5901X6001X62210510CAIS' +
        'SE_A01110300063042345',
    ],
    [
      { ...waemu, account: piSpi(other, '000'), amount: '1500', reference: 'Produit-ABC-123654' },
      '00020136560012int.bceao.pi01363497a720-ab11-4973-9619-534e04f263a1520400005303952540415005802CI5901X6001X6229' +
        '0518Produit-ABC-123654110300063049C73',
    ],
    [
      { ...waemu, account: piSpi(other, '400'), amount: '82500', reference: 'Tx-20251112-055052-001' },
      '00020136560012int.bceao.pi01363497a720-ab11-4973-9619-534e04f263a15204000053039525405825005802CI5901X6001X623' +
        '30522Tx-20251112-055052-001110340063041994',
    ],
  ];
  for (const [code, payload] of examples) assert.equal(emvPayload(code), payload);
});

it('a published KE-QR code has the layout and the check sum of this encoder', () => {
  const national = ['00', 'ke.go.qr'] as const;
  const objects: EmvObject[] = [
    ['00', '01'],
    ['01', '12'],
    ['28', [national, ['01', '9876543']]],
    ['29', [national]],
    ['52', '0000'],
    ['53', '404'],
    ['58', 'KE'],
    ['59', 'Jane Elizabeth Doe_Po'],
    ['61', '00'],
    ['62', [['05', '01']]],
    ['82', [national, ['01', '343122025 041242']]],
    [
      '83',
      [
        ['00', 'm-pesa.com'],
        ['01', '02'],
        ['03', '00002'],
        ['04', '00000'],
      ],
    ],
  ];
  assert.equal(
    writeEmvPayload(objects),
    '00020101021228230008ke.go.qr0107987654329120008ke.go.qr5204000053034045802KE5921Jane Elizabeth Doe_Po610200' +
      '620605020182320008ke.go.qr0116343122025 04124283380010m-pesa.com01020203050000204050000063041307',
  );
});

const keQr: SchemeAccount = {
  scheme: 'KE-QR',
  templates: { 83: { '00': 'm-pesa.com', '01': '03' }, 28: { '00': 'ke.go.qr', '01': '174379' } },
  ...{ category: '5411', city: 'Nairobi', postal_code: '00100' },
};
const code: EmvCode = {
  ...{ account: keQr, merchant: 'Duka la Ñandú & Fils', country: 'KE', currency: '404', amount: '99.50' },
  ...{ reference: '4f9kq2w7c3xz1', language: 'sw' },
};

it('a second library reads the payload from the drawn code, and accepts its check sum', async () => {
  const payload = emvPayload(code);
  assert.equal(readSvg((await drawSvg(payload)).toString()), payload);
  // The library sums UTF-16 units, so it accepts only sums of plain names; the published example has the sum of UTF-8.
  const plain = emvPayload({ ...code, merchant: 'Duka' });
  assert.ok(parse(plain, true, true));
  assert.equal(parse(plain.replace('99.50', '99.51'), true, true), null, 'another amount has another sum');
  const read = parse(payload, false, true)!;
  const objects = {
    ...{ '00': '01', '01': '11', 52: '5411', 53: '404', 54: '99.50', 58: 'KE' },
    ...{ 59: 'Duka la Nandu Fils', 60: 'Nairobi', 61: '00100' },
  };
  for (const [id, value] of Object.entries(objects)) assert.equal(read.getTagValue(id), value, id);
  assert.equal(read.getTagValue('28', '01'), '174379');
  assert.equal(read.getTagValue('83', '01'), '03');
  assert.equal(read.getTagValue('62', '05'), '4f9kq2w7c3xz1');
  assert.deepEqual(
    ['00', '01', '02'].map((id) => read.getTagValue('64', id)),
    ['SW', 'Duka la Ñandú & Fils', 'Nairobi'],
  );
  assert.equal(decode(payload).at(-1)!.id, '63');
});

it('names keep to 25 and 15 characters in both spellings, also in other scripts and with letters of two parts', () => {
  const city = 'Saint-Louis du Sénégal';
  const long = 'Établissements Généraux de Distribution et de Commerce';
  for (const merchant of [long, 'የአዲስ አበባ ዳቦ ቤት ትልቁና የመጀመሪያው ሱቅ', `${'e\u0301'.repeat(30)}`, '🥖'.repeat(30), 'م']) {
    const payload = emvPayload({ ...code, merchant, account: { ...keQr, city } });
    const read = new Map(objectsOf(payload));
    assert.match(read.get('59')!, /^[A-Za-z0-9 ]{1,25}$/);
    assert.match(read.get('60')!, /^[A-Za-z0-9 ]{1,15}$/);
    const original = new Map(objectsOf(read.get('64')!));
    assert.ok([...original.get('01')!].length <= 25);
    assert.ok(merchant.normalize('NFC').startsWith(original.get('01')!));
    assert.ok([...original.get('02')!].length <= 15);
  }
  const plain = emvPayload({ ...code, merchant: 'Duka' });
  assert.ok(!objectsOf(plain).some(([id]) => id === '64'), 'plain names need no second spelling');
});

/** Reads by characters, as the specification counts. */
function objectsOf(payload: string): [string, string][] {
  const all = [...payload];
  const found: [string, string][] = [];
  for (let at = 0; at < all.length; ) {
    const length = Number(all.slice(at + 2, at + 4).join(''));
    found.push([all.slice(at, at + 2).join(''), all.slice(at + 4, at + 4 + length).join('')]);
    at += 4 + length;
  }
  return found;
}
