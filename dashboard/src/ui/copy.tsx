import { ActionIcon, CopyButton } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import { shortId } from './format.ts';
import { Check, Copy } from './icons.ts';
import classes from './ui.module.css';

export function CopyIcon({ text, name }: { text: string; name: string }) {
  const { t } = useTexts();
  return (
    <CopyButton value={text} timeout={1500}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          onClick={copy}
          aria-label={copied ? t('ui.copied') : t('ui.copy', { name })}
          title={copied ? t('ui.copied') : t('ui.copy', { name })}
        >
          {copied ? <Check size={14} /> : <Copy size={14} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

/** An id with a copy button. Lists show a short form. */
export function Id({ id, whole = false }: { id: string; whole?: boolean }) {
  return (
    <span className={classes.id}>
      <code title={id}>{whole ? id : shortId(id)}</code>
      <CopyIcon text={id} name={id} />
    </span>
  );
}
