import { Button, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { service } from '../page.ts';
import { locale } from '../texts/texts.ts';
import { type Say, useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { exponentOf, typedAmount } from '../ui/format.ts';
import { PageHead } from '../ui/page-head.tsx';
import { readAmount } from '../ui/read-amount.ts';
import { FormError, faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { FirstProgress } from './first-progress.tsx';
import classes from './home.module.css';
import { customerWith, type Outcome, outcomes } from './outcomes.ts';
import { ServerLine } from './server-line.tsx';

type FirstPaymentProps = {
  /** The currency of the reader's country, or the first one. */
  currency: string;
  /** The reader's own phone; null for a developer. */
  phone: string | null;
  mayMakeKeys: boolean;
  onDone: () => void;
};

/** A thousand of a currency without decimals, ten of another. */
const suggested = (currency: string) =>
  exponentOf(currency) === 0 ? 1_000n : 10n * 10n ** BigInt(exponentOf(currency));

const nameOf = (outcome: Outcome, t: Say): string =>
  outcome === 'pays' || outcome === 'waits' ? t(`start.${outcome}`) : t(`record.failure.${outcome}`);

/** The only task of a new test integration: one payment, here or from a server, until its webhook was seen. */
export function FirstPayment({ currency: first, phone, mayMakeKeys, onDone }: FirstPaymentProps) {
  const { t } = useTexts();
  const [currency, setCurrency] = useState(first);
  const [typed, setTyped] = useState(() => typedAmount(suggested(first), first));
  const [outcome, setOutcome] = useState<Outcome>('pays');
  const pay = useChange('POST', '/payments', ['/payments']);
  const amount = readAmount(typed, exponentOf(currency), locale());
  const customer = customerWith(outcome, phone);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (amount) await pay.run({ body: { amount: Number(amount), currency, customer } }).catch(() => undefined);
  };
  const choose = (next: string | null) => {
    if (!next) return;
    setCurrency(next);
    setTyped(typedAmount(suggested(next), next));
  };
  return (
    <>
      <PageHead title={t('start.title')} />
      <p className={classes.quiet}>{t('start.lead')}</p>
      <div className={classes.first}>
        <form onSubmit={submit} className={classes.task}>
          <div className={classes.sum}>
            <AmountField
              size="md"
              currency={undefined}
              value={typed}
              onType={setTyped}
              error={faultOf(pay.error, 'amount')}
            />
            <Select
              size="md"
              label={t('record.currency')}
              allowDeselect={false}
              data={Object.keys(service.currencies)}
              value={currency}
              onChange={choose}
            />
          </div>
          <Select
            size="md"
            label={t('start.outcome')}
            allowDeselect={false}
            data={(Object.keys(outcomes) as Outcome[]).map((value) => ({ value, label: nameOf(value, t) }))}
            value={outcome}
            onChange={(value) => setOutcome(value as Outcome)}
          />
          <FormError error={pay.error} />
          <Button type="submit" size="md" fullWidth loading={pay.isPending} disabled={!amount}>
            {t('start.take')}
          </Button>
        </form>
        <ServerLine
          amount={amount ?? suggested(currency)}
          currency={currency}
          customer={customer}
          mayMakeKeys={mayMakeKeys}
        />
      </div>
      <FirstProgress onDone={onDone} />
    </>
  );
}
