import { Button, Checkbox, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Alerts } from '../../../contract/src/alerts.ts';
import { locale } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { parseMoney, typedAmount } from '../ui/format.ts';
import { Section } from '../ui/section.tsx';
import { Failure, Loading } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { failureOf, useRead } from '../world/read.ts';
import { useWorld } from '../world/world.tsx';
import { AddressForm } from './address-form.tsx';
import { SaveForm } from './save-form.tsx';

const FIRST_HOUR = 7;

/** The e-mails that the person gets about this integration in this mode. `byPhone`: how they log in. */
export function AlertForms({ byPhone }: { byPhone: boolean }) {
  const { t } = useTexts();
  const world = useWorld()!;
  const read = useRead('/alerts');
  const wallets = useRead('/wallets', { query: { limit: 100 } });
  const [changing, change] = useState(false);
  const failure = failureOf(read);
  if (failure) return <Failure error={failure} retry={() => read.refetch()} />;
  const { data: alerts } = read;
  if (!alerts || wallets.isPending) return <Loading rows={2} />;
  const currencies = [
    ...(wallets.data?.data ?? []).map(({ currency }) => currency),
    ...alerts.minimums.map(({ currency }) => currency),
  ];
  return (
    <Section title={t('alerts.title')}>
      <Stack maw={560} gap={8} mb={16}>
        <Text>{t('alerts.advice')}</Text>
        {world.mode === 'test' && <Text>{t('alerts.testAdvice')}</Text>}
        <Text>{alerts.email === null ? t('alerts.noAddress') : t('alerts.sentTo', { email: alerts.email })}</Text>
        {byPhone && alerts.email !== null && !changing && (
          <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => change(true)}>
            {t('alerts.change')}
          </Button>
        )}
        {byPhone && (alerts.email === null || changing) && <AddressForm onDone={() => change(false)} />}
      </Stack>
      {alerts.email !== null && <ChoiceForm alerts={alerts} currencies={[...new Set(currencies)].sort()} />}
    </Section>
  );
}

function ChoiceForm({ alerts, currencies }: { alerts: Alerts; currencies: readonly string[] }) {
  const { t } = useTexts();
  const saved = Object.fromEntries(
    alerts.minimums.map(({ currency, amount }) => [currency, typedAmount(amount, currency)]),
  );
  const [payments, setPayments] = useState(alerts.payments);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(saved);
  const [hour, setHour] = useState(alerts.summary_hour);
  const update = useChange('PATCH', '/alerts', ['/alerts']);
  const amounts = currencies.map((currency) => {
    const text = typed[currency]?.trim() ?? '';
    return { currency, text, amount: text === '' ? null : parseMoney(text, currency) };
  });
  const isWrong = ({ text, amount }: (typeof amounts)[number]) => text !== '' && (amount === null || amount <= 0n);
  const minimums = amounts.flatMap(({ currency, amount }) =>
    amount === null ? [] : [{ currency, amount: Number(amount) }],
  );
  const isChanged =
    payments !== alerts.payments ||
    hour !== alerts.summary_hour ||
    currencies.some((currency) => (typed[currency]?.trim() ?? '') !== (saved[currency] ?? ''));
  return (
    <SaveForm
      update={update}
      isChanged={isChanged && !amounts.some(isWrong)}
      save={() => update.run({ body: { payments, minimums, summary_hour: hour } })}
    >
      <Checkbox
        label={t('alerts.payments')}
        description={t('alerts.paymentsAdvice')}
        checked={payments}
        onChange={({ currentTarget }) => setPayments(currentTarget.checked)}
      />
      {payments &&
        amounts.map((one) => (
          <AmountField
            key={one.currency}
            currency={one.currency}
            label={t('alerts.minimum', { currency: one.currency })}
            description={t('alerts.minimumAdvice')}
            value={typed[one.currency] ?? ''}
            onType={(text) => setTyped({ ...typed, [one.currency]: text })}
            error={isWrong(one) && t('alerts.minimumWrong')}
          />
        ))}
      <Checkbox
        label={t('alerts.summary')}
        description={t('alerts.summaryAdvice')}
        checked={hour !== null}
        onChange={({ currentTarget }) => setHour(currentTarget.checked ? FIRST_HOUR : null)}
      />
      {hour !== null && (
        <Select
          label={t('alerts.hour', { zone: alerts.time_zone })}
          allowDeselect={false}
          data={Array.from({ length: 24 }, (_, i) => ({ value: String(i), label: timeOf(i) }))}
          value={String(hour)}
          onChange={(value) => setHour(Number(value))}
        />
      )}
    </SaveForm>
  );
}

const timeOf = (hour: number): string =>
  new Date(Date.UTC(2026, 0, 1, hour)).toLocaleTimeString(locale(), {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });
