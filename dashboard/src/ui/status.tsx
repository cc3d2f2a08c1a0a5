import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import type { IconComponent } from './icon.tsx';
import { CircleAlert, Clock } from './icons.ts';
import classes from './status.module.css';

/** `wait` and `bad` need attention: they are coloured pills. The others are a dot and a word. */
const looks = {
  ok: { className: classes.good },
  under: { className: classes.under },
  lost: { className: classes.lost },
  off: { className: classes.past },
  wait: { className: classes.wait, Icon: Clock },
  bad: { className: classes.bad, Icon: CircleAlert },
} as const;

/** The tone of every status of every record. Its text is under `status`. */
const tones = {
  pending: 'off',
  requires_action: 'wait',
  processing: 'under',
  requires_capture: 'wait',
  succeeded: 'ok',
  refunded: 'off',
  partly_refunded: 'off',
  returned: 'off',
  failed: 'lost',
  approved: 'ok',
  rejected: 'lost',
  superseded: 'off',
  suspended: 'bad',
  whole: 'ok',
  balanced: 'ok',
  broken: 'bad',
  dead: 'bad',
  held: 'wait',
  enabled: 'ok',
  disabled: 'off',
  active: 'ok',
  expiring: 'wait',
  expired: 'off',
  revoked: 'off',
  frozen: 'bad',
  closed: 'off',
  completed: 'ok',
  canceled: 'off',
  running: 'under',
  open: 'wait',
  paused: 'off',
  tied: 'ok',
  not_tied: 'bad',
  no_statement: 'off',
  receiving: 'under',
  waiting: 'wait',
  reading: 'under',
  imported: 'ok',
  refused: 'bad',
  paid: 'ok',
  sold_out: 'off',
  unreviewed: 'wait',
  reviewed: 'ok',
} as const;
export type StatusName = keyof typeof tones;

type StatusProps = {
  status: StatusName;
  /** In place of the status' own word. */
  text?: string;
};

/** A colour and a word, never a colour alone. One that turns good while it is on the screen says so for a moment. */
export function Status({ status, text }: StatusProps) {
  const { t } = useTexts();
  const [first] = useState(status);
  const { className, Icon } = looks[tones[status]] as Look;
  const turned = status !== first && tones[status] === 'ok' ? classes.turned : '';
  return (
    <span key={status} className={`${Icon ? classes.status : classes.plain} ${className} ${turned}`}>
      {Icon && <Icon size={13} aria-hidden />}
      <span>{text ?? t(`status.${status}`)}</span>
    </span>
  );
}

type Look = { readonly className: string; readonly Icon?: IconComponent };
