import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import type { PaymentLink } from '../../../contract/src/links.ts';
import { useTexts } from '../texts/use-texts.ts';
import { BranchName } from '../ui/branch.tsx';
import { Id } from '../ui/copy.tsx';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { FormError } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { useRead } from '../world/read.ts';
import { EditLink } from './edit-link.tsx';
import { linkStatus } from './link-status.ts';
import { PaymentsOfLink } from './payments-of-link.tsx';
import { ShareLink } from './share-link.tsx';

export function LinkPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const link = useRead('/links/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('links.one')}
      list={{ to: '/links', name: t('links.title') }}
      record={link}
      title={({ amount, currency }) =>
        amount === null ? t('links.open') : <Money amount={amount} currency={currency} />
      }
      status={({ state }) => <Status status={linkStatus[state]} />}
      actions={(record) => <Actions link={record} />}
      facts={(record) => [
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('links.name'), record.name],
        [t('record.description'), record.description],
        [t('record.branch'), record.branch && <BranchName key="branch" id={record.branch} />],
        [t('record.currency'), record.currency],
        [t('links.least'), record.min_amount && <Money amount={record.min_amount} currency={record.currency} />],
        [t('links.most'), record.max_amount && <Money amount={record.max_amount} currency={record.currency} />],
        [t('links.bearer'), t(`links.bearers.${record.fee_bearer}`)],
        [t('links.quantity'), record.max_quantity > 1 && record.max_quantity],
        [t('links.uses'), t(`links.use.${record.use}`)],
        [t('links.stock'), record.stock],
        [t('links.sold'), String(record.sold)],
        [t('links.reserved'), record.held > 0 && String(record.held)],
        [t('links.askName'), record.ask.name !== 'no' && t(`links.question.${record.ask.name}`)],
        [t('links.askNote'), record.ask.note !== 'no' && t(`links.question.${record.ask.note}`)],
        [t('links.expires'), record.expires_at && <Time at={record.expires_at} />],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {(record) => (
        <>
          <ShareLink link={record} />
          <PaymentsOfLink id={record.id} />
        </>
      )}
    </RecordPage>
  );
}

function Actions({ link }: { link: PaymentLink }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [editing, edit] = useDisclosure();
  const change = useChange('PATCH', '/links/{id}', ['/links/{id}', '/links']);
  if (!mayChange('money')) return null;
  const run = () => change.run({ params: { id: link.id }, body: { active: !link.active } }).catch(() => undefined);
  return (
    <>
      <FormError error={change.error} />
      <Button variant="default" onClick={edit.open}>
        {t('links.edit')}
      </Button>
      <Button variant="default" loading={change.isPending} onClick={run}>
        {link.active ? t('links.deactivate') : t('links.activate')}
      </Button>
      {editing && <EditLink link={link} onClose={edit.close} />}
    </>
  );
}
