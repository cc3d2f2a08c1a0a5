import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { BranchChoice } from './branch.tsx';
import { formatDay, parseMoney, typedAmount } from './format.ts';
import { ChevronDown, X } from './icons.ts';
import type { Filter, FilterBarProps, Search } from './list-page.tsx';
import { daysOf, periods } from './period.ts';
import { readDigits } from './read-digits.ts';
import { faultOf } from './states.tsx';
import classes from './ui.module.css';

/** On a phone the fields are behind a button, so that the rows are on the first screen. */
export function FilterBar({ filters, search, error, rows, onChange, onClear }: FilterBarProps) {
  const { t } = useTexts();
  const [isOpen, { toggle }] = useDisclosure(false);
  const count = filters.filter(({ name }) => search[name]).length;
  return (
    <search className={classes.filters} aria-label={t('list.filters')} data-open={isOpen || undefined}>
      {filters.length > 1 && (
        <Button
          className={classes.filterToggle}
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          rightSection={<ChevronDown size={14} aria-hidden />}
          onClick={toggle}
        >
          {count > 0 ? t('find.filterCount', { count }) : t('find.filter')}
        </Button>
      )}
      {filters.map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          search={search}
          rows={rows}
          fault={faultOf(error, filter.name)}
          onChange={onChange}
        />
      ))}
      {count > 0 && (
        <Button variant="subtle" size="xs" leftSection={<X size={14} />} onClick={onClear}>
          {t('list.clear')}
        </Button>
      )}
    </search>
  );
}

type FieldProps = {
  filter: Filter;
  search: Search;
  rows: readonly unknown[];
  fault: string | undefined;
  onChange: (changed: Search) => void;
};

function FilterField(props: FieldProps) {
  const { t } = useTexts();
  const { filter, search, onChange } = props;
  const { name, options, standing, label = '' } = filter;
  if (filter.kind === 'period') return <PeriodField {...props} />;
  if (filter.kind === 'branch')
    return <BranchChoice value={search[name]} onChange={(branch) => onChange({ [name]: branch })} />;
  if (options)
    return (
      <ChoiceField
        label={label}
        options={options}
        value={search[name] ?? standing ?? null}
        isSet={Boolean(search[name])}
        onChange={(value) => onChange({ [name]: value ?? undefined })}
      />
    );
  if (filter.kind === 'phone')
    return <TextField {...props} label={t('find.phone')} advice={t('find.phoneAdvice')} read={readDigits} />;
  if (filter.kind === 'amount') return <AmountField {...props} />;
  const { read = (typed: string) => typed, advice } = filter;
  return <TextField {...props} label={label} advice={advice} read={read} />;
}

type ChoiceFieldProps = {
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
  value: string | null;
  /** Whether the address has it. */
  isSet: boolean;
  onChange: (value: string | null) => void;
};

function ChoiceField({ label, options, value, isSet, onChange }: ChoiceFieldProps) {
  const { t } = useTexts();
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={[...options]}
      value={value}
      onChange={onChange}
      allowDeselect={isSet}
      // Inside the landmark of the filters.
      comboboxProps={{ withinPortal: false }}
      clearable={isSet}
      clearButtonProps={{ 'aria-label': t('list.clearOne', { name: label }) }}
      size="xs"
      w={150}
    />
  );
}

const CUSTOM = '..';

function PeriodField({ filter: { name }, search, onChange }: FieldProps) {
  const { t } = useTexts();
  const value = search[name] ?? null;
  const days = value === null ? null : daysOf(value);
  const options = [
    ...periods.map((period) => ({ value: period as string, label: t(`find.period.${period}`) })),
    { value: CUSTOM, label: days ? said(days) || t('find.period.custom') : t('find.period.custom') },
  ];
  const choose = (from: string, to: string) => onChange({ [name]: `${from}..${to}` });
  return (
    <>
      <ChoiceField
        label={t('find.periodLabel')}
        options={options}
        value={days ? CUSTOM : value}
        isSet={value !== null}
        onChange={(chosen) => onChange({ [name]: chosen ?? undefined })}
      />
      {days && (
        <Group gap={8} wrap="nowrap" className={classes.days}>
          <Day label={t('find.from')} value={days[0]} onChange={(day) => choose(day, days[1])} />
          <Day label={t('find.to')} value={days[1]} onChange={(day) => choose(days[0], day)} />
        </Group>
      )}
    </>
  );
}

const said = (days: readonly [string, string]) =>
  [...new Set(days)]
    .filter((day) => day !== '')
    .map(formatDay)
    .join(' – ');

function Day({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      title={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      size="xs"
      w={140}
    />
  );
}

/** An amount is minor units of one currency: the chosen one, or that of the rows. Both filters are then set. */
function AmountField(props: FieldProps) {
  const { t } = useTexts();
  const { search, rows } = props;
  const [first] = rows as readonly { currency?: string }[];
  const currency = search.currency ?? first?.currency ?? Object.keys(service.currencies)[0]!;
  return (
    <TextField
      {...props}
      label={t('record.amount')}
      advice={t('find.amountAdvice')}
      read={(typed) => parseMoney(typed, currency)?.toString() ?? null}
      show={(value) => (/^\d+$/.test(value) ? typedAmount(BigInt(value), currency) : value)}
      more={{ currency }}
    />
  );
}

type TextFieldProps = FieldProps & {
  label: string;
  advice: string | undefined;
  /** Null while the text is incomplete. */
  read: (typed: string) => string | null;
  show?: (value: string) => string;
  /** Filters that are set along with it. */
  more?: Search;
};

function TextField({ filter: { name }, search, fault, onChange, label, advice, read, show, more }: TextFieldProps) {
  const value = search[name] ?? '';
  const shown = value === '' ? '' : (show?.(value) ?? value);
  const [text, setText] = useState(shown);
  const [wrong, setWrong] = useState(false);
  const change = useDebouncedCallback((typed: string) => {
    const asked = typed === '' ? '' : read(typed);
    setWrong(asked === null);
    if (asked !== null && asked !== value) onChange({ [name]: asked || undefined, ...(asked ? more : {}) });
  }, 350);
  useEffect(() => {
    setText(shown);
    setWrong(false);
  }, [shown]);
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={text}
      error={wrong ? advice : fault && (advice ?? fault)}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        change(currentTarget.value.trim());
      }}
      onKeyDown={({ key }) => key === 'Enter' && change.flush()}
      size="xs"
      w={150}
    />
  );
}
