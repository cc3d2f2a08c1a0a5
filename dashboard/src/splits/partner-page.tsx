import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import type { SplitPartner } from '../../../contract/src/split-partners.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Id } from '../ui/copy.tsx';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { FormError } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { WalletLink } from '../ui/wallet-name.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { useRead } from '../world/read.ts';
import { PartnerReport } from './partner-report.tsx';
import { ReserveDialog } from './reserve-dialog.tsx';
import { useReserveWords } from './reserve-words.ts';
import { PartnerStatus } from './statuses.tsx';

export function PartnerPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const words = useReserveWords();
  const partner = useRead('/split_partners/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('splits.one')}
      list={{ to: '/split-partners', name: t('splits.title') }}
      record={partner}
      title={({ wallet }) => <WalletLink id={wallet} plain />}
      status={({ status }) => <PartnerStatus status={status} />}
      actions={(record) => <Actions partner={record} />}
      facts={(record) => [
        [t('splits.debt'), <Money key="debt" amount={record.debt} currency={record.currency} />],
        [t('splits.reserve'), words(record.reserve)],
        [t('splits.proposedReserve'), record.proposed_reserve && words(record.proposed_reserve)],
        [t('splits.reserved'), <Money key="reserved" amount={record.reserved} currency={record.currency} />],
        [t('splits.marketplace'), `${record.marketplace.merchant} · ${record.marketplace.integration}`],
        [t('payments.wallet'), <WalletLink key="wallet" id={record.wallet} />],
        [t('splits.decided'), record.decided_at && <Time at={record.decided_at} seconds />],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
        [t('record.id'), <Id key="id" id={record.id} whole />],
      ]}
    >
      {(record) => <PartnerReport partner={record} />}
    </RecordPage>
  );
}

/** The owner of the wallet decides. The marketplace changes the reserve. */
function Actions({ partner }: { partner: SplitPartner }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [changing, change] = useDisclosure();
  const own = useRead('/split_partners', { query: { as: 'owner', wallet: partner.wallet, limit: 100 } }).data?.data;
  if (!mayChange('money') || !own) return null;
  if (own.some((one) => one.id === partner.id)) return <Decisions partner={partner} />;
  return (
    <>
      <Button variant="default" onClick={change.open}>
        {t('splits.changeReserve')}
      </Button>
      {changing && <ReserveDialog partner={partner} onClose={change.close} />}
    </>
  );
}

const stale = ['/split_partners/{id}', '/split_partners'] as const;

function Decisions({ partner }: { partner: SplitPartner }) {
  const { id, status, marketplace, proposed_reserve: proposed } = partner;
  const { t } = useTexts();
  const words = useReserveWords();
  const [declining, decline] = useDisclosure();
  const [accepting, accept] = useDisclosure();
  const accepted = useChange('POST', '/split_partners/{id}/accept', stale);
  const declined = useChange('POST', '/split_partners/{id}/decline', stale);
  const isOpen = status === 'requested' || status === 'accepted';
  const sendAccept = () => accepted.run({ params: { id }, body: { reserve: proposed ?? partner.reserve } });
  return (
    <>
      {!accepting && <FormError error={accepted.error} />}
      {(status !== 'accepted' || proposed) && (
        <Button
          loading={accepted.isPending}
          onClick={() => (proposed ? accept.open() : sendAccept().catch(() => undefined))}
        >
          {t(status === 'accepted' ? 'splits.acceptReserve' : 'splits.accept')}
        </Button>
      )}
      {isOpen && (
        <Button variant="default" onClick={decline.open}>
          {t('splits.decline')}
        </Button>
      )}
      <Confirm
        opened={accepting}
        onClose={accept.close}
        title={t('splits.acceptTitle')}
        act={t('splits.acceptReserve')}
        danger={false}
        pending={accepted.isPending}
        error={accepted.error}
        onConfirm={() => sendAccept().then(accept.close, () => undefined)}
      >
        {t('splits.acceptText', { reserve: words(proposed), merchant: marketplace.merchant })}
      </Confirm>
      <Confirm
        opened={declining}
        onClose={decline.close}
        title={t('splits.declineTitle')}
        act={t('splits.decline')}
        pending={declined.isPending}
        error={declined.error}
        onConfirm={() => declined.run({ params: { id } }).then(decline.close, () => undefined)}
      >
        {t('splits.declineText', { merchant: marketplace.merchant })}
      </Confirm>
    </>
  );
}
