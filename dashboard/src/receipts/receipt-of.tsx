import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { CopyIt } from '../ui/copy-it.tsx';
import { Download } from '../ui/icons.ts';
import { Section } from '../ui/section.tsx';
import { FormError } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { failureOf, useRead } from '../world/read.ts';
import classes from './receipts.module.css';

/** The public page of a payment or refund: made by a click, shared by its address, and revoked. */
export function ReceiptOf({ record, kind }: { record: string; kind: 'payment' | 'refund' }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const list = useRead('/receipts', { query: { [kind]: record, limit: 1 } });
  const creating = useChange('POST', '/receipts', ['/receipts']);
  const url = list.data?.data[0]?.url;
  if (!list.data) return <FormError error={failureOf(list)} />;
  if (url) return <Shared id={list.data.data[0]!.id} url={url} />;
  if (!mayChange('money')) return null;
  return (
    <Section title={t('receipts.one')}>
      <p className={classes.advice}>{t('receipts.advice')}</p>
      <FormError error={creating.error} />
      <Button
        variant="default"
        loading={creating.isPending}
        onClick={() => creating.run({ body: { record } }).catch(() => undefined)}
      >
        {t('receipts.create')}
      </Button>
    </Section>
  );
}

function Shared({ id, url }: { id: string; url: string }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [asking, ask] = useDisclosure();
  const revoked = useChange('DELETE', '/receipts/{id}', ['/receipts']);
  return (
    <Section title={t('receipts.one')}>
      <p className={classes.address}>
        <a href={url} target="_blank" rel="noopener noreferrer">
          {url}
        </a>
      </p>
      <Group gap="sm">
        <CopyIt text={url} variant="default" />
        <Button
          variant="default"
          component="a"
          href={`${url}.pdf`}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<Download size={16} />}
        >
          PDF
        </Button>
        {mayChange('money') && (
          <Button variant="default" onClick={ask.open}>
            {t('receipts.revoke')}
          </Button>
        )}
      </Group>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={t('receipts.revokeTitle')}
        act={t('receipts.revoke')}
        pending={revoked.isPending}
        error={revoked.error}
        onConfirm={() => revoked.run({ params: { id } }).then(ask.close, () => undefined)}
      >
        {t('receipts.revokeAsk')}
      </Confirm>
    </Section>
  );
}
