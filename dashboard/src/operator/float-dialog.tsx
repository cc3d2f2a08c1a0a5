import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Float } from '../../../contract/src/floats.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { parseMoney } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import { Choice } from './choice.tsx';

const directions = ['top_up', 'sweep', 'opening'] as const;

/** Requests to book money that was moved between the bank and a provider. */
export function FloatDialog({ floats, onClose }: { floats: readonly Float[]; onClose: () => void }) {
  const { t } = useTexts();
  const [rail, setRail] = useState(floats[0]!.rail);
  const [direction, setDirection] = useState<(typeof directions)[number]>('top_up');
  const [text, setText] = useState('');
  const [reference, setReference] = useState('');
  const change = useChange('POST', '/operator/floats', ['/operator/approvals'], { once: true });
  const { currency } = floats.find((float) => float.rail === rail)!;
  const amount = parseMoney(text, currency);
  const slip = reference.trim();
  const request = (reason: string) =>
    change.run({
      body: { rail, currency, direction, amount: Number(amount), reason, ...(slip ? { reference: slip } : {}) },
    });
  return (
    <ApprovalDialog
      title={t('operator.changeFloat')}
      onClose={onClose}
      change={change}
      disabled={!amount}
      request={request}
    >
      <Choice label={t('payments.rail')} options={floats.map((float) => float.rail)} value={rail} onChange={setRail} />
      <Choice
        label={t('operator.direction')}
        options={directions}
        nameOf={(value) => t(`operator.floatOf.${value}`)}
        value={direction}
        onChange={setDirection}
      />
      <AmountField
        required
        data-autofocus
        currency={currency}
        value={text}
        onType={setText}
        error={text !== '' && !amount ? t('payments.amountWrong') : faultOf(change.error, 'amount')}
      />
      <TextInput
        label={t('record.reference')}
        description={t('operator.bankNumber')}
        maxLength={64}
        value={reference}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
        error={faultOf(change.error, 'reference')}
      />
    </ApprovalDialog>
  );
}
