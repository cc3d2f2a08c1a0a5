import { Button, Text } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import { formatMoney } from '../ui/format.ts';
import { Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { Section } from '../ui/section.tsx';
import { FormError } from '../ui/states.tsx';
import { CorrectLine } from './correct-line.tsx';
import { amountOf, type Bounds } from './faults.ts';
import { Questions } from './questions.tsx';
import { Repeats } from './repeats.tsx';
import type { Lines } from './use-lines.ts';
import { useNameChecks } from './use-name-checks.ts';

/** Enough lines to look through. The total is shown above. */
const SHOWN = 25;

type PreviewLinesProps = { edited: Lines; bounds: Bounds | null; currency: string };

/** The lines that someone should look at, and then the good ones. */
export function PreviewLines({ edited, bounds, currency }: PreviewLinesProps) {
  return (
    <>
      <Questions edited={edited} currency={currency} />
      <Repeats lines={edited.lines} />
      <LinesToCorrect edited={edited} bounds={bounds} currency={currency} />
      <GoodLines edited={edited} currency={currency} />
    </>
  );
}

function LinesToCorrect({ edited, bounds, currency }: PreviewLinesProps) {
  const { t } = useTexts();
  const { lines, flags, badLines, faults, serviceFaults } = edited;
  const flaggedLines = lines.filter(({ line }) => flags.has(line));
  if (flaggedLines.length === 0) return null;
  // Each corrected line makes room for another.
  const lastBad = flaggedLines.filter(({ line }) => badLines.has(line))[SHOWN - 1]?.line ?? Number.POSITIVE_INFINITY;
  const shownLines = flaggedLines.filter(({ line }) => line <= lastBad);
  return (
    <Section title={t('payroll.toCorrect')}>
      {shownLines.map((line) => (
        <CorrectLine
          key={line.line}
          line={line}
          columns={flags.get(line.line)!}
          faults={faults.get(line.line) ?? {}}
          serviceFaults={serviceFaults.get(line.line) ?? {}}
          bounds={bounds && { min: formatMoney(bounds.min, currency), max: formatMoney(bounds.max, currency) }}
          onChange={(name, value) => edited.change(line.line, name, value)}
          onRemove={() => edited.remove(new Set([line.line]))}
        />
      ))}
      {flaggedLines.length > shownLines.length && (
        <Text c="dimmed">{t('payroll.more', { count: flaggedLines.length - shownLines.length })}</Text>
      )}
    </Section>
  );
}

function GoodLines({ edited: { lines, flags }, currency }: { edited: Lines; currency: string }) {
  const { t } = useTexts();
  const good = lines.filter(({ line }) => !flags.has(line));
  const shown = good.slice(0, SHOWN);
  const names = useNameChecks(shown, currency);
  if (good.length === 0) return null;
  return (
    <Section title={t('payroll.goodLines')}>
      {names.canAsk && (
        <Button size="xs" variant="default" mb="xs" loading={names.isPending} onClick={names.ask}>
          {t('payroll.checkNames')}
        </Button>
      )}
      <FormError error={names.error} />
      <Table
        rows={shown}
        to={undefined}
        columns={[
          { head: t('payroll.line'), cell: ({ line }) => line },
          { head: t('payouts.column.recipient'), cell: ({ cells }) => cells.recipient },
          { head: t('payouts.column.name'), cell: ({ cells }) => cells.name || '–', wide: true },
          {
            head: t('payouts.nameMatch.column'),
            cell: (line) => {
              const match = names.matchOf(line);
              return match ? t(`payouts.nameMatch.${match}`) : '–';
            },
            wide: true,
          },
          { head: t('record.reference'), cell: ({ cells }) => cells.reference || '–', wide: true },
          {
            head: t('record.amount'),
            cell: ({ cells }) => <Money amount={amountOf(cells.amount) ?? 0n} currency={currency} />,
            end: true,
          },
        ]}
      />
      {good.length > SHOWN && <Text c="dimmed">{t('payroll.more', { count: good.length - SHOWN })}</Text>}
    </Section>
  );
}
