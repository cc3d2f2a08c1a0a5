import type { Developer } from '../../../contract/src/developers.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { useChange } from '../world/change.ts';

type RemoveDeveloperProps = { integration: string; developer: Developer; onClose: () => void };

export function RemoveDeveloper({ integration, developer, onClose }: RemoveDeveloperProps) {
  const { t } = useTexts();
  useFocusBack();
  const { id, email } = developer;
  const remove = useChange('DELETE', '/integrations/{id}/developers/{developer}', ['/integrations/{id}/developers']);
  return (
    <Confirm
      opened
      onClose={onClose}
      title={t('developers.removeTitle', { email })}
      act={t('developers.remove')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.run({ params: { id: integration, developer: id } }).then(onClose, () => undefined)}
    >
      {t('developers.removeAsk', { email })}
    </Confirm>
  );
}
