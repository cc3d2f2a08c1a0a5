import { useTexts } from '../texts/use-texts.ts';
import { Choice } from './choice.tsx';

const modes = ['test', 'live'] as const;

export function ModeSelect({ livemode, onChange }: { livemode: boolean; onChange: (livemode: boolean) => void }) {
  const { t } = useTexts();
  return (
    <Choice
      label={t('shell.mode')}
      options={modes}
      nameOf={(mode) => t(`shell.${mode}`)}
      value={livemode ? 'live' : 'test'}
      onChange={(mode) => onChange(mode === 'live')}
    />
  );
}
