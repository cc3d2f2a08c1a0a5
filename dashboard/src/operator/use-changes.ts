import type { Approval } from '../../../contract/src/approvals.ts';
import { useTexts } from '../texts/use-texts.ts';
import { formatMoney, formatMoneyWithCode } from '../ui/format.ts';
import { useRead } from '../world/read.ts';
import { useWalletOf, walletIn } from './approval-wallet.ts';
import { tiersOf, useFeeWords } from './fee-tiers.tsx';

export type Change = { readonly label: string; readonly before: string; readonly after: string };

/** The values that a request changes, before and after it. A decided request shows what its posting did. */
export function useChanges(approval: Approval): readonly Change[] {
  const balance = useBalanceChange(approval);
  const status = useStatusChange(approval);
  const fee = useFeeChange(approval);
  const limits = useLimitChanges(approval);
  const float = useFloatChange(approval);
  return [balance, status, fee, ...limits, float].filter((change) => change !== null);
}

/** The nominal time between a decision and its posting; a busy batch takes a while. */
const SLACK_MS = 5_000;

/** The signed amount that a request moves into its wallet; null for other requests. */
function deltaOf({ payload }: Approval): bigint | null {
  if (walletIn({ payload }) === '' || !('amount' in payload)) return null;
  const amount = BigInt(payload.amount);
  return 'direction' in payload && payload.direction === 'debit' ? -amount : amount;
}

function useBalanceChange(approval: Approval): Change | null {
  const { t } = useTexts();
  const delta = deltaOf(approval);
  const wallet = useWalletOf(approval).data;
  const { decided_at, status } = approval;
  const from = decided_at && new Date(Date.parse(decided_at) - SLACK_MS).toISOString();
  const entries = useRead('/operator/wallets/{id}/entries', {
    params: { id: walletIn(approval) },
    query: { ...(from ? { 'created_at[gte]': from } : {}), order: 'asc', limit: 20 },
    enabled: delta !== null && status === 'approved',
  });
  if (delta === null || !wallet) return null;
  const change = (before: bigint) => ({
    label: t('operator.balance'),
    before: formatMoney(before, wallet.currency),
    after: formatMoney(before + delta, wallet.currency),
  });
  if (status === 'pending') return change(wallet.balance.total);
  const entry = entries.data?.data.find(({ source }) => source === approval.id);
  return entry ? change(entry.balance_after - delta) : null;
}

function useStatusChange(approval: Approval): Change | null {
  const { t } = useTexts();
  if (approval.kind !== 'unfreeze' || approval.status !== 'pending') return null;
  return { label: t('record.status'), before: t('status.frozen'), after: t('status.active') };
}

function useFeeChange({ payload, status }: Approval): Change | null {
  const { t } = useTexts();
  const sayFee = useFeeWords();
  const wanted = 'charged_on' in payload ? payload : null;
  const enabled = wanted !== null && status === 'pending';
  const fees = useRead('/operator/fees', { query: { merchant: wanted?.merchant ?? '' }, enabled }).data;
  if (!enabled || !fees) return null;
  const now = fees.data.find(
    (fee) =>
      fee.livemode === wanted.livemode &&
      fee.currency === wanted.currency &&
      fee.charged_on === wanted.charged_on &&
      fee.rail === (wanted.rail ?? null),
  );
  return {
    label: t(`operator.chargedOf.${wanted.charged_on}`),
    before: now?.tiers.length ? sayFee(now.tiers, now, wanted.currency) : t('operator.desk.noFee'),
    after: wanted.remove ? t('operator.useAllRails') : sayFee(tiersOf(wanted), wanted, wanted.currency),
  };
}

const limitNames = ['single', 'day', 'month', 'balance'] as const;

/** The limits that differ from those of now. */
function useLimitChanges({ payload, status }: Approval): Change[] {
  const { t } = useTexts();
  const wanted = 'tier' in payload ? payload : null;
  const enabled = wanted !== null && status === 'pending';
  const limits = useRead('/operator/limits', { enabled }).data;
  if (!enabled || !limits) return [];
  const { livemode, currency, tier } = wanted;
  const now = limits.data.find((one) => one.livemode === livemode && one.currency === currency && one.tier === tier);
  const inWords = (limit: bigint | number | null | undefined) =>
    limit === null || limit === undefined ? t('operator.noLimit') : formatMoneyWithCode(BigInt(limit), currency);
  return limitNames
    .map((name) => ({
      label: t(`operator.limitOf.${name}`),
      before: inWords(now?.[name]),
      after: inWords(wanted[name]),
    }))
    .filter(({ before, after }) => before !== after);
}

/** The money that the books expect at a provider. */
function useFloatChange({ payload, status }: Approval): Change | null {
  const { t } = useTexts();
  const wanted = 'rail' in payload && 'direction' in payload ? payload : null;
  const enabled = wanted !== null && status === 'pending';
  const floats = useRead('/operator/floats', { enabled }).data;
  const now = enabled ? floats?.data.find(({ rail }) => rail === wanted.rail) : undefined;
  if (!enabled || !now) return null;
  const delta = BigInt(wanted.amount) * (wanted.direction === 'sweep' ? -1n : 1n);
  return {
    label: t('operator.booked'),
    before: formatMoneyWithCode(now.booked, wanted.currency),
    after: formatMoneyWithCode(now.booked + delta, wanted.currency),
  };
}
