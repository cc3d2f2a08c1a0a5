import { SegmentedControl } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';

export const kinds = ['developer', 'merchant', 'operator'] as const;
export type Kind = (typeof kinds)[number];
export const isKind = (text: string): text is Kind => (kinds as readonly string[]).includes(text);

export function TypeChoice({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  const { t } = useTexts();
  return (
    <SegmentedControl
      role="radiogroup"
      aria-label={t('signIn.as')}
      fullWidth
      value={value}
      onChange={(kind) => onChange(kind as Kind)}
      data={kinds.map((kind) => ({ value: kind, label: t(`signIn.kind.${kind}`) }))}
    />
  );
}
