import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormError, faultOf } from '../ui/states.tsx';
import { unlessUnderWay } from '../ui/unless-under-way.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { useChange } from '../world/change.ts';
import { useWorldPath } from '../world/world.tsx';

/** A wallet's currency never changes, so the person chooses one if there are several. */
export function OpenWallet({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  useFocusBack();
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const currencies = Object.keys(service.currencies);
  const [currency, setCurrency] = useState(currencies.length === 1 ? currencies[0]! : null);
  const [typed, setTyped] = useState('');
  const opening = useChange('POST', '/wallets', ['/wallets'], { once: true });
  const label = typed.trim();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!currency) return;
    const opened = await opening.run({ body: { currency, ...(label ? { label } : {}) } }).catch(() => null);
    if (!opened) return;
    await navigate({ to: worldPath(`/wallets/${opened.id}`) });
    onClose();
  };
  return (
    <Modal
      opened
      onClose={unlessUnderWay(opening.isPending, onClose)}
      title={t('wallets.open')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Select
            label={t('record.currency')}
            required
            data-autofocus
            allowDeselect={false}
            data={currencies}
            value={currency}
            onChange={setCurrency}
            error={faultOf(opening.error, 'currency')}
          />
          <TextInput
            label={t('wallets.label')}
            maxLength={64}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            error={faultOf(opening.error, 'label')}
          />
          <FormError error={opening.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={opening.isPending}>
              {t('ui.back')}
            </Button>
            <Button type="submit" loading={opening.isPending} disabled={!currency}>
              {t('wallets.open')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
