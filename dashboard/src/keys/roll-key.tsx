import type { ApiKey } from '../../../contract/src/keys.ts';
import { useTexts } from '../texts/use-texts.ts';
import { RollDialog } from '../ui/roll-dialog.tsx';
import { useChange } from '../world/change.ts';

export function RollKey({ apiKey, name, onClose }: { apiKey: ApiKey; name: string; onClose: () => void }) {
  const { t } = useTexts();
  const roll = useChange('POST', '/keys/{id}/roll', ['/integrations/{id}/keys']);
  return (
    <RollDialog
      title={t('keys.rollTitle', { name })}
      lead={t('keys.rollLead')}
      act={t('keys.roll')}
      secretAdvice={t('keys.secretAdvice')}
      pending={roll.isPending}
      error={roll.error}
      roll={(overlap_seconds) =>
        roll.run({ params: { id: apiKey.id }, body: { overlap_seconds } }).then(
          ({ key }) => key,
          () => undefined,
        )
      }
      onClose={onClose}
    />
  );
}
