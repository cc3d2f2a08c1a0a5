import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import type { CheckoutSession } from '../../../contract/src/checkout.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { CopyIcon, Id } from '../ui/copy.tsx';
import { Go } from '../ui/go.tsx';
import { Table } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { FormError } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { failureOf, useRead } from '../world/read.ts';

export function SessionPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const session = useRead('/checkout/sessions/{id}', { params: { id } });
  const payments = useRead('/payments', { query: { checkout_session: id, limit: 20 } });
  const attempts = payments.data?.data ?? [];
  return (
    <RecordPage
      kind={t('links.sessions.one')}
      list={{ to: '/checkout', name: t('links.sessions.title') }}
      record={session}
      title={({ amount, currency }) => <Money amount={amount} currency={currency} />}
      status={({ status }) => <Status status={status} />}
      actions={(record) => <Actions session={record} />}
      facts={(record) => [
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('record.description'), record.description],
        [t('record.reference'), record.reference],
        [t('record.customer'), record.customer],
        [t('links.bearer'), t(`links.bearers.${record.fee_bearer}`)],
        [t('links.one'), record.link && <Go to={`/links/${record.link}`}>{record.link}</Go>],
        [t('links.sessions.payerName'), record.fields.name],
        [t('links.sessions.payerNote'), record.fields.note],
        [t('links.expires'), record.status === 'open' && <Time at={record.expires_at} />],
        [t('links.sessions.paid'), record.completed_at && <Time at={record.completed_at} seconds />],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {({ status, url }) => (
        <>
          {status === 'open' && (
            <Section title={t('links.share')}>
              <QrCode text={url} name={t('links.qr', { url })} />
              <p style={{ overflowWrap: 'anywhere' }}>
                {url} <CopyIcon text={url} name={url} />
              </p>
            </Section>
          )}
          <Section title={t('links.sessions.attempts')}>
            <FormError error={failureOf(payments)} />
            {payments.data && attempts.length === 0 && <p>{t('links.noPayments')}</p>}
            {attempts.length > 0 && (
              <Table
                rows={attempts}
                to={(payment) => `/payments/${payment.id}`}
                columns={[
                  { head: t('record.status'), cell: (payment) => <Status status={payment.status} /> },
                  { head: t('record.customer'), cell: ({ customer }) => customer },
                  { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true },
                ]}
              />
            )}
          </Section>
        </>
      )}
    </RecordPage>
  );
}

function Actions({ session: { id, status } }: { session: CheckoutSession }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [asked, ask] = useDisclosure();
  const expire = useChange('POST', '/checkout/sessions/{id}/expire', ['/checkout/sessions/{id}', '/checkout/sessions']);
  if (status !== 'open' || !mayChange('money')) return null;
  return (
    <>
      <Button variant="default" onClick={ask.open}>
        {t('links.sessions.expire')}
      </Button>
      <Confirm
        opened={asked}
        onClose={ask.close}
        title={t('links.sessions.expireTitle')}
        act={t('links.sessions.expire')}
        pending={expire.isPending}
        error={expire.error}
        onConfirm={() => expire.run({ params: { id } }).then(ask.close, () => undefined)}
      >
        {t('links.sessions.expireAsk')}
      </Confirm>
    </>
  );
}
