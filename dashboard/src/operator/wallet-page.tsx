import { Button, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';
import { Act } from './act.tsx';
import { AuditOf } from './audit-of.tsx';
import { ModeName } from './mode-name.tsx';
import { MoneyDialog } from './money-dialog.tsx';
import { useName } from './names.ts';
import { Name, Ref } from './ref.tsx';
import { useMay } from './rights.ts';
import { Statement } from './statement.tsx';

export function WalletPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const wallet = useRead('/operator/wallets/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('operator.wallet')}
      list={{ to: '/operator/wallets', name: t('operator.page.wallets') }}
      record={wallet}
      title={({ balance, currency }) => <Money amount={balance.total} currency={currency} />}
      status={({ status }) => <Status status={status} />}
      actions={(record) => <Actions wallet={record} />}
      facts={(record) => [
        [t('operator.wallet'), <Name key="name" id={record.id} />],
        [t('operator.owner'), <Ref key="owner" id={record.owner.id} />],
        [t('shell.mode'), <ModeName key="mode" livemode={record.livemode} />],
        [t('operator.label'), record.label],
        [t('operator.available'), <Money key="a" amount={record.balance.available} currency={record.currency} />],
        [t('operator.reserved'), <Money key="r" amount={record.balance.reserved} currency={record.currency} />],
        [t('operator.frozenFor'), record.frozen && t(`operator.freezeOf.${record.frozen.reason}`)],
        [t('operator.frozenAt'), record.frozen && <Time at={record.frozen.at} />],
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {(record) => (
        <>
          <Statement wallet={record.id} />
          <AuditOf target={record.id} />
        </>
      )}
    </RecordPage>
  );
}

type FreezeReason = 'fraud' | 'kyc';

function Actions({ wallet }: { wallet: Wallet }) {
  const { t } = useTexts();
  const may = useMay();
  const name = useName(wallet.id);
  const [why, setWhy] = useState<FreezeReason>('fraud');
  const [cashing, cash] = useDisclosure();
  const [adjusting, adjust] = useDisclosure();
  const stale = ['/operator/wallets', '/operator/wallets/{id}', '/operator/audit', '/operator/approvals'] as const;
  const freeze = useChange('POST', '/operator/wallets/{id}/freeze', stale);
  const unfreeze = useChange('POST', '/operator/wallets/{id}/unfreeze', stale);
  const params = { id: wallet.id };
  const navigate = useNavigate();
  const forFraud = wallet.frozen?.reason === 'fraud';
  /** Ending a freeze for fraud needs another operator's approval. */
  const showApproval = async (answer: { object: string; id: string }) => {
    if (answer.object === 'approval') await navigate({ to: `/operator/approvals/${answer.id}` });
  };
  // A freeze for fraud can replace one for KYC.
  const reasons: FreezeReason[] = wallet.status === 'active' ? ['fraud', 'kyc'] : ['fraud'];
  const reason = reasons.includes(why) ? why : 'fraud';
  return (
    <>
      {may('money') && wallet.status !== 'closed' && (
        <>
          <Button variant="default" onClick={cash.open}>
            {t('operator.cashIn')}
          </Button>
          <Button variant="default" onClick={adjust.open}>
            {t('operator.adjust')}
          </Button>
        </>
      )}
      {may('freeze') && (wallet.status === 'active' || wallet.frozen?.reason === 'kyc') && (
        <Act
          name={t('operator.freeze')}
          title={t('operator.freeze')}
          change={freeze}
          run={() => freeze.run({ params, body: { reason } })}
          danger
        >
          {t('operator.freezeAsk', { id: name })}
          <Select
            mt="sm"
            label={t('operator.reason')}
            data={reasons.map((value) => ({ value, label: t(`operator.freezeOf.${value}`) }))}
            allowDeselect={false}
            value={reason}
            onChange={(value) => setWhy((value ?? 'fraud') as FreezeReason)}
          />
        </Act>
      )}
      {may('freeze') && wallet.status === 'frozen' && (
        <Act
          name={t('operator.unfreeze')}
          title={t('operator.unfreeze')}
          change={unfreeze}
          run={(why) => unfreeze.run({ params, ...(forFraud ? { body: { reason: why } } : {}) }).then(showApproval)}
          reason={forFraud}
        >
          {t('operator.unfreezeAsk', { id: name })} {forFraud && t('operator.twoPeople')}
        </Act>
      )}
      {cashing && <MoneyDialog wallet={wallet} onClose={cash.close} />}
      {adjusting && <MoneyDialog wallet={wallet} adjusting onClose={adjust.close} />}
    </>
  );
}
