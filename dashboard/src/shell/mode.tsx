import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Mode, World } from '../api/request.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import classes from './shell.module.css';

/** A thin line over the page and a chip with words, so that the modes cannot be confused. On a phone only the line. */
export function ModeBand({ mode }: { mode: Mode }) {
  const { t } = useTexts();
  return (
    <span className={classes.band} data-mode={mode} title={t(`shell.bandMore.${mode}`)}>
      <span>{t(`shell.band.${mode}`)}</span>
    </span>
  );
}

/** Switches to the same list in the other mode. A record has no counterpart there, so its list is opened. */
export function ModeSwitch({ world }: { world: World }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <SegmentedControl
      role="radiogroup"
      aria-label={t('shell.mode')}
      size="xs"
      value={world.mode}
      onChange={(mode) => navigate({ to: `/${world.integration}/${mode}${listOf(location.pathname)}` })}
      data={[
        { value: 'test', label: t('shell.test') },
        { value: 'live', label: t('shell.live'), disabled: !service.live },
      ]}
      title={service.live ? undefined : t('shell.noLive')}
    />
  );
}

const listOf = (path: string) => `/${/\/dashboard\/int_\w+\/\w+\/(\w+)/.exec(path)?.[1] ?? 'payments'}`;
