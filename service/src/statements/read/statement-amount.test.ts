import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type NumberStyle, parseStatementAmount } from './statement-amount.ts';

const english = { decimal: '.', group: ',' } as const;
const german = { decimal: ',', group: '.' } as const;
const french = { decimal: ',', group: ' ' } as const;
const swiss = { decimal: '.', group: "'" } as const;

for (const [text, style, exponent, minor] of [
  ['1,234.56', english, 2, 123456n],
  ['1234.56', english, 2, 123456n],
  ['12,34,567.00', english, 2, 123456700n],
  ['.5', english, 2, 50n],
  ['-1,000', english, 2, -100000n],
  ['1,000-', english, 2, -100000n],
  ['+7', english, 2, 700n],
  ['(12.50)', english, 2, -1250n],
  ['\u22125.00', english, 2, -500n],
  ['\u20135.00', english, 2, -500n],
  ['1.234,5', german, 2, 123450n],
  ['1\u202f234,56', french, 2, 123456n],
  ['1\u00a0234', french, 0, 1234n],
  ["1'234.50", swiss, 2, 123450n],
  ['1\u2019234.50', swiss, 2, 123450n],
  ['5000.00', english, 0, 5000n],
  ['1.234', english, 3, 1234n],
  ['0', english, 2, 0n],
  ['999999999999999999', english, 0, 999999999999999999n],
] as [string, NumberStyle, number, bigint][])
  test(`${text} is ${minor} minor units`, () => {
    assert.deepEqual(parseStatementAmount(text, style, exponent), { minor });
  });

for (const [text, style, exponent, fault] of [
  ['', english, 2, /is not an amount/],
  ['-', english, 2, /is not an amount/],
  ['abc', english, 2, /is not an amount/],
  ['=1+1', english, 2, /is not an amount/],
  ['1.2.3', english, 2, /more than once/],
  ['1,23.00', english, 2, /groups of the wrong length/],
  ['1.234,56', english, 2, /separator after/],
  ['1 234', english, 2, /separator " "/],
  ['1.005', english, 2, /more decimals than the currency, which has 2/],
  ['0.5', english, 0, /more decimals/],
  ['1E5', english, 2, /rounded by a spreadsheet/],
  ['٣٤', english, 2, /digits of another script/],
  ['−5-', english, 2, /is not an amount/],
  ['1234567890123456789', english, 0, /too large/],
  ['0x10', english, 2, /is not an amount/],
  ['KES 5', english, 2, /is not an amount/],
] as [string, NumberStyle, number, RegExp][])
  test(`the amount "${text}" is refused`, () => {
    const read = parseStatementAmount(text, style, exponent);
    assert.match('fault' in read ? read.fault : 'no fault', fault);
  });
