import '@mantine/core/styles/Fieldset.css';
import { Fieldset, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { StatementLayoutBody } from '../../../../contract/src/statement-layouts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { faultOf } from '../../ui/states.tsx';

type Body = StatementLayoutBody;
type ColumnsOf = NonNullable<Body['columns']>;

const formats = ['csv', 'xlsx', 'camt.053', 'mt940'] as const;
const encodings = ['utf-8', 'windows-1252', 'iso-8859-1', 'utf-16le', 'utf-16be'] as const;
const separators = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  '.': 'point',
  ' ': 'space',
  "'": 'apostrophe',
  '': 'none',
} as const;
const columnNames = [
  'date',
  'time',
  'amount',
  'credit',
  'debit',
  'fee',
  'currency',
  'operation',
  'record',
  'reference',
  'kind',
  'phone',
  'state',
  'balance',
] as const;

type LayoutFormProps = {
  layout: Body;
  onChange: (layout: Body) => void;
  /** The last refusal of the service. */
  error: unknown;
};

/** The parts of a layout that differ from bank to bank. The others stay as they are. */
export function LayoutForm({ layout, onChange, error }: LayoutFormProps) {
  const { t } = useTexts();
  const isTable = layout.format === 'csv' || layout.format === 'xlsx';
  const set = <Name extends keyof Body>(name: Name, value: Body[Name] | '') => {
    const { [name]: _, ...rest } = layout;
    onChange((value === '' && name !== 'group' ? rest : { ...layout, [name]: value }) as Body);
  };
  const text = (name: 'time_zone' | 'date_format' | 'currency') => ({
    value: layout[name] ?? '',
    error: faultOf(error, `layout.${name}`),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set(name, currentTarget.value),
  });
  const separator = (name: 'delimiter' | 'decimal' | 'group', signs: readonly (keyof typeof separators)[]) => (
    <Select
      label={t(`books.${name}`)}
      data={signs.map((sign) => ({ value: separators[sign], label: t(`books.separatorOf.${separators[sign]}`) }))}
      value={separators[layout[name] ?? defaults[name]]}
      allowDeselect={false}
      error={faultOf(error, `layout.${name}`)}
      onChange={(chosen) => set(name, signs.find((sign) => separators[sign] === chosen) as never)}
    />
  );
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('books.format')}
          data={formats}
          value={layout.format}
          allowDeselect={false}
          onChange={(chosen) => chosen && set('format', chosen as Body['format'])}
        />
        <TextInput label={t('books.timeZone')} description={t('books.fileZoneAdvice')} {...text('time_zone')} />
        {(layout.format === 'csv' || layout.format === 'mt940') && (
          <Select
            label={t('books.encoding')}
            data={encodings}
            value={layout.encoding ?? 'utf-8'}
            allowDeselect={false}
            onChange={(chosen) => chosen && set('encoding', chosen as (typeof encodings)[number])}
          />
        )}
        {layout.format === 'csv' && separator('delimiter', [',', ';', '\t', '|'])}
        {isTable && (
          <>
            {separator('decimal', ['.', ','])}
            {separator('group', [',', '.', ' ', "'", ''])}
            <TextInput
              label={t('books.dateFormat')}
              description={t('books.dateFormatAdvice')}
              {...text('date_format')}
            />
            <TextInput label={t('books.fileCurrency')} maxLength={3} {...text('currency')} />
            <Signs layout={layout} set={set} error={error} />
          </>
        )}
      </SimpleGrid>
      {isTable && (
        <Columns
          columns={layout.columns ?? ({} as ColumnsOf)}
          optional={layout.optional}
          onChange={(columns, optional) => {
            const { optional: _, ...rest } = layout;
            onChange({ ...rest, columns, ...(optional && optional.length > 0 ? { optional } : {}) });
          }}
          error={faultOf(error, 'layout.columns')}
        />
      )}
    </>
  );
}

/** The service's own, where a layout leaves them out. */
const defaults = { delimiter: ',', decimal: '.', group: ',' } as const;

type SignsProps = {
  layout: Body;
  set: <Name extends 'sign' | 'debits'>(name: Name, value: NonNullable<Body[Name]>) => void;
  error: unknown;
};

/** The meaning of an amount's sign; with two columns, the sign of the debits. */
function Signs({ layout: { columns, sign, debits }, set, error }: SignsProps) {
  const { t } = useTexts();
  if (columns?.debit !== undefined) {
    return (
      <Select
        label={t('books.debits')}
        data={(['positive', 'negative', 'either'] as const).map((value) => ({
          value,
          label: t(`books.debitsOf.${value}`),
        }))}
        value={debits ?? 'positive'}
        allowDeselect={false}
        onChange={(chosen) => chosen && set('debits', chosen as NonNullable<typeof debits>)}
      />
    );
  }
  return (
    <Select
      label={t('books.sign')}
      data={(['as_given', 'negated', 'by_kind'] as const).map((value) => ({
        value,
        label: t(`books.signOf.${value}`),
      }))}
      value={sign ?? 'as_given'}
      allowDeselect={false}
      error={faultOf(error, 'layout.sign')}
      onChange={(chosen) => chosen && set('sign', chosen as NonNullable<typeof sign>)}
    />
  );
}

type ColumnsProps = {
  columns: ColumnsOf;
  optional: Body['optional'];
  onChange: (columns: ColumnsOf, optional: Body['optional']) => void;
  error: string | undefined;
};

const namesOf = (column: string | readonly string[] | undefined) => [column ?? []].flat().join(' | ');

/** The names in the header of the file, by what they mean. */
function Columns({ columns, optional, onChange, error }: ColumnsProps) {
  const { t } = useTexts();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(columnNames.map((name) => [name, namesOf(columns[name])])),
  );
  const change = (name: (typeof columnNames)[number], text: string) => {
    setTexts({ ...texts, [name]: text });
    const names = text
      .split('|')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    const { [name]: _, ...rest } = columns;
    if (names.length === 0)
      onChange(
        rest as ColumnsOf,
        optional?.filter((one) => one !== name),
      );
    else onChange({ ...columns, [name]: names.length === 1 ? names[0]! : names }, optional);
  };
  return (
    <Fieldset legend={t('books.columns')}>
      <Text size="sm" c="dimmed" mb="xs">
        {t('books.columnsAdvice')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="xs">
        {columnNames.map((name) => (
          <TextInput
            key={name}
            label={t(`books.columnOf.${name}`)}
            required={name === 'date'}
            withAsterisk={false}
            maxLength={300}
            value={texts[name] ?? ''}
            onChange={({ currentTarget }) => change(name, currentTarget.value)}
          />
        ))}
      </SimpleGrid>
      {error && (
        <Text c="var(--mantine-color-error)" size="sm" mt="xs">
          {error}
        </Text>
      )}
    </Fieldset>
  );
}
