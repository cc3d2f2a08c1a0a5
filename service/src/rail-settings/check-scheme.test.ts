import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkScheme } from './check-scheme.ts';

const scheme = {
  scheme: 'Test QR',
  templates: { 26: { '00': 'org.example.qr', '01': '0012345' }, 80: { '00': 'org.example.qr' } },
  ...{ category: '5411', city: 'Saint-Louis', postal_code: null, additional: { 11: '110' }, initiation: false },
};

it('an account whose QR code can be written is accepted', () => {
  assert.equal(checkScheme(scheme), null);
});

it('any other account is refused, with the field', () => {
  const long = { '00': 'x'.repeat(48), '01': 'y'.repeat(48) };
  const wrong: [unknown, string][] = [
    [{ ...scheme, templates: { 26: { '01': 'x' } } }, 'scheme.templates.26'],
    [{ ...scheme, templates: { 80: { '00': 'x' } } }, 'scheme.templates'],
    [{ ...scheme, templates: { 26: long } }, 'scheme.templates.26'],
    [{ ...scheme, templates: { 26: { '00': 'é' } } }, 'scheme.templates.26.00'],
    [{ ...scheme, templates: { 63: { '00': 'x' } } }, 'scheme.templates'],
    [{ ...scheme, category: 'bread' }, 'scheme.category'],
    [{ ...scheme, additional: { '05': 'x' } }, 'scheme.additional.05'],
    [{ ...scheme, additional: { '01': 'x'.repeat(40), '02': 'x'.repeat(40) } }, 'scheme.additional'],
    [{ ...scheme, city: undefined }, 'scheme.city'],
    [{ ...scheme, color: 'red' }, 'scheme.color'],
    [[], 'scheme'],
  ];
  for (const [given, field] of wrong)
    assert.ok(checkScheme(given)?.message.includes(field), `${field}: ${checkScheme(given)?.message}`);
});
