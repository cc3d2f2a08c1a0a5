import { Select } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';

const choices = ['0', '3600', '86400', '604800'] as const;

/** How many seconds the old secret keeps working beside the new one. */
export function OverlapSelect({ value, onChange }: { value: number; onChange: (seconds: number) => void }) {
  const { t } = useTexts();
  return (
    <Select
      label={t('ui.overlap')}
      description={t('ui.overlapAdvice')}
      allowDeselect={false}
      data={choices.map((seconds) => ({ value: seconds, label: t(`ui.overlapOf.${seconds}`) }))}
      value={String(value)}
      onChange={(seconds) => onChange(Number(seconds))}
    />
  );
}
