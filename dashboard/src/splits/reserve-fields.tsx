import { Group, NumberInput, Text } from '@mantine/core';
import type { Reserve } from '../../../contract/src/split-partners.ts';
import { useTexts } from '../texts/use-texts.ts';
import { faultOf } from '../ui/states.tsx';

/** A reserve as it is typed: a percentage and days. */
export type TypedReserve = { readonly part: number | string; readonly days: number | string };

export const noReserve: TypedReserve = { part: '', days: '' };

export const typedReserve = (reserve: Reserve | null): TypedReserve =>
  reserve === null ? noReserve : { part: reserve.basis_points / 100, days: reserve.days };

/** Null for none: no part, or a part of zero. */
export const readReserve = ({ part, days }: TypedReserve): Reserve | null =>
  Number(part) === 0 ? null : { basis_points: Math.round(Number(part) * 100), days: Number(days) };

/** A part without days is not complete. */
export const isComplete = ({ part, days }: TypedReserve): boolean => Number(part) === 0 || Number(days) > 0;

type Props = { typed: TypedReserve; onType: (typed: TypedReserve) => void; error: unknown };

export function ReserveFields({ typed, onType, error }: Props) {
  const { t } = useTexts();
  return (
    <>
      <Group grow align="end">
        <NumberInput
          label={t('splits.reservePart')}
          min={0}
          max={100}
          decimalScale={2}
          hideControls
          value={typed.part}
          onChange={(part) => onType({ ...typed, part })}
          error={faultOf(error, 'reserve.basis_points')}
        />
        <NumberInput
          label={t('splits.reserveDays')}
          min={1}
          max={365}
          allowDecimal={false}
          hideControls
          disabled={Number(typed.part) === 0}
          value={typed.days}
          onChange={(days) => onType({ ...typed, days })}
          error={faultOf(error, 'reserve.days')}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {t('splits.reserveAdvice')}
      </Text>
    </>
  );
}
