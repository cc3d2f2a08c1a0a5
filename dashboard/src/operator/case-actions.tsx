import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { CaseDetail } from '../../../contract/src/cases.ts';
import { useMe } from '../session/me.ts';
import { useTexts } from '../texts/use-texts.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { Act } from './act.tsx';
import { ApprovalDialog } from './approval-dialog.tsx';
import { ExceptionActions } from './books/exception-actions.tsx';
import { CaseTextDialog } from './case-text-dialog.tsx';
import { PickWallet } from './pick-wallet.tsx';
import { useMay } from './rights.ts';
import { SettleDialog } from './settle-dialog.tsx';

const stale = ['/operator/cases', '/operator/cases/{id}', '/operator/waiting'] as const;

/** The acts that are possible now, and that the operator's role may do. */
export function CaseActions({ record }: { record: CaseDetail }) {
  const may = useMay();
  const can = (action: CaseDetail['actions'][number]) => record.actions.includes(action);
  return (
    <>
      {may('cases') && can('assign') && <Assign record={record} />}
      {may('cases') && can('ask_again') && <AskAgain record={record} />}
      {may('cases') && <WithText record={record} what="comment" />}
      {may('cases') && can('close') && <WithText record={record} what="close" />}
      {may('money') && can('settle') && <Settle record={record} />}
      {may('money') && can('assign_money') && <MoveMoney record={record} to="wallet" />}
      {may('money') && can('return_money') && <MoveMoney record={record} to="payer" />}
      <ExceptionActions record={record} />
    </>
  );
}

function Assign({ record }: { record: CaseDetail }) {
  const { t } = useTexts();
  const me = useMe().data;
  const assign = useChange('POST', '/operator/cases/{id}/assign', stale);
  const isMine = record.assigned_to !== null && record.assigned_to === me?.id;
  const name = t(isMine ? 'operator.unassign' : 'operator.assignToMe');
  const operator = isMine ? null : (me?.id ?? null);
  return (
    <Act
      name={name}
      title={name}
      change={assign}
      run={() => assign.run({ params: { id: record.id }, body: { operator } })}
    >
      {t(isMine ? 'operator.unassignAsk' : 'operator.assignAsk')} {t(`operator.caseOf.${record.kind}`)}
    </Act>
  );
}

function AskAgain({ record }: { record: CaseDetail }) {
  const { t } = useTexts();
  const ask = useChange('POST', '/operator/cases/{id}/ask_again', stale);
  const name = t('operator.askAgain');
  return (
    <Act name={name} title={name} change={ask} run={() => ask.run({ params: { id: record.id } })}>
      {t('operator.askAgainAsk')} <code>{record.record}</code>
    </Act>
  );
}

function WithText({ record, what }: { record: CaseDetail; what: 'comment' | 'close' }) {
  const { t } = useTexts();
  const [opened, { open, close }] = useDisclosure();
  const name = t(what === 'comment' ? 'operator.comment' : 'operator.closeCase');
  return (
    <>
      <Button variant="default" onClick={open}>
        {name}
      </Button>
      {opened && <CaseTextDialog record={record} what={what} name={name} onClose={close} />}
    </>
  );
}

function Settle({ record }: { record: CaseDetail }) {
  const { t } = useTexts();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('operator.settle')}
      </Button>
      {opened && <SettleDialog record={record} onClose={close} />}
    </>
  );
}

function MoveMoney({ record, to }: { record: CaseDetail; to: 'wallet' | 'payer' }) {
  const { t } = useTexts();
  const [opened, { open, close }] = useDisclosure();
  const name = t(to === 'wallet' ? 'operator.assignMoney' : 'operator.returnMoney');
  return (
    <>
      <Button variant="default" onClick={open}>
        {name}
      </Button>
      {opened && <MoneyForm record={record} to={to} name={name} onClose={close} />}
    </>
  );
}

type MoneyFormProps = { record: CaseDetail; to: 'wallet' | 'payer'; name: string; onClose: () => void };

/** Requests what another operator decides on. */
function MoneyForm({ record, to, name, onClose }: MoneyFormProps) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const all = [...stale, '/operator/approvals'] as const;
  const assign = useChange('POST', '/operator/cases/{id}/assign_money', all, { once: true });
  const giveBack = useChange('POST', '/operator/cases/{id}/return_money', all, { once: true });
  const isWallet = to === 'wallet';
  const change = isWallet ? assign : giveBack;
  const params = { id: record.id };
  const typed = text.trim();
  const request = (reason: string) =>
    isWallet
      ? assign.run({ params, body: { wallet: typed, reason } })
      : giveBack.run({ params, body: { provider_reference: typed, reason } });
  return (
    <ApprovalDialog title={name} onClose={onClose} change={change} disabled={typed === ''} request={request}>
      {isWallet ? (
        <PickWallet
          currency={record.currency}
          livemode={record.livemode}
          value={text}
          onChange={setText}
          error={faultOf(change.error, 'wallet')}
        />
      ) : (
        <TextInput
          label={t('operator.providerReference')}
          description={t('operator.returnFirst')}
          required
          data-autofocus
          maxLength={64}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={faultOf(change.error, 'provider_reference')}
        />
      )}
    </ApprovalDialog>
  );
}
