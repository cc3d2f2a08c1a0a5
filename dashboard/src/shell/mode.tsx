import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Mode, World } from '../api/request.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FlaskConical, Landmark } from '../ui/icons.ts';
import classes from './shell.module.css';

/** Full width, with its own colour and words, so that the modes cannot be confused. */
export function ModeBand({ mode }: { mode: Mode }) {
  const { t } = useTexts();
  const Icon = mode === 'test' ? FlaskConical : Landmark;
  return (
    <div className={classes.band} data-mode={mode}>
      <Icon size={14} aria-hidden />
      <strong>{t(`shell.band.${mode}`)}</strong>
      <span className={classes.bandMore}>{t(`shell.bandMore.${mode}`)}</span>
    </div>
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
