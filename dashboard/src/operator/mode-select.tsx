import { Select } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';

export function ModeSelect({ livemode, onChange }: { livemode: boolean; onChange: (livemode: boolean) => void }) {
  const { t } = useTexts();
  return (
    <Select
      label={t('shell.mode')}
      data={[
        { value: 'test', label: t('shell.test') },
        { value: 'live', label: t('shell.live') },
      ]}
      allowDeselect={false}
      value={livemode ? 'live' : 'test'}
      onChange={(value) => onChange(value === 'live')}
    />
  );
}
