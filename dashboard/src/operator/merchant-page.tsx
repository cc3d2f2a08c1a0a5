import { useParams } from '@tanstack/react-router';
import type { Merchant } from '../../../contract/src/merchants.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Go } from '../ui/go.tsx';
import { Table } from '../ui/list-page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';
import { Act } from './act.tsx';
import { AuditOf } from './audit-of.tsx';
import { ModeName } from './mode-name.tsx';
import { useMay } from './rights.ts';
import { WalletsOf } from './wallets-of.tsx';

export function MerchantPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const merchant = useRead('/operator/merchants/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('operator.merchant')}
      list={{ to: '/operator/merchants', name: t('operator.page.merchants') }}
      record={merchant}
      title={({ name }) => name}
      actions={(record) => <Actions merchant={record} />}
      facts={(record) => [
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [
          t('operator.liveApproval'),
          record.live_approved_at ? (
            <Time key="live" at={record.live_approved_at} />
          ) : (
            t(service.live ? 'developers.testOnly' : 'shell.noLive')
          ),
        ],
        [
          t('operator.page.fees'),
          <Go key="fees" to="/operator/fees" search={{ merchant: record.id }}>
            {t('operator.itsFees')}
          </Go>,
        ],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {(record) => (
        <>
          <People people={record.people} />
          {record.integrations.length > 0 && (
            <Section title={t('operator.integrations')}>
              <Table
                rows={record.integrations}
                to={undefined}
                columns={[
                  { head: t('operator.name'), cell: ({ name }) => name },
                  {
                    head: t('operator.group.money'),
                    cell: ({ id: integration }) => (
                      <>
                        <Go to="/operator/payments" search={{ integration }}>
                          {t('operator.page.payments')}
                        </Go>{' '}
                        ·{' '}
                        <Go to="/operator/payouts" search={{ integration }}>
                          {t('operator.page.payouts')}
                        </Go>
                      </>
                    ),
                  },
                  { head: t('developers.title'), cell: ({ developers }) => developers, end: true },
                  { head: t('developers.invitations'), cell: (one) => one.open_invitations, end: true },
                  { head: t('record.id'), cell: (one) => <Id id={one.id} />, end: true },
                ]}
              />
            </Section>
          )}
          <WalletsOf owner={record.id} />
          <AuditOf target={record.id} />
        </>
      )}
    </RecordPage>
  );
}

function People({ people }: { people: Merchant['people'] }) {
  const { t } = useTexts();
  if (people.length === 0) return null;
  return (
    <Section title={t('operator.persons')}>
      <Table
        rows={people}
        to={({ id }) => `/operator/accounts/${id}`}
        columns={[
          { head: t('operator.phone'), cell: ({ phone }) => phone },
          { head: t('operator.name'), cell: ({ name }) => name ?? '–', wide: true },
          { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} /> },
          {
            head: t('record.status'),
            cell: ({ suspended }) => <Status status={suspended ? 'suspended' : 'active'} />,
            end: true,
          },
        ]}
      />
    </Section>
  );
}

function Actions({ merchant }: { merchant: Merchant }) {
  const { t } = useTexts();
  const may = useMay();
  const stale = ['/operator/merchants', '/operator/merchants/{id}', '/operator/audit'] as const;
  const approve = useChange('POST', '/operator/merchants/{id}/approve_live', stale);
  const revoke = useChange('POST', '/operator/merchants/{id}/revoke_live', stale);
  const params = { id: merchant.id };
  if (!may('decide') || !(service.live || merchant.live_approved_at)) return null;
  return merchant.live_approved_at ? (
    <Act
      key="revoke"
      name={t('operator.revokeLive')}
      title={t('operator.revokeLive')}
      change={revoke}
      run={(reason) => revoke.run({ params, body: { reason } })}
      reason
      danger
    >
      {t('operator.revokeLiveAsk', { name: merchant.name })}
    </Act>
  ) : (
    <Act
      key="approve"
      name={t('operator.approveLive')}
      title={t('operator.approveLive')}
      change={approve}
      run={() => approve.run({ params })}
    >
      {t('operator.approveLiveAsk', { name: merchant.name })}
    </Act>
  );
}
