import { Button, FileButton, Group, Select, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendFile } from '../api/send-file.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { formatSize, parseMoney } from '../ui/format.ts';
import { faultOf } from '../ui/states.tsx';
import { ApprovalDialog } from './approval-dialog.tsx';
import { ModeSelect } from './mode-select.tsx';

/** The service's limits. */
const MOST_BYTES = 5 * 1024 * 1024;
const MOST_ROWS = 10_000;

/** Sends a file of opening balances with the control totals of the old system. The service compares the two. */
export function OpeningDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const [livemode, setLivemode] = useState(service.live);
  const [count, setCount] = useState('');
  const [totals, setTotals] = useState<Readonly<Record<string, string>>>({});
  const [file, setFile] = useState<File | null>(null);
  const amounts = Object.entries(totals).map(([currency, text]) => [currency, parseMoney(text, currency)] as const);
  const isCount = /^[1-9]\d{0,4}$/.test(count) && Number(count) <= MOST_ROWS;
  const isTooLarge = file !== null && file.size > MOST_BYTES;
  const change = useMutation({
    mutationFn: (reason: string) =>
      sendFile('/operator/opening_balances', {
        query: {
          mode: livemode ? 'live' : 'test',
          count: Number(count),
          totals: amounts.map(([currency, amount]) => `${currency}:${amount}`).join(','),
          reason,
        },
        file: file!,
        onProgress: () => undefined,
        signal: new AbortController().signal,
      }),
    // The file waits once, so a second request of it would be refused.
    retry: false,
    onSuccess: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === '/operator/approvals' }),
  });
  const isReady = isCount && amounts.length > 0 && amounts.every(([, amount]) => amount) && file && !isTooLarge;
  return (
    <ApprovalDialog
      title={t('operator.opening.ask')}
      onClose={onClose}
      change={change}
      disabled={!isReady}
      request={(reason) => change.mutateAsync(reason)}
    >
      <Text size="sm" c="dimmed">
        {t('operator.opening.advice')}
      </Text>
      {service.live && <ModeSelect livemode={livemode} onChange={setLivemode} />}
      <Group>
        <FileButton onChange={setFile} accept=".csv,text/csv">
          {(props) => (
            <Button variant="default" {...props}>
              {t('books.chooseFile')}
            </Button>
          )}
        </FileButton>
        {file && (
          <Text size="sm">
            {file.name} · {formatSize(file.size)}
          </Text>
        )}
      </Group>
      {isTooLarge && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {t('operator.opening.tooLarge', { size: formatSize(MOST_BYTES) })}
        </Text>
      )}
      <TextInput
        label={t('operator.opening.count')}
        required
        inputMode="numeric"
        value={count}
        onChange={({ currentTarget }) => setCount(currentTarget.value.trim())}
        error={count !== '' && !isCount ? t('operator.opening.countWrong') : faultOf(change.error, 'count')}
      />
      <Totals totals={totals} onChange={setTotals} error={faultOf(change.error, 'totals')} />
    </ApprovalDialog>
  );
}

type TotalsProps = {
  totals: Readonly<Record<string, string>>;
  onChange: (totals: Readonly<Record<string, string>>) => void;
  error: ReturnType<typeof faultOf>;
};

/** One field for each currency of the file. */
function Totals({ totals, onChange, error }: TotalsProps) {
  const { t } = useTexts();
  const others = Object.keys(service.currencies).filter((currency) => !(currency in totals));
  return (
    <>
      {Object.entries(totals).map(([currency, text], i) => (
        <AmountField
          key={currency}
          label={t('operator.opening.total', { currency })}
          required
          currency={currency}
          value={text}
          onType={(typed) => onChange({ ...totals, [currency]: typed })}
          error={text !== '' && !parseMoney(text, currency) ? t('payments.amountWrong') : i === 0 && error}
        />
      ))}
      {others.length > 0 && (
        <Select
          label={t('operator.opening.addTotal')}
          data={others}
          value={null}
          searchable
          onChange={(currency) => currency && onChange({ ...totals, [currency]: '' })}
        />
      )}
    </>
  );
}
