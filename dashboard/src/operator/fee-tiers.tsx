import { Table, Text } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import { formatMoneyWithCode } from '../ui/format.ts';
import { Money } from '../ui/money.tsx';

/** A tier of a fee in force, or of one that an approval sets. */
export type Tier = {
  readonly from: bigint | number;
  readonly basis_points: number;
  readonly fixed: bigint | number;
  readonly minimum?: bigint | number | null;
  readonly maximum?: bigint | number | null;
};

/** The tiers of a request: its own, or the one rate for all amounts. */
export const tiersOf = ({ basis_points = 0, fixed = 0, tiers }: AskedFee): readonly Tier[] =>
  tiers ?? [{ from: 1, basis_points, fixed }];

type AskedFee = { tiers?: readonly Tier[]; basis_points?: number; fixed?: number };

/** Says tiers in one line, such as "1.5% + XOF 5", or "from XOF 1: 0%; from XOF 100: 2%, at least XOF 20". */
export function useTierWords(): (tiers: readonly Tier[], currency: string) => string {
  const { t, language } = useTexts();
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  return (tiers, currency) => {
    const money = (amount: bigint | number) => formatMoneyWithCode(BigInt(amount), currency);
    const rateOf = ({ basis_points, fixed, minimum = null, maximum = null }: Tier) =>
      [
        [
          ...(basis_points > 0 || BigInt(fixed) === 0n ? [percent.format(basis_points / 10_000)] : []),
          ...(BigInt(fixed) > 0n ? [money(fixed)] : []),
        ].join(' + '),
        ...(minimum === null ? [] : [t('operator.feeAtLeast', { amount: money(minimum) })]),
        ...(maximum === null ? [] : [t('operator.feeAtMost', { amount: money(maximum) })]),
      ].join(', ');
    if (tiers.length === 1) return rateOf(tiers[0]!);
    return tiers.map((tier) => t('operator.feeFrom', { amount: money(tier.from), fee: rateOf(tier) })).join('; ');
  };
}

/** Says tiers with the tax on the fee and the rule of refunds: "1.5% + XOF 5, and 18% of it as tax, returned …". */
export function useFeeWords(): (
  tiers: readonly Tier[],
  rules: { readonly tax_basis_points?: number; readonly fee_on_refund?: 'kept' | 'returned' },
  currency: string,
) => string {
  const { t, language } = useTexts();
  const say = useTierWords();
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  return (tiers, { tax_basis_points: tax = 0, fee_on_refund: rule = 'kept' }, currency) => {
    const plain = say(tiers, currency);
    const fee = tax === 0 ? plain : t('operator.feeTaxed', { fee: plain, percent: percent.format(tax / 10_000) });
    return rule === 'kept' ? fee : t('operator.feeReturned', { fee });
  };
}

/** The tax on a fee, under its tiers; nothing without one. */
export function TaxLine({ points }: { points: number }) {
  const { t } = useTexts();
  return (
    points > 0 && (
      <Text size="sm">
        {t('operator.taxRate')}: <TaxRate points={points} />
      </Text>
    )
  );
}

/** Whether refunds return the fee, under its tiers; nothing where it is kept. */
export function ReturnLine({ rule }: { rule: 'kept' | 'returned' }) {
  const { t } = useTexts();
  return rule === 'returned' && <Text size="sm">{t('operator.feeReturns')}</Text>;
}

export function TaxRate({ points }: { points: number }) {
  const { language } = useTexts();
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(points / 10_000);
}

/** Each tier in words on its own line, where a table has no room. */
export function TierLines({ tiers, currency }: { tiers: readonly Tier[]; currency: string }) {
  const { t } = useTexts();
  const say = useTierWords();
  return tiers.map((tier) => (
    <div key={String(tier.from)}>
      {t('operator.feeFrom', {
        amount: formatMoneyWithCode(BigInt(tier.from), currency),
        fee: say([tier], currency),
      })}
    </div>
  ));
}

/** More than one tier as a small table; one rate in words. */
export function Tiers({ tiers, currency }: { tiers: readonly Tier[]; currency: string }) {
  const { t, language } = useTexts();
  const say = useTierWords();
  if (tiers.length < 2) return tiers.length === 0 ? '–' : say(tiers, currency);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  const money = (amount: bigint | number | null | undefined) =>
    amount ? <Money amount={BigInt(amount)} currency={currency} /> : '–';
  const heads = [t('operator.tierFrom'), t('operator.percent'), t('operator.fixed')];
  const bounds = [t('operator.minimum'), t('operator.maximum')];
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table withRowBorders={false} verticalSpacing={2} fz="sm" w="auto">
        <Table.Thead>
          <Table.Tr>
            {[...heads, ...bounds].map((head) => (
              <Table.Th key={head} ta="end">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tiers.map((tier) => (
            <Table.Tr key={String(tier.from)}>
              <Table.Td ta="end">{money(tier.from)}</Table.Td>
              <Table.Td ta="end">{percent.format(tier.basis_points / 10_000)}</Table.Td>
              <Table.Td ta="end">{money(tier.fixed)}</Table.Td>
              <Table.Td ta="end">{money(tier.minimum)}</Table.Td>
              <Table.Td ta="end">{money(tier.maximum)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
