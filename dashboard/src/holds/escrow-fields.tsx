import { Checkbox, TextInput } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';

type EscrowFieldsProps = {
  /** The two deciders; null: the hold is no escrow. */
  deciders: readonly [string, string] | null;
  /** The first decider of a new escrow: the merchant's own wallet. */
  own: string | undefined;
  onChange: (deciders: readonly [string, string] | null) => void;
  error: string | undefined;
};

/** Makes a hold an escrow, which two deciders end instead of the merchant. */
export function EscrowFields({ deciders, own = '', onChange, error }: EscrowFieldsProps) {
  const { t } = useTexts();
  return (
    <>
      <Checkbox
        label={t('holds.escrow.make')}
        checked={deciders !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? [own, ''] : null)}
      />
      {deciders && (
        <>
          <TextInput
            label={t('holds.escrow.first')}
            description={t('holds.escrow.firstAdvice')}
            required
            value={deciders[0]}
            onChange={({ currentTarget }) => onChange([currentTarget.value, deciders[1]])}
          />
          <TextInput
            label={t('holds.escrow.second')}
            description={t('transfers.toAdvice')}
            required
            value={deciders[1]}
            onChange={({ currentTarget }) => onChange([deciders[0], currentTarget.value])}
            error={error}
          />
        </>
      )}
    </>
  );
}
