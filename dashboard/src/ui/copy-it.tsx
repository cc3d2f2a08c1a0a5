import { Button, type ButtonProps, CopyButton } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import { Check, Copy } from './icons.ts';

/** Copies a text that is shown beside it. */
export function CopyIt({ text, ...look }: { text: string } & Pick<ButtonProps, 'variant' | 'style'>) {
  const { t } = useTexts();
  return (
    <CopyButton value={text} timeout={1500}>
      {({ copied, copy }) => (
        <Button {...look} leftSection={copied ? <Check size={16} /> : <Copy size={16} />} onClick={copy}>
          {copied ? t('ui.copied') : t('ui.copyIt')}
        </Button>
      )}
    </CopyButton>
  );
}
