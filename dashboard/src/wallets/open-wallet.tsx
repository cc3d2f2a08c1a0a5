import { Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useWorldPath } from '../world/world.tsx';

/** A wallet's currency never changes, so the person chooses one if there are several. */
export function OpenWallet({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const currencies = Object.keys(service.currencies);
  const [currency, setCurrency] = useState(currencies.length === 1 ? currencies[0]! : null);
  const [typed, setTyped] = useState('');
  const opening = useChange('POST', '/wallets', ['/wallets'], { once: true });
  const label = typed.trim();
  const submit = async () => {
    const { id } = await opening.run({ body: { currency: currency!, ...(label ? { label } : {}) } });
    await navigate({ to: worldPath(`/wallets/${id}`) });
  };
  return (
    <FormDialog
      title={t('wallets.open')}
      act={t('wallets.open')}
      onClose={onClose}
      change={opening}
      disabled={!currency}
      submit={submit}
    >
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
    </FormDialog>
  );
}
