import { useTexts } from '../texts/use-texts.ts';
import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, Clock } from './icons.ts';
import classes from './ui.module.css';

const looks = {
  ok: { Icon: CircleCheck, className: classes.ok },
  wait: { Icon: Clock, className: classes.wait },
  bad: { Icon: CircleAlert, className: classes.bad },
  calm: { Icon: CircleDashed, className: classes.calm },
  off: { Icon: CircleSlash, className: classes.calm },
} as const;

/** The tone of every status of every record. Its text is under `status`. */
const tones = {
  pending: 'calm',
  requires_action: 'wait',
  processing: 'wait',
  succeeded: 'ok',
  refunded: 'off',
  partly_refunded: 'off',
  returned: 'off',
  failed: 'bad',
  approved: 'ok',
  rejected: 'bad',
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
  running: 'wait',
  open: 'wait',
  paused: 'off',
  tied: 'ok',
  not_tied: 'bad',
  no_statement: 'calm',
  receiving: 'wait',
  waiting: 'wait',
  reading: 'wait',
  imported: 'ok',
  refused: 'bad',
  paid: 'ok',
  sold_out: 'off',
  unreviewed: 'wait',
  reviewed: 'ok',
} as const;
export type StatusName = keyof typeof tones;

/** A colour, an icon and a word, never one of them alone. */
export function Status({ status }: { status: StatusName }) {
  const { t } = useTexts();
  const { Icon, className } = looks[tones[status]];
  return (
    <span className={`${classes.status} ${className}`}>
      <Icon size={13} aria-hidden />
      {t(`status.${status}`)}
    </span>
  );
}
