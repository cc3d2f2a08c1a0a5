import { useParams } from '@tanstack/react-router';
import type { Account } from '../../../contract/src/operators.ts';
import { useMe } from '../session/me.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Go } from '../ui/go.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';
import { Act } from './act.tsx';
import { AuditOf } from './audit-of.tsx';
import { ModeName } from './mode-name.tsx';
import { Ref } from './ref.tsx';
import { useMay } from './rights.ts';
import { WalletsOf } from './wallets-of.tsx';

const nameOf = ({ name, phone, email, id }: Account) => name ?? phone ?? email ?? id;

export function AccountPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const account = useRead('/operator/accounts/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('operator.account')}
      list={{ to: '/operator/accounts', name: t('operator.page.accounts') }}
      record={account}
      title={nameOf}
      status={({ suspended }) => <Status status={suspended ? 'suspended' : 'active'} />}
      actions={(record) => <Actions account={record} />}
      facts={(record) => [
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('operator.suspendedFor'), record.suspended?.reason],
        [t('operator.type'), t(`operator.typeOf.${record.type}`)],
        [t('operator.role'), record.role && t(`operator.roleOf.${record.role}`)],
        [t('shell.mode'), record.livemode !== null && <ModeName livemode={record.livemode} />],
        [t('operator.phone'), record.phone],
        [
          t('operator.page.payments'),
          record.type === 'customer' && record.phone && (
            <Go to="/operator/payments" search={{ customer: record.phone }}>
              {t('operator.theirPayments')}
            </Go>
          ),
        ],
        [t('operator.email'), record.email],
        [t('operator.kyc'), record.kyc && t(`operator.kycOf.${record.kyc}`)],
        [t('operator.merchant'), record.merchant && <Ref id={record.merchant} />],
        [t('operator.login'), !record.login && t('operator.noLogin')],
        [t('operator.secondFactor'), record.login && t(`operator.factorOf.${record.two_factor}`)],
        [t('operator.codeFailures'), record.code_failures > 0 && record.code_failures],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {(record) => (
        <>
          {record.type === 'customer' && <WalletsOf owner={record.id} />}
          <AuditOf account={record.id} />
        </>
      )}
    </RecordPage>
  );
}

function Actions({ account }: { account: Account }) {
  const { t } = useTexts();
  const me = useMe().data;
  const may = useMay();
  const stale = ['/operator/accounts', '/operator/accounts/{id}', '/operator/audit'] as const;
  const suspend = useChange('POST', '/operator/accounts/{id}/suspend', stale);
  const unsuspend = useChange('POST', '/operator/accounts/{id}/unsuspend', stale);
  const unblock = useChange('POST', '/operator/accounts/{id}/unblock', stale);
  const params = { id: account.id };
  const name = nameOf(account);
  // Only an admin can change another operator's account, and nobody can change their own.
  if (!account.login || account.id === me?.id || (account.type === 'operator' && !may('operators'))) return null;
  return (
    <>
      {may('unblock') && (
        <Act
          name={t('operator.unblock')}
          title={t('operator.unblock')}
          change={unblock}
          run={() => unblock.run({ params })}
        >
          {t('operator.unblockAsk', { name })}
        </Act>
      )}
      {may('suspend') &&
        (account.suspended ? (
          <Act
            key="unsuspend"
            name={t('operator.unsuspend')}
            title={t('operator.unsuspend')}
            change={unsuspend}
            run={() => unsuspend.run({ params })}
          >
            {t('operator.unsuspendAsk', { name })}
          </Act>
        ) : (
          <Act
            key="suspend"
            name={t('operator.suspend')}
            title={t('operator.suspend')}
            change={suspend}
            run={(reason) => suspend.run({ params, body: { reason } })}
            reason
            danger
          >
            {t('operator.suspendAsk', { name })}
          </Act>
        ))}
    </>
  );
}
