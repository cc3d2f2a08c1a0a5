import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Pill.css';
import { Checkbox, MultiSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { MatchingRule } from '../../../../contract/src/reconciliation.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { faultOf } from '../../ui/states.tsx';
import { useChange } from '../../world/change.ts';
import { Choice } from '../choice.tsx';
import { OperatorDialog } from '../operator-dialog.tsx';
import { lineKinds } from './line-kinds.ts';
import { useReconciledRails } from './rail-state.ts';
import { ruleShapes, shapeTexts } from './rule-shapes.ts';

type Kind = MatchingRule['kinds'][number];
const comparable = ['phone', 'reference'] as const;
type Compared = (typeof comparable)[number];
/** The choice of every rail: no slug contains a star. */
const EVERY = '*';

/** Adds a rule. It is off at first, so that it can be tried before it has an effect. */
export function RuleDialog({ place, onClose }: { place: number; onClose: () => void }) {
  const { t } = useTexts();
  const rails = useReconciledRails().data?.data ?? [];
  const add = useChange('POST', '/operator/matching_rules', ['/operator/matching_rules']);
  const [form, setForm] = useState({
    name: '',
    rail: EVERY,
    place,
    shape: 'one_to_one' as MatchingRule['shape'],
    kinds: [] as Kind[],
    compare: ['phone'] as Compared[],
    hours: 24,
  });
  const put = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const { name, rail, shape, kinds, hours } = form;
  // The service compares these in one to one only.
  const compare = shape === 'one_to_one' ? form.compare : [];
  const submit = () =>
    add.run({
      body: {
        name: name.trim(),
        rail: rail === EVERY ? null : rail,
        place: form.place,
        shape,
        kinds,
        compare,
        window_hours: hours,
        enabled: false,
      },
    });
  return (
    <OperatorDialog
      title={t('books.addRule')}
      act={t('books.addRule')}
      onClose={onClose}
      change={add}
      disabled={name.trim() === ''}
      submit={submit}
    >
      <TextInput
        label={t('operator.name')}
        required
        data-autofocus
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => put({ name: currentTarget.value })}
        error={faultOf(add.error, 'name')}
      />
      <Choice
        label={t('payments.rail')}
        options={[EVERY, ...rails.map((one) => one.rail)]}
        nameOf={(value) => (value === EVERY ? t('books.everyRail') : value)}
        value={rail}
        onChange={(value) => put({ rail: value })}
      />
      <Choice
        label={t('books.shape')}
        options={ruleShapes}
        nameOf={(value) => t(`books.shapeOf.${shapeTexts[value]}`)}
        value={shape}
        onChange={(value) => put({ shape: value })}
      />
      <Text size="sm">{t(`books.shapeAdvice.${shapeTexts[shape]}`)}</Text>
      <RuleLines shape={shape} kinds={kinds} compare={compare} onChange={put} error={add.error} />
      <RuleNumbers hours={hours} place={form.place} onType={put} error={add.error} />
      <Text c="dimmed" size="sm">
        {t('books.ruleIsOff')}
      </Text>
    </OperatorDialog>
  );
}

type RuleNumbersProps = {
  hours: number;
  place: number;
  onType: (part: { hours?: number; place?: number }) => void;
  error: unknown;
};

function RuleNumbers({ hours, place, onType, error }: RuleNumbersProps) {
  const { t } = useTexts();
  const whole = { allowDecimal: false, hideControls: true } as const;
  return (
    <>
      <NumberInput
        label={t('books.windowHours')}
        description={t('books.windowAdvice')}
        {...whole}
        min={1}
        max={720}
        value={hours}
        onChange={(value) => onType({ hours: Number(value) })}
        error={faultOf(error, 'window_hours')}
      />
      <NumberInput
        label={t('books.place')}
        description={t('books.placeAdvice')}
        {...whole}
        min={0}
        max={10_000}
        value={place}
        onChange={(value) => onType({ place: Number(value) })}
        error={faultOf(error, 'place')}
      />
    </>
  );
}

type RuleLinesProps = {
  shape: MatchingRule['shape'];
  kinds: Kind[];
  compare: Compared[];
  onChange: (part: { kinds?: Kind[]; compare?: Compared[] }) => void;
  error: unknown;
};

/** The lines that a rule is about, and the fields that must be equal. */
function RuleLines({ shape, kinds, compare, onChange, error }: RuleLinesProps) {
  const { t } = useTexts();
  return (
    <>
      <MultiSelect
        label={t('books.kinds')}
        placeholder={kinds.length === 0 ? t('books.anyKind') : undefined}
        data={lineKinds.map((value) => ({ value, label: t(`books.lineOf.${value}`) }))}
        value={kinds}
        onChange={(value) => onChange({ kinds: value as Kind[] })}
        error={faultOf(error, 'kinds')}
      />
      {shape === 'one_to_one' &&
        comparable.map((one) => (
          <Checkbox
            key={one}
            label={t(`books.mustEqual.${one}`)}
            checked={compare.includes(one)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ compare: comparable.filter((value) => (value === one ? checked : compare.includes(value))) })
            }
          />
        ))}
    </>
  );
}
