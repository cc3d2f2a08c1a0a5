import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countryOf, dialledIn, phonesMeant, toE164 } from './phone.ts';

describe('a phone number', () => {
  it('is recognised in any spelling with its country code', () => {
    for (const text of ['+221771234567', '+221 77 123 45 67', '  +221-77-123-45-67 ', '+221 (77) 123.45.67'])
      assert.equal(toE164(text), '+221771234567', text);
  });

  it('is recognised between invisible marks from contacts and web pages', () => {
    const marks = [...'\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\u2060'];
    for (const mark of [...marks, '\u00a0', '\u202f', '\u2007']) {
      const code = mark.codePointAt(0)!.toString(16);
      assert.equal(toE164(`${mark}+221771234567${mark}`), '+221771234567', code);
      assert.equal(toE164(`+221${mark}77${mark}1234567`), '+221771234567', code);
      assert.equal(toE164(`${mark}+221771234567${mark}771234568`), null, code);
      assert.equal(toE164(`+221771234567${mark}x5`), null, code);
      assert.equal(toE164(`${mark}771234567`), null, code);
    }
  });

  it('is refused without the country code, truncated, or of an unknown country', () => {
    for (const text of [
      '771234567',
      '00221771234567',
      '',
      '+',
      '+22177',
      '+2217712345678901',
      '+999123456789',
      'call +221771234567',
      '+221771234567 (Awa)',
      '+221771234567, 771234568',
      '+221771234567 / +221771234568',
      '+221771234567 ext. 7',
      '+221771234567x12345678',
      '+221771234567;ext=5',
      '+221771234567#9',
    ])
      assert.equal(toE164(text), null, text);
  });

  it('has a country, or the calling code that several share', () => {
    assert.equal(countryOf('+221771234567'), 'SN');
    assert.equal(countryOf('+254712345678'), 'KE');
    assert.equal(countryOf('+18765551234'), 'JM');
    assert.equal(countryOf('+80012345678'), '+800');
  });

  it('gets the code of its country, as people of the country dial it', () => {
    for (const text of ['77 123 45 67', '771234567', '221771234567', '00221 77 123 45 67', '+221 77-123-45-67'])
      assert.equal(dialledIn('SN', text), '+221771234567', text);
    assert.equal(dialledIn('KE', '0712 345 678'), '+254712345678', 'Kenya drops the zero');
    assert.equal(dialledIn('CI', '07 07 12 34 56'), '+2250707123456', 'Côte d’Ivoire keeps it');
    assert.equal(dialledIn('HT', '3700 1234'), '+50937001234');
    for (const text of ['', '123', '0712345678', '77 123 45 67 ext 5', 'Awa', '771234567x1'])
      assert.equal(dialledIn('SN', text), null, text);
  });

  it('is found with and without its plus, after 00, and as dialled in the known countries', () => {
    for (const text of ['+50937001234', '50937001234', '0050937001234', '37001234', '3700 1234', '(37) 00-1234'])
      assert.ok(phonesMeant(text, ['HT', 'SN'])!.includes('50937001234'), text);
    assert.ok(phonesMeant('0712345678', ['KE'])!.includes('254712345678'));
    assert.ok(phonesMeant('0712 345678', [])!.includes('254712345678'), 'in any country');
    assert.ok(
      phonesMeant('3700', ['HT'])!.every((one) => one === '3700'),
      'too few digits for a number',
    );
    for (const text of ['Awa', 'order-7', '', '+', '3700x1234']) assert.equal(phonesMeant(text, ['HT']), null, text);
  });
});
