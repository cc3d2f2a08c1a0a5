import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSay, findText } from './say.ts';

const texts = {
  home: {
    title: 'Home',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
    ask: 'Refund {{amount}} to {{who}}?',
  },
};

test('a text is found by its key, and a key without a text says itself', () => {
  const say = createSay(texts, 'en');
  assert.equal(say('home.title'), 'Home');
  assert.equal(say('home.nothing'), 'home.nothing');
  assert.equal(findText(texts, 'home'), undefined, 'a group is no text');
  assert.equal(findText(texts, 'home.title.constructor'), undefined);
  assert.equal(findText(texts, 'home.toString'), undefined);
});

test('values replace placeholders, and are not read as placeholders themselves', () => {
  const say = createSay(texts, 'en');
  assert.equal(
    say('home.ask', { amount: '$5', who: '{{amount}} $& $t(home.title)' }),
    'Refund $5 to {{amount}} $& $t(home.title)?',
  );
  assert.equal(say('home.ask', { amount: 0n }), 'Refund 0 to ?');
});

test('a count chooses the plural by the rules of the language', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => createSay(texts, 'en')('home.days', { count })),
    ['0 days', '1 day', '2 days'],
  );
  // French counts 0 as one, and has a form for millions that no catalogue has.
  assert.deepEqual(
    [0, 1, 2, 1_000_000].map((count) => createSay(texts, 'fr')('home.days', { count })),
    ['0 day', '1 day', '2 days', '1000000 days'],
  );
});
