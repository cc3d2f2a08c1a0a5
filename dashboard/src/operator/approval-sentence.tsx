import { VisuallyHidden } from '@mantine/core';
import type { Approval } from '../../../contract/src/approvals.ts';
import { useTexts } from '../texts/use-texts.ts';
import { formatMoney, formatMoneyWithCode } from '../ui/format.ts';
import { ChevronRight } from '../ui/icons.ts';
import { walletIn } from './approval-wallet.ts';
import { tiersOf, useFeeWords } from './fee-tiers.tsx';
import { nameIn, useName, useNameOf } from './names.ts';
import classes from './operator.module.css';
import { useChanges } from './use-changes.ts';

/** A request in words, such as "Add F CFA 700 to the XOF wallet of Demo Shop". Names stand for ids. */
function useSentence(approval: Approval): string {
  const { t } = useTexts();
  const sayFee = useFeeWords();
  const { payload, kind } = approval;
  const walletId = walletIn({ payload });
  const wallet = useNameOf(walletId || null);
  const merchantId = 'merchant' in payload ? payload.merchant : null;
  const merchant = useNameOf(merchantId);
  const toWallet = nameIn(wallet, walletId, t);
  const modeOf = (livemode: boolean) => t(livemode ? 'shell.live' : 'shell.test');
  if ('person' in payload)
    return t(`operator.desk.do.${kind === 'person_export' ? 'personExport' : 'personErasure'}`, {
      person: payload.person,
    });
  if ('sha256' in payload) {
    const totals = payload.totals
      .map(({ currency, amount }) => formatMoneyWithCode(BigInt(amount), currency))
      .join(' · ');
    return t('operator.desk.do.opening', { count: payload.count, totals, mode: modeOf(approval.livemode === true) });
  }
  if ('role' in payload) {
    const { name, email } = payload;
    return t('operator.desk.do.operator', { name, email, role: t(`operator.roleOf.${payload.role}`) });
  }
  if ('tier' in payload) {
    const { currency, tier } = payload;
    return t('operator.desk.do.limit', { currency, tier, mode: modeOf(payload.livemode) });
  }
  if ('merchant' in payload) {
    const { charged_on: on, rail = '', livemode } = payload;
    if (payload.remove) {
      const values = { merchant: nameIn(merchant, payload.merchant, t), rail, mode: modeOf(livemode) };
      return t(`operator.desk.do.feeEnd.${on}`, values);
    }
    const words = sayFee(tiersOf(payload), payload, payload.currency);
    const fee = rail === '' ? words : t('operator.feeOnRail', { fee: words, rail });
    const values = { merchant: nameIn(merchant, payload.merchant, t), fee, mode: modeOf(livemode) };
    return t(`operator.desk.do.fee.${on}`, values);
  }
  if ('base_url' in payload)
    return t('operator.desk.do.rail', { rail: payload.rail, provider: payload.provider, url: payload.base_url });
  if ('rail' in payload) {
    const { rail } = payload;
    const amount = formatMoneyWithCode(BigInt(payload.amount), payload.currency);
    if ('direction' in payload) return t(`operator.desk.do.float.${payload.direction}`, { rail, amount });
    if ('outcome' in payload) return t(`operator.desk.do.settle.${payload.outcome}`, { rail, amount });
    if (payload.decision === 'assign') {
      const given = formatMoney(BigInt(payload.amount), payload.currency);
      return t('operator.desk.do.assign', { rail, amount: given, wallet: toWallet });
    }
    return t(`operator.desk.do.resolve.${payload.decision}`, { rail, amount });
  }
  if (!('amount' in payload)) return t('operator.desk.do.unfreeze', { wallet: toWallet });
  const amount = wallet?.wallet ? formatMoney(BigInt(payload.amount), wallet.wallet.currency) : '…';
  if (!('direction' in payload)) return t('operator.desk.do.cashIn', { amount, wallet: toWallet });
  return t(`operator.desk.do.adjust.${payload.direction}`, { amount, wallet: toWallet });
}

/** The request in a list. */
export const ApprovalLine = ({ approval }: { approval: Approval }) => useSentence(approval);

/** The request with the values before and after it, for the operator who decides. */
export function ApprovalSentence({ approval }: { approval: Approval }) {
  const { t } = useTexts();
  const sentence = useSentence(approval);
  const changes = useChanges(approval);
  const by = useName(approval.requested_by ?? '');
  const asked = approval.requested_by ? t('operator.desk.askedBy', { sentence, name: by }) : sentence;
  return (
    <span className={classes.sentence}>
      {asked}
      {changes.map(({ label, before, after }) => (
        <span key={label} className={classes.change}>
          <span>{label}</span>
          <VisuallyHidden>{t('operator.desk.before', { value: before })}</VisuallyHidden>
          <del aria-hidden>{before}</del>
          <ChevronRight size={16} aria-hidden />
          <strong>{after}</strong>
        </span>
      ))}
    </span>
  );
}
