import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatMoney, formatMoneyWithCode } from '../ui/format.ts';
import { Go } from '../ui/go.tsx';
import { Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Section } from '../ui/section.tsx';
import { Empty, Failure, FormError, faultOf, Loading } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { usePayingWallet } from '../world/paying-wallet.ts';
import { failureOf, useRead } from '../world/read.ts';
import { useWorldPath } from '../world/world.tsx';
import { CorrectLine } from './correct-line.tsx';
import { amountOf, faultsOf, wasPaid } from './faults.ts';
import { feesOf } from './fees-of.ts';
import type { ColumnName, Line } from './read-csv.ts';
import { Repeats } from './repeats.tsx';
import { columnsWithFaults, itemOf, type ServiceFaults, serviceFaultsOf } from './service-faults.ts';

/** Enough lines to look through. The total is shown above. */
const SHOWN = 25;

type PreviewProps = { file: string; first: readonly Line[]; onOther: () => void };

export function Preview({ file, first, onOther }: PreviewProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const wallets = useRead('/wallets', { query: { limit: 100, status: 'active' } });
  const currencies = useRead('/currencies').data?.data;
  const fees = useRead('/fees');
  const [reference, setReference] = useState(file.replace(/\.[^.]*$/, '').slice(0, 64));
  const [asking, setAsking] = useState(false);
  const [lines, setLines] = useState(first);
  const [serviceFaults, setServiceFaults] = useState<ServiceFaults>(new Map());
  // A line that had errors stays visible while it is corrected.
  const [flagged, setFlagged] = useState<ReadonlyMap<number, readonly ColumnName[]>>(new Map());
  const [changed, setChanged] = useState(false);
  const mayLeave = () => !changed || window.confirm(t('payouts.leave'));
  useBlocker({ shouldBlockFn: () => !mayLeave(), enableBeforeUnload: () => changed });
  const payout = useChange('POST', '/payouts', ['/payouts', '/wallets', '/wallets/{id}'], { once: true });

  const own = wallets.data?.data ?? [];
  const { wallet, isGone, choose } = usePayingWallet(own);
  const limits = currencies?.find(({ code }) => code === wallet?.currency);
  const bounds = useMemo(() => limits && { min: limits.min_amount, max: limits.max_amount }, [limits]) ?? null;
  const currencyOf = wallet?.currency;
  const faults = useMemo(() => faultsOf(lines, bounds, currencyOf), [lines, bounds, currencyOf]);
  const shownFlags = new Map(flagged);
  for (const [line, bad] of [...faults, ...serviceFaults]) {
    shownFlags.set(line, [...new Set([...(shownFlags.get(line) ?? []), ...columnsWithFaults(bad)])]);
  }
  const total = lines.reduce((sum, { cells }) => sum + (amountOf(cells.amount) ?? 0n), 0n);
  const rate = fees.data?.data.find((one) => one.charged_on === 'payout' && one.currency === wallet?.currency);
  const fee = useMemo(() => feesOf(lines, rate), [lines, rate]);
  const badLines = new Set([...faults.keys(), ...serviceFaults.keys()]);
  const tooMuch = wallet !== undefined && total + fee > wallet.balance.available;

  const change = (line: number, name: ColumnName, value: string) => {
    setChanged(true);
    setFlagged(shownFlags);
    setLines((before) =>
      before.map((one) => (one.line === line ? { ...one, cells: { ...one.cells, [name]: value } } : one)),
    );
    setServiceFaults((before) => new Map([...before].filter(([at]) => at !== line)));
  };
  const remove = (gone: ReadonlySet<number>) => {
    setChanged(true);
    setFlagged(new Map([...shownFlags].filter(([at]) => !gone.has(at))));
    setLines((before) => before.filter((one) => !gone.has(one.line)));
    // The service's errors are about the request with this line. It reports the others again.
    setServiceFaults(new Map());
  };
  const send = async () => {
    if (!wallet) return;
    const body = {
      currency: wallet.currency,
      wallet: wallet.id,
      ...(reference.trim() ? { reference: reference.trim() } : {}),
      items: lines.map(itemOf),
    };
    try {
      const made = await payout.run({ body });
      setChanged(false);
      await navigate({ to: worldPath(`/payouts/${made.id}`), ignoreBlocker: true });
      // Someone who went back before the next page arrived is still here, and this file is already paid.
      onOther();
    } catch (error) {
      setServiceFaults(serviceFaultsOf(error, lines));
      setAsking(false);
    }
  };
  // Asks again when another wallet is chosen: the total is the same, but another wallet pays.
  if (isGone && asking && !payout.isPending) setAsking(false);
  if (wallets.data && !wallet)
    return (
      <Empty title={t('payouts.noWallet')} action={<Go to="/wallets">{t('wallets.open')}</Go>}>
        {t('payouts.noWalletAdvice')}
      </Empty>
    );
  const failed = [wallets, fees].find(failureOf);
  if (failed) return <Failure error={failed.error} retry={() => failed.refetch()} />;
  // Without the fees, the total would be less than the amount that leaves the wallet.
  if (!wallet || !fees.data) return <Loading />;
  const { currency } = wallet;
  const paid = lines.filter(({ before }) => wasPaid(before)).map(({ line }) => line);
  const withFees = fee > 0n && ` · ${t('payouts.fees', { amount: formatMoney(fee, currency) })}`;
  const flaggedLines = lines.filter(({ line }) => shownFlags.has(line));
  // Each corrected line makes room for another.
  const lastBad = flaggedLines.filter(({ line }) => badLines.has(line))[SHOWN - 1]?.line ?? Number.POSITIVE_INFINITY;
  const shownLines = flaggedLines.filter(({ line }) => line <= lastBad);
  const good = lines.filter(({ line }) => !shownFlags.has(line));
  return (
    <>
      <Group align="flex-start" mb="md">
        <Select
          label={t('payouts.wallet')}
          allowDeselect={false}
          w={280}
          data={own.map((one) => ({
            value: one.id,
            label: `${one.label ?? one.currency} · ${formatMoneyWithCode(one.balance.available, one.currency)}`,
          }))}
          value={isGone ? null : wallet.id}
          onChange={choose}
          error={isGone ? t('wallets.cannotPay') : faultOf(payout.error, 'wallet')}
        />
        <TextInput
          label={t('record.reference')}
          w={280}
          maxLength={64}
          value={reference}
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
          error={faultOf(payout.error, 'reference')}
        />
      </Group>
      <Text size="lg" fw={600} component="p" m={0} role="status">
        {t('payouts.sum', { count: lines.length, amount: formatMoney(total, currency) })}
        {withFees}
        {badLines.size > 0 && ` · ${t('payouts.badLines', { count: badLines.size })}`}
      </Text>
      {tooMuch && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {t('payouts.tooMuch', { amount: formatMoney(wallet.balance.available, currency) })}
        </Text>
      )}
      <FormError error={payout.error} />
      <Group mt="md">
        <Button disabled={badLines.size > 0 || lines.length === 0 || tooMuch || isGone} onClick={() => setAsking(true)}>
          {t('payouts.pay', { count: lines.length })}
        </Button>
        <Button variant="default" onClick={() => mayLeave() && onOther()}>
          {t('payouts.otherFile')}
        </Button>
        <Text size="sm">
          {t('payouts.payFrom', {
            wallet: wallet.label ?? currency,
            amount: formatMoneyWithCode(wallet.balance.available, currency),
          })}
        </Text>
      </Group>
      {paid.length > 0 && (
        <Group mt="md" role="note">
          <Text size="sm">{t('payouts.paidBefore', { count: paid.length })}</Text>
          <Button size="xs" variant="default" onClick={() => remove(new Set(paid))}>
            {t('payouts.removePaid')}
          </Button>
        </Group>
      )}
      <Repeats lines={lines} />
      {flaggedLines.length > 0 && (
        <Section title={t('payouts.toCorrect')}>
          {shownLines.map((line) => (
            <CorrectLine
              key={line.line}
              line={line}
              columns={shownFlags.get(line.line)!}
              faults={faults.get(line.line) ?? {}}
              serviceFaults={serviceFaults.get(line.line) ?? {}}
              bounds={bounds && { min: formatMoney(bounds.min, currency), max: formatMoney(bounds.max, currency) }}
              onChange={(name, value) => change(line.line, name, value)}
              onRemove={() => remove(new Set([line.line]))}
            />
          ))}
          {flaggedLines.length > shownLines.length && (
            <Text c="dimmed">{t('payouts.more', { count: flaggedLines.length - shownLines.length })}</Text>
          )}
        </Section>
      )}
      {good.length > 0 && (
        <Section title={t('payouts.goodLines')}>
          <Table
            rows={good.slice(0, SHOWN)}
            to={undefined}
            columns={[
              { head: t('payouts.line'), cell: ({ line }) => line },
              { head: t('payouts.column.recipient'), cell: ({ cells }) => cells.recipient },
              { head: t('payouts.column.name'), cell: ({ cells }) => cells.name || '–', wide: true },
              { head: t('record.reference'), cell: ({ cells }) => cells.reference || '–', wide: true },
              {
                head: t('record.amount'),
                cell: ({ cells }) => <Money amount={amountOf(cells.amount) ?? 0n} currency={currency} />,
                end: true,
              },
            ]}
          />
          {good.length > SHOWN && <Text c="dimmed">{t('payouts.more', { count: good.length - SHOWN })}</Text>}
        </Section>
      )}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('payouts.payTitle')}
        act={t('payouts.pay', { count: lines.length })}
        danger={false}
        pending={payout.isPending}
        error={null}
        onConfirm={send}
      >
        {t('payouts.payAsk', { count: lines.length, wallet: wallet.label ?? currency })}{' '}
        <Money amount={total} currency={currency} />
        {withFees}
      </Confirm>
    </>
  );
}
