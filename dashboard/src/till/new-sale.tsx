import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { parseMoney } from '../ui/format.ts';
import { FormError, faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { wakeBell } from './bell.ts';
import classes from './till.module.css';

type NewSaleProps = { shift: string; currency: string; onBegun: (sale: string) => void };

export function NewSale({ shift, currency, onBegun }: NewSaleProps) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const beginning = useChange('POST', '/shifts/{id}/sales', ['/sales']);
  const amount = parseMoney(text, currency);
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    // A browser plays a sound only after a tap.
    wakeBell();
    if (!amount) return;
    const { id } = await beginning.run({ params: { id: shift }, body: { amount: Number(amount) } });
    onBegun(id);
  };
  return (
    <form className={classes.sale} onSubmit={(event) => begin(event).catch(() => undefined)}>
      <AmountField
        size="xl"
        label={t('till.amount')}
        currency={currency}
        autoFocus
        autoComplete="off"
        value={text}
        onType={setText}
        error={(text !== '' && !amount && t('payments.amountWrong')) || faultOf(beginning.error, 'amount')}
      />
      <FormError error={beginning.error} />
      <Button type="submit" size="lg" fullWidth mt="md" disabled={!amount} loading={beginning.isPending}>
        {t('till.show')}
      </Button>
    </form>
  );
}
