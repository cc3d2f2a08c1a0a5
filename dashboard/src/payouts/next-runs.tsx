import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Schedule } from '../../../contract/src/schedules.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatDay } from '../ui/format.ts';
import { Section } from '../ui/section.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import classes from './payouts.module.css';
import { timeIn } from './schedule-words.ts';

/** The next runs. One of them can be left out. */
export function NextRuns({ schedule: { id, next_runs, time_zone, status, skipped_dates } }: { schedule: Schedule }) {
  const { t } = useTexts();
  const mayPay = useMayChange()('money');
  const [asked, ask] = useState<string | null>(null);
  const skipped = useChange('POST', '/schedules/{id}/skip', ['/schedules', '/schedules/{id}']);
  if (next_runs.length === 0 || status === 'ended') return null;
  const close = () => ask(null);
  return (
    <Section title={t('payroll.schedule.nextRuns')}>
      <ul className={classes.runs}>
        {next_runs.map((at) => (
          <li key={at}>
            <span>
              {timeIn(at, time_zone)} ({time_zone})
            </span>
            {mayPay && next_runs.length > 1 && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`${t('payroll.schedule.skip')}: ${timeIn(at, time_zone)}`}
                onClick={() => ask(at)}
              >
                {t('payroll.schedule.skip')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {skipped_dates.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('payroll.schedule.skipped', { days: skipped_dates.map(formatDay).join(', ') })}
        </Text>
      )}
      <Confirm
        opened={asked !== null}
        onClose={close}
        title={t('payroll.schedule.skipTitle')}
        act={t('payroll.schedule.skip')}
        danger={false}
        pending={skipped.isPending}
        error={skipped.error}
        onConfirm={() =>
          skipped.run({ params: { id }, body: { date: dayIn(asked!, time_zone) } }).then(close, () => undefined)
        }
      >
        {asked && t('payroll.schedule.skipAsk', { at: timeIn(asked, time_zone) })}
      </Confirm>
    </Section>
  );
}

/** The date in the schedule's zone, as the API has it. Swedish writes dates so. */
const dayIn = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone }).format(new Date(at));
