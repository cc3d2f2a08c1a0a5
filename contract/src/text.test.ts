import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sayFault } from './reasons.ts';
import { faultOfText, nameOfCharacter, normaliseText, type TextKind } from './text.ts';
import { withKinds, withPatterns } from './text-schema.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
console.log(`SEED=${seed}`);
const check = (property: fc.IProperty<any>) => fc.assert(property, { seed, numRuns: 1_000 });

const BLANKS = [' ', '\u00a0', '\u1680', '\u2003', '\u2028', '\u202f', '\u3000', '\u2800'];
const blank = fc.array(fc.constantFrom(...BLANKS), { minLength: 1, maxLength: 3 }).map((them) => them.join(''));
const maybeBlank = fc.oneof(fc.constant(''), blank);
/** Words with letters that have several encodings. */
const word = fc
  .array(fc.constantFrom('a', 'É', 'ñ', 'ж', 'й', 'ó', '한', 'ữ', '1', '-', '%20', 'क', '🙂'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((letters) => letters.join(''));
const words = fc.array(word, { minLength: 1, maxLength: 4 });
const anyText = fc.string({ unit: 'binary', maxLength: 40 });
const good = (kind: TextKind) => (text: string) => faultOfText(text, kind) === null;

/** One text, typed in several ways. */
const variant = fc.tuple(maybeBlank, blank, maybeBlank, fc.constantFrom('NFC', 'NFD'));
const typed = (them: readonly string[], [before, between, after, form]: readonly string[]) =>
  (before + them.join(between) + after).normalize(form);

describe('an identifying text', () => {
  it('has one spelling, regardless of its blanks and composition', () =>
    check(
      fc.property(words, variant, (them, how) => {
        const text = typed(them, how);
        assert.equal(faultOfText(text, 'identifier'), null);
        assert.equal(normaliseText(text, 'identifier'), them.join(' ').normalize('NFC'));
      }),
    ));

  it('control: a byte comparison finds different texts', () =>
    assert.throws(() =>
      check(fc.property(words, variant, (them, how) => assert.equal(typed(them, how), them.join(' ')))),
    ));

  for (const kind of ['identifier', 'name', 'search'] as const) {
    it(`stays unchanged and valid when it is normalised again (${kind})`, () =>
      check(
        fc.property(anyText.filter(good(kind)), (text) => {
          const once = normaliseText(text, kind);
          assert.equal(normaliseText(once, kind), once);
          assert.equal(faultOfText(once, kind), null);
          assert.equal(once, once.normalize('NFC'));
          assert.equal(normaliseText(text.normalize('NFD'), kind), once);
        }),
      ));
  }

  it('is refused if it has an invisible character, and the message names the character', () => {
    for (const [text, said] of [
      ['INV-1\u200b', 'U+200B, a zero-width space'],
      ['\ufeffINV-1', 'U+FEFF, a byte order mark'],
      ['INV\u00ad1', 'U+00AD, a soft hyphen'],
      ['\u202eINV', 'U+202E, a text direction character'],
      ['INV\n1', 'U+000A, a line feed'],
      ['INV\u00001', 'U+0000, a control character'],
      ['a\u200db', 'U+200D, a zero-width joiner'],
      ['\u3164', 'U+3164, an invisible character'],
    ] as const)
      assert.equal(sayFault(faultOfText(text, 'identifier')!), `must not contain ${said}. Remove it`);
    assert.equal(nameOfCharacter('\u{e0041}'), 'U+E0041, an invisible character');
  });

  it('has at least one visible character', () => {
    for (const text of [' ', '\u00a0\u3000', '\u2800', '\u0301'])
      assert.equal(faultOfText(text, 'name')?.reason, 'nothing_visible', JSON.stringify(text));
  });
});

describe('the name of a person or a business', () => {
  it('keeps joiners that its script or an emoji needs', () => {
    for (const name of [
      'می\u200cخواهم',
      'क्\u200dष',
      'ശ്രീ\u200d',
      '葛\u{e0100}城',
      '❤\ufe0f Café',
      '👨\u200d👩\u200d👧',
    ])
      assert.equal(faultOfText(name, 'name'), null, name);
  });

  it('is refused with a needless joiner, and with a bidi override', () => {
    for (const name of ['A\u200cwa', '\u200dAwa', 'Awa \u200d Ndiaye', '\u202eawa', 'A\u2066wa', 'Жан\u200d'])
      assert.match(sayFault(faultOfText(name, 'name')!), /^must not contain U\+/, JSON.stringify(name));
  });
});

describe('free text', () => {
  it('may have line feeds and tabs, and no other control characters', () => {
    assert.equal(faultOfText('one\n\ttwo', 'free'), null);
    assert.equal(normaliseText(' one\n two ', 'free'), ' one\n two ');
    for (const control of ['\r', '\0', '\u001b', '\u0085', '\u009f'])
      assert.match(sayFault(faultOfText(`a${control}b`, 'free')!), /^must not contain U\+00/);
  });
});

it('a search for a phone ignores the marks that contacts put around it', () => {
  assert.equal(normaliseText('\u202a+509 37 00-1234\u202c', 'search'), '+509 37 00-1234');
  assert.match(sayFault(faultOfText('\u202aama\u202c', 'search')!), /U\+202A/);
});

describe('the document', () => {
  const patternOf = (kind: TextKind) =>
    new RegExp((withPatterns({ type: 'string', minLength: 1, text: kind }) as { pattern: string }).pattern, 'u');

  it('requires a visible character in its patterns', () => {
    for (const kind of ['free', 'identifier', 'name'] as const) {
      assert.ok(!patternOf(kind).test(' \u00a0\u3000'), kind);
      assert.ok(patternOf(kind).test(' \u00a0a\u3000'), kind);
    }
  });

  it('excludes every control and invisible character of the first plane in its patterns', () => {
    const [free, identifier, line] = [patternOf('free'), patternOf('identifier'), patternOf('line')];
    for (let code = 0; code < 0xffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = `a${String.fromCodePoint(code)}b`;
      for (const [pattern, kind] of [
        [free, 'free'],
        [identifier, 'identifier'],
        [line, 'line'],
      ] as const)
        assert.equal(pattern.test(text), faultOfText(text, kind) === null, `U+${code.toString(16)} ${kind}`);
    }
  });

  it('gives every string of a request its kind', () => {
    const schema = { properties: { a: { type: 'string' }, b: { type: ['string', 'null'], text: 'free' } } };
    assert.deepEqual(withKinds(schema), {
      properties: { a: { type: 'string', text: 'line' }, b: { type: ['string', 'null'], text: 'free' } },
    });
  });
});
