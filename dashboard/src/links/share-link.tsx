import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { PaymentLink } from '../../../contract/src/links.ts';
import { download } from '../api/request.ts';
import { useTexts } from '../texts/use-texts.ts';
import { CopyIt } from '../ui/copy-it.tsx';
import { Download, Printer } from '../ui/icons.ts';
import { QrCode } from '../ui/qr-code.tsx';
import { Section } from '../ui/section.tsx';
import { FormError } from '../ui/states.tsx';
import { saveFile } from '../world/download.ts';
import { useWorld } from '../world/world.tsx';
import classes from './links.module.css';

const files = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/svg+xml': 'svg' } as const;
type Type = keyof typeof files;

/** The code to print, and one tap to send the address. */
export function ShareLink({ link: { id, url, name } }: { link: PaymentLink }) {
  const { t, language } = useTexts();
  const world = useWorld();
  const [pending, setPending] = useState<Type | null>(null);
  const [error, setError] = useState<unknown>(null);
  const save = (accept: Type) => {
    setPending(accept);
    setError(null);
    download('/links/{id}/qr', { world, params: { id }, query: { language }, accept })
      .then((file) => saveFile(file, `${name ?? id}.${files[accept]}`))
      .catch(setError)
      .finally(() => setPending(null));
  };
  const message = encodeURIComponent(name ? `${name}: ${url}` : url);
  return (
    <Section title={t('links.share')}>
      <div className={classes.share}>
        <QrCode text={url} name={t('links.qr', { url })} />
        <div>
          <p className={classes.address}>{url}</p>
          <Group gap="sm">
            <CopyIt text={url} />
            <Button
              variant="default"
              component="a"
              href={`https://wa.me/?text=${message}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('links.whatsapp')}
            </Button>
            <Button variant="default" component="a" href={`sms:?&body=${message}`}>
              {t('links.sms')}
            </Button>
          </Group>
          <Group gap="sm" mt="sm">
            <Button
              variant="default"
              leftSection={<Printer size={16} />}
              loading={pending === 'application/pdf'}
              onClick={() => save('application/pdf')}
            >
              {t('links.sheet')}
            </Button>
            <Button
              variant="default"
              leftSection={<Download size={16} />}
              loading={pending === 'image/png'}
              onClick={() => save('image/png')}
            >
              PNG
            </Button>
            <Button
              variant="default"
              leftSection={<Download size={16} />}
              loading={pending === 'image/svg+xml'}
              onClick={() => save('image/svg+xml')}
            >
              SVG
            </Button>
          </Group>
          <FormError error={error} />
        </div>
      </div>
    </Section>
  );
}
