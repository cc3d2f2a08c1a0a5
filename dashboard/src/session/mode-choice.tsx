import { SegmentedControl } from '@mantine/core';
import type { Mode } from '../api/request.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';

/** A merchant may have one account in test mode and one in live mode, each with its own password. */
export function ModeChoice({ value, onChange }: { value: Mode; onChange: (mode: Mode) => void }) {
  const { t } = useTexts();
  if (!service.live) return null;
  return (
    <SegmentedControl
      role="radiogroup"
      aria-label={t('shell.mode')}
      value={value}
      onChange={(mode) => onChange(mode as Mode)}
      data={[
        { value: 'live', label: t('signIn.liveAccount') },
        { value: 'test', label: t('signIn.testAccount') },
      ]}
    />
  );
}
