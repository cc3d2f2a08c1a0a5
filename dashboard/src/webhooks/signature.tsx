import type { InboxEvent } from '../../../contract/src/inbox.ts';
import { useTexts } from '../texts/use-texts.ts';
import { CircleAlert, CircleCheck } from '../ui/icons.ts';
import classes from './webhooks.module.css';

/** An icon and a word, with a colour. */
export function Signature({ signature }: Pick<InboxEvent, 'signature'>) {
  const { t } = useTexts();
  const isValid = signature === 'valid';
  return (
    <span className={classes.signature} data-valid={isValid}>
      {isValid ? <CircleCheck size={14} aria-hidden /> : <CircleAlert size={14} aria-hidden />}
      {t(`inbox.${signature}`)}
    </span>
  );
}
