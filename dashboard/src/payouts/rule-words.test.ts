import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createSay } from '../texts/say.ts';
import type { Say } from '../texts/use-texts.ts';
import { ruleInWords } from './rule-words.ts';

/** The locales of `languages.ts`. CLDR has no Haitian Creole. */
const locales = { en: 'en', fr: 'fr', es: 'es', pt: 'pt', ht: 'fr-HT', sw: 'sw' } as const;
type Language = keyof typeof locales;
const wordsIn = (language: Language) => {
  const file = new URL(`../texts/${language}/payroll.json`, import.meta.url);
  const locale = locales[language];
  return { t: createSay({ payroll: JSON.parse(readFileSync(file, 'utf8')) }, locale) as Say, locale };
};
const first = '2036-01-31';
const say = (rule: string, language: Language = 'en') => ruleInWords(rule, first, wordsIn(language));

const cases: readonly [rule: string, en: string, fr: string][] = [
  ['FREQ=DAILY', 'every day', 'chaque jour'],
  ['FREQ=DAILY;INTERVAL=3;COUNT=10', 'every 3 days, 10 times', 'tous les 3 jours, 10 fois'],
  ['FREQ=DAILY;BYDAY=SA,SU', 'every day: Saturday and Sunday', 'chaque jour : samedi et dimanche'],
  ['FREQ=WEEKLY', 'every week: Thursday', 'chaque semaine : jeudi'],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR',
    'every 2 weeks: Monday and Friday',
    'toutes les 2 semaines : lundi et vendredi',
  ],
  ['FREQ=MONTHLY;INTERVAL=2', 'every 2 months: day 31', 'tous les 2 mois : le 31'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,-1', 'every month: day 15 and the last day', 'chaque mois : le 15 et le dernier jour'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', 'every month: day 3 from the end', 'chaque mois : le 3e jour avant la fin'],
  [
    'FREQ=MONTHLY;BYDAY=1MO,-1FR',
    'every month: the first Monday and the last Friday',
    'chaque mois : le premier lundi et le dernier vendredi',
  ],
  ['FREQ=MONTHLY;BYDAY=+2TU', 'every month: the second Tuesday', 'chaque mois : le deuxième mardi'],
  [
    'FREQ=MONTHLY;BYDAY=-2WE',
    'every month: Wednesday number 2 from the end',
    'chaque mois : le 2e mercredi en partant de la fin',
  ],
  ['FREQ=MONTHLY;BYDAY=TH', 'every month: each Thursday', 'chaque mois : chaque jeudi'],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1',
    'every month: the last of Monday and Tuesday',
    'chaque mois : le dernier parmi lundi et mardi',
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=5,6;BYSETPOS=1;COUNT=1',
    'every month: the first of day 5 and day 6, once',
    'chaque mois : le premier parmi le 5 et le 6, une fois',
  ],
];

describe('a recurrence rule in words', () => {
  for (const [rule, en, fr] of cases) it(rule, () => assert.deepEqual([say(rule), say(rule, 'fr')], [en, fr]));

  it('has a text for each rule in all languages, with nothing left to fill in', () => {
    for (const language of Object.keys(locales) as Language[])
      for (const [rule] of cases) assert.doesNotMatch(say(rule, language)!, /payroll|[{}]|undefined|NaN/, language);
  });

  it('says how often, and names the days, in the order of the language', () => {
    assert.equal(say('FREQ=MONTHLY;BYDAY=1SA', 'pt'), 'todo mês: sábado n.º 1 do mês');
    assert.equal(say('FREQ=MONTHLY;BYDAY=3MO', 'es'), 'cada mes: el tercer lunes');
    assert.equal(say('FREQ=WEEKLY;INTERVAL=4', 'sw'), 'kila wiki 4: Alhamisi');
    assert.equal(say('FREQ=MONTHLY;BYMONTHDAY=28', 'ht'), 'chak mwa: jou 28');
  });

  it('is missing for a rule that it cannot say in full, which is then shown as it is', () => {
    const unsaid = ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', 'FREQ=MONTHLY;BYSETPOS=1', 'FREQ=YEARLY', 'FREQ=DAILY;X=1'];
    assert.deepEqual(
      unsaid.map((rule) => say(rule)),
      [null, null, null, null],
    );
  });
});
