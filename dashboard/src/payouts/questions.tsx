import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useMe } from '../session/me.ts';
import { locale } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { exponentOf, formatMoney } from '../ui/format.ts';
import { likelyCountry, loadPhones, type Phones, withCode } from './country-code.ts';
import { isWithoutCode, wasPaid } from './faults.ts';
import classes from './payouts.module.css';
import { isZero, readPeopleAmount } from './people-amounts.ts';
import type { Lines } from './use-lines.ts';

type QuestionsProps = { edited: Lines; currency: string };

/** Corrections of many lines at once. Each one is made only after a person agrees. */
export function Questions({ edited, currency }: QuestionsProps) {
  return (
    <>
      <PaidBefore edited={edited} />
      <NotThisTime edited={edited} />
      <AddCode edited={edited} currency={currency} />
      <PeopleAmounts edited={edited} currency={currency} />
    </>
  );
}

function Question({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.question} role="note">
      <span>{text}</span>
      {children}
    </div>
  );
}

function PaidBefore({ edited: { lines, remove } }: { edited: Lines }) {
  const { t } = useTexts();
  const paid = lines.filter(({ before }) => wasPaid(before)).map(({ line }) => line);
  if (paid.length === 0) return null;
  return (
    <Question text={t('payroll.paidBefore', { count: paid.length })}>
      <Button size="xs" variant="default" onClick={() => remove(new Set(paid))}>
        {t('payroll.removePaid')}
      </Button>
    </Question>
  );
}

/** In a file that is used each month, 0 means that someone gets nothing this time. */
function NotThisTime({ edited: { lines, remove } }: { edited: Lines }) {
  const { t } = useTexts();
  const none = lines.filter(({ cells }) => isZero(cells.amount));
  if (none.length === 0) return null;
  const names = none.slice(0, 3).map(({ cells }) => cells.name || cells.recipient);
  const list = new Intl.ListFormat(locale()).format([...names, ...(none.length > 3 ? ['…'] : [])]);
  return (
    <Question text={t('payroll.zero', { count: none.length, names: list })}>
      <Button size="xs" variant="default" onClick={() => remove(new Set(none.map(({ line }) => line)))}>
        {t('payroll.leaveOut')}
      </Button>
    </Question>
  );
}

function AddCode({ edited, currency }: QuestionsProps) {
  const { lines } = edited;
  const isNeeded = lines.some(({ cells }) => isWithoutCode(cells.recipient));
  const phones = useQuery({ queryKey: ['phones'], queryFn: loadPhones, enabled: isNeeded, staleTime: Infinity }).data;
  return isNeeded && phones ? <ChooseCode edited={edited} currency={currency} phones={phones} /> : null;
}

function ChooseCode({ edited: { lines, rewrite }, currency, phones }: QuestionsProps & { phones: Phones }) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<string | null>(null);
  const ownPhone = useMe().data?.phone ?? null;
  const likely = useMemo(
    () => likelyCountry(lines, { currency, ownPhone }, phones),
    [lines, currency, ownPhone, phones],
  );
  const country = chosen ?? likely;
  const countries = useMemo(() => countryNames(phones), [phones]);
  const found = useMemo(() => withCode(lines, country, phones), [lines, country, phones]);
  const bare = lines.filter(({ cells }) => isWithoutCode(cells.recipient));
  const first = bare.find(({ line }) => found.has(line));
  const example = first && `${first.cells.recipient} = ${found.get(first.line)}`;
  return (
    <Question
      text={
        <>
          {t('payroll.noCode', { count: bare.length })} {example && t('payroll.asIn', { example })}
        </>
      }
    >
      <Select
        size="xs"
        w={210}
        searchable
        allowDeselect={false}
        aria-label={t('payroll.country')}
        data={countries}
        value={country}
        onChange={setChosen}
      />
      <Button
        size="xs"
        variant="default"
        disabled={found.size === 0}
        onClick={() => rewrite({ name: 'recipient', texts: found })}
      >
        {t('payroll.addCode', { count: found.size, code: codeOf(phones, country) })}
      </Button>
    </Question>
  );
}

const codeOf = ({ callingCodes }: Phones, country: string) =>
  `+${callingCodes().find((one) => one.country === country)?.code}`;

function countryNames({ callingCodes }: Phones) {
  const names = new Intl.DisplayNames(locale(), { type: 'region' });
  return callingCodes()
    .map(({ country, code }) => ({ value: country, label: `${names.of(country)} +${code}` }))
    .sort((one, other) => one.label.localeCompare(other.label, locale()));
}

/**
 * Amounts such as `30 000 F`. In a currency with decimals every amount of the file is read in the same way: `900`
 * beside `1,250.50` is 900.00.
 */
function PeopleAmounts({ edited, currency }: QuestionsProps) {
  const { t } = useTexts();
  const { lines, faults, rewrite, isReadAnew, restoreAmounts } = edited;
  const exponent = exponentOf(currency);
  const readAll = exponent > 0 && !isReadAnew && lines.every(({ before }) => before.currency === '');
  const asked = useMemo(
    () =>
      lines.flatMap(({ line, cells }) => {
        const isOdd = ['marks', 'amount'].includes(faults.get(line)?.amount?.key ?? '');
        const amount = readAll || isOdd ? readPeopleAmount(cells.amount, currency, exponent) : null;
        return amount === null ? [] : [{ line, isOdd, amount, text: cells.amount }];
      }),
    [lines, faults, readAll, currency, exponent],
  );
  if (asked.length === 0 || (readAll && asked.every(({ amount }) => amount === 0n)))
    return isReadAnew ? <Undo onClick={restoreAmounts} /> : null;
  const odd = asked.filter(({ isOdd }) => isOdd);
  const shown = [...new Map((odd.length > 0 ? odd : asked).map((one) => [one.text.trim(), one.amount]))].slice(0, 3);
  const examples = shown.map(([text, amount]) => `${text} = ${formatMoney(amount, currency)}`).join(' · ');
  return (
    <Question
      text={
        odd.length > 0
          ? t(readAll ? 'payroll.writtenAll' : 'payroll.written', { count: odd.length, examples })
          : t('payroll.wholeUnits', { examples, currency })
      }
    >
      <Button
        size="xs"
        variant="default"
        onClick={() =>
          rewrite({ name: 'amount', texts: new Map(asked.map(({ line, amount }) => [line, String(amount)])) })
        }
      >
        {t('payroll.readSo', { count: asked.length })}
      </Button>
    </Question>
  );
}

function Undo({ onClick }: { onClick: () => void }) {
  const { t } = useTexts();
  return (
    <Question text={t('payroll.wasRead')}>
      <Button size="xs" variant="default" onClick={onClick}>
        {t('payroll.undo')}
      </Button>
    </Question>
  );
}
