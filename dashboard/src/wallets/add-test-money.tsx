import { useState } from 'react';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { formatMoney, parseMoney } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';

/** Test mode only: creates money to pay with. */
export function AddTestMoney({ wallet: { id, currency }, onClose }: { wallet: Wallet; onClose: () => void }) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const stale = ['/wallets', '/wallets/{id}', '/wallets/{id}/entries', '/summary'] as const;
  const funding = useChange('POST', '/test/wallets/{id}/fund', stale);
  const amount = parseMoney(typed, currency);
  return (
    <FormDialog
      title={t('wallets.addMoney')}
      act={amount ? t('wallets.add', { amount: formatMoney(amount, currency) }) : t('wallets.addMoney')}
      onClose={onClose}
      change={funding}
      disabled={!amount}
      submit={() => funding.run({ params: { id }, body: { amount: Number(amount) } })}
    >
      <AmountField
        required
        data-autofocus
        currency={currency}
        value={typed}
        onType={setTyped}
        error={typed && !amount ? t('payments.amountWrong') : faultOf(funding.error, 'amount')}
      />
    </FormDialog>
  );
}
