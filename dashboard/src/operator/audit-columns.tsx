import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AuditEntry } from '../../../contract/src/operators.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Json } from '../ui/json-view.tsx';
import type { Column } from '../ui/list-page.tsx';
import { Time } from '../ui/time.tsx';
import { Ref } from './ref.tsx';

export function useAuditColumns(): readonly Column<AuditEntry>[] {
  const { t } = useTexts();
  return [
    { head: t('operator.action'), cell: ({ action }) => <code>{action}</code> },
    {
      head: t('operator.actor'),
      cell: ({ actor }) => (actor.type === 'admin' || actor.type === 'service' ? actor.id : <Ref id={actor.id} />),
    },
    { head: t('operator.target'), cell: ({ target }) => <Ref id={target} />, wide: true },
    { head: t('payments.reason'), cell: ({ reason }) => reason ?? '–', wide: true },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} seconds /> },
    { head: t('operator.details'), cell: (entry) => <Details entry={entry} />, end: true },
  ];
}

/** The values before and after, the origin, and the hash. */
function Details({ entry }: { entry: AuditEntry }) {
  const { t } = useTexts();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="compact-xs" onClick={open} aria-label={`${t('operator.show')} ${entry.id}`}>
        {t('operator.show')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={`${entry.action} · ${entry.id}`}
        size="lg"
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <Json value={entry} />
      </Modal>
    </>
  );
}
