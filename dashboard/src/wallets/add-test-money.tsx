import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { formatMoney, parseMoney } from '../ui/format.ts';
import { FormError, faultOf } from '../ui/states.tsx';
import { unlessUnderWay } from '../ui/unless-under-way.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { useChange } from '../world/change.ts';

/** Test mode only: creates money to pay with. */
export function AddTestMoney({ wallet: { id, currency }, onClose }: { wallet: Wallet; onClose: () => void }) {
  const { t } = useTexts();
  useFocusBack();
  const [typed, setTyped] = useState('');
  const stale = ['/wallets', '/wallets/{id}', '/wallets/{id}/entries', '/summary'] as const;
  const funding = useChange('POST', '/test/wallets/{id}/fund', stale);
  const amount = parseMoney(typed, currency);
  const fits = amount !== null && amount > 0n;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!fits) return;
    await funding.run({ params: { id }, body: { amount: Number(amount) } }).then(onClose, () => undefined);
  };
  return (
    <Modal
      opened
      onClose={unlessUnderWay(funding.isPending, onClose)}
      title={t('wallets.addMoney')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('record.amount')}
            required
            data-autofocus
            inputMode="decimal"
            rightSection={currency}
            rightSectionWidth={54}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            error={typed && !fits ? t('payments.amountWrong') : faultOf(funding.error, 'amount')}
          />
          <FormError error={funding.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={funding.isPending}>
              {t('ui.back')}
            </Button>
            <Button type="submit" loading={funding.isPending} disabled={!fits}>
              {fits ? t('wallets.add', { amount: formatMoney(amount, currency) }) : t('wallets.addMoney')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
