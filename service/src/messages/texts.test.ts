import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SmsKey } from './texts/catalogue.ts';
import { catalogues, type Language, languageOf, readableAmount, readableName, writeEmail, writeSms } from './texts.ts';

const languages = Object.keys(catalogues) as Language[];
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
const brand = 'Rialto';

// The default alphabet of 3GPP TS 23.038, without the escape; the extension costs two and is not used.
const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const segments = (text: string) =>
  [...text].every((character) => GSM.includes(character)) ? Math.ceil(text.length / 160) : Math.ceil(text.length / 70);

describe('the catalogue', () => {
  it('has every message in every language, with the same placeholders as in English', () => {
    const shape = ({ sms, email }: (typeof catalogues)[Language]) => ({
      sms: Object.keys(sms).sort(),
      email: Object.keys(email).sort(),
    });
    for (const language of languages) {
      const { sms, email } = catalogues[language];
      assert.deepEqual(shape(catalogues[language]), shape(catalogues.en), language);
      for (const key of Object.keys(sms) as SmsKey[])
        assert.deepEqual(placeholders(sms[key]), placeholders(catalogues.en.sms[key]), `${language} ${key}`);
      for (const key of Object.keys(email) as (keyof typeof email)[]) {
        const { subject, text } = email[key];
        assert.ok(subject !== '' && text !== '');
        assert.deepEqual(placeholders(text), placeholders(catalogues.en.email[key].text), `${language} ${key}`);
        for (const name of placeholders(subject))
          assert.ok(['brand', ...placeholders(text)].includes(name), `${language} ${key} ${name}`);
      }
    }
  });

  it('has SMS of one segment each', () => {
    const values = {
      code: '123456',
      merchant: readableName('Société Générale des Marchés de Lomé et Kara'),
      amount: '999 999 999 XOF',
    };
    for (const language of languages) {
      for (const key of Object.keys(catalogues[language].sms) as SmsKey[]) {
        const { text } = writeSms('+22990001122', key, values, { brand, language });
        assert.equal(segments(text), 1, `${language} ${key}: ${text.length} ${text}`);
      }
    }
    assert.equal(segments('é'.repeat(160)), 1);
    assert.equal(segments('ç'.repeat(71)), 2);
  });
});

describe('a message', () => {
  it('names the merchant and the amount that its code approves', () => {
    const values = {
      code: '004217',
      merchant: 'Café Lakay',
      amount: readableAmount(1_250_000n, { code: 'HTG', exponent: 2 }, 'ht'),
    };
    assert.deepEqual(writeSms('+50937001234', 'payment_approval_code', values, { brand, language: 'ht' }), {
      to: '+50937001234',
      text: '004217 apwouve 12 500,00 HTG pou Café Lakay. Si se pa ou menm, pa bay pèsonn li. Rialto',
    });
  });

  it('is English when no language is requested, and its subject is filled in too', () => {
    const mail = writeEmail('a@b.example', 'webhook_failing', { url: 'https://x.example/hook', day: '3' }, { brand });
    assert.equal(mail.subject, 'Your webhook endpoint is failing (day 3)');
    assert.ok(mail.text.startsWith('https://x.example/hook has not answered'));
  });

  it('is filled in once: a name that looks like a placeholder stays a name', () => {
    const values = { code: '123456', merchant: '{code} {brand}', amount: 'XOF 5' };
    const { text } = writeSms('+1', 'payment_approval_code', values, { brand });
    assert.equal(text, '123456 approves XOF 5 to {code} {brand}. Not you? Do not share it. Rialto');
  });
});

it('a language is the first part of a tag, or English if it has no catalogue', () => {
  const tags = ['fr', 'fr-HT', 'PT_br', 'de', 'constructor', '', null, undefined];
  assert.deepEqual(tags.map(languageOf), ['fr', 'fr', 'pt', 'en', 'en', 'en', 'en', 'en']);
});

it('an amount is exact, with the configured decimals of its currency', () => {
  const read = (amount: bigint, code: string, exponent: number, language: Language) =>
    readableAmount(amount, { code, exponent }, language);
  assert.equal(read(9_007_199_254_740_993n, 'XOF', 0, 'en'), 'XOF 9,007,199,254,740,993');
  assert.equal(read(1n, 'TND', 3, 'en'), 'TND 0.001');
  assert.equal(read(123_456n, 'USD', 2, 'pt'), 'USD 1.234,56');
  assert.equal(read(12_500n, 'XOF', 0, 'fr'), '12 500 XOF');
  assert.equal(read(500n, 'KES', 2, 'sw'), 'KES 5.00');
  assert.equal(read(-5n, 'USD', 2, 'en'), '-USD 0.05');
  assert.equal(read(-12_500n, 'XOF', 0, 'fr'), '-12 500 XOF');
});

it('a name is one short line', () => {
  assert.equal(readableName(' Café\r\n\u202eLakay\0 '), 'Café Lakay');
  assert.equal(readableName('x'.repeat(40)), `${'x'.repeat(27)}...`);
  assert.equal(readableName('Win https://evil.example/x'), 'Win https evil. example/x');
  assert.equal(readableName('Chez St. Marc & Cie.'), 'Chez St. Marc & Cie.');
});
