import type { Approval } from '../../../contract/src/approvals.ts';
import type { OpeningImport } from '../../../contract/src/opening-file.ts';
import type { Say } from '../texts/use-texts.ts';
import { formatMoneyWithCode } from '../ui/format.ts';
import { Money } from '../ui/money.tsx';
import { Time } from '../ui/time.tsx';
import { TaxRate, TierLines } from './fee-tiers.tsx';
import classes from './operator.module.css';
import { Ref } from './ref.tsx';

/** Every value that the approval would set, for the operator who decides. */
export function approvalFacts({ payload }: Approval, t: Say) {
  if ('person' in payload)
    return [
      ...payload.accounts.map((id) => [t('operator.account'), <Ref key={id} id={id} />] as const),
      [t('operator.keptUntil'), payload.kept_until && <Time at={payload.kept_until} />],
    ] as const;
  if ('sha256' in payload) return openingFacts(payload, t);
  if ('merchant' in payload)
    return [
      [t('operator.merchant'), <Ref key="merchant" id={payload.merchant} />],
      [t('record.currency'), payload.currency],
      [t('operator.chargedOn'), t(`operator.chargedOf.${payload.charged_on}`)],
      [t('payments.rail'), payload.rail ?? t('operator.allRails')],
      ...(payload.remove
        ? [[t('operator.fee'), t('operator.useAllRails')] as const]
        : payload.tiers
          ? [[t('operator.fee'), <TierLines key="tiers" tiers={payload.tiers} currency={payload.currency} />] as const]
          : rateFacts(payload, t)),
      [
        t('operator.taxRate'),
        payload.tax_basis_points ? <TaxRate key="tax" points={payload.tax_basis_points} /> : null,
      ] as const,
      [t('operator.feeReturns'), payload.fee_on_refund === 'returned' ? t('books.yes') : null] as const,
    ] as const;
  if ('base_url' in payload)
    return [
      [t('operator.provider'), payload.provider],
      [t('operator.baseUrl'), payload.base_url],
      [t('operator.fingerprint'), <code key="fingerprint">{payload.fingerprint}</code>],
    ] as const;
  if ('outcome' in payload)
    return [
      [t('payments.rail'), payload.rail],
      [t('operator.case'), <Ref key="case" id={payload.case} />],
      [t('operator.about'), <Ref key="record" id={payload.record} />],
      [t('operator.outcome'), t(`status.${payload.outcome}`)],
      [t('payments.railReference'), payload.provider_reference],
    ] as const;
  if ('rail' in payload)
    return [
      [t('payments.rail'), payload.rail],
      ...('direction' in payload
        ? [[t('operator.direction'), t(`operator.floatOf.${payload.direction}`)] as const]
        : [
            [t('operator.case'), <Ref key="case" id={payload.case} />] as const,
            [t('operator.decision'), t(`operator.decisionOf.${payload.decision}`)] as const,
            ...('provider_reference' in payload
              ? [[t('operator.providerReference'), payload.provider_reference] as const]
              : []),
          ]),
    ] as const;
  if (!('tier' in payload)) return [];
  const most = (name: 'single' | 'day' | 'month' | 'balance') => {
    const limit = payload[name];
    const value = limit === null ? t('operator.noLimit') : <Money amount={BigInt(limit)} currency={payload.currency} />;
    return [t(`operator.limitOf.${name}`), value] as const;
  };
  return [
    [t('record.currency'), payload.currency] as const,
    [t('operator.tier'), String(payload.tier)] as const,
    most('single'),
    most('day'),
    most('month'),
    most('balance'),
  ];
}

/** The totals of an import of opening balances, and its digests. */
function openingFacts(payload: OpeningImport, t: Say) {
  return [
    [t('operator.opening.rows'), String(payload.count)] as const,
    ...payload.totals.map(({ currency, count, amount }) => {
      const value = { amount: formatMoneyWithCode(BigInt(amount), currency), count };
      return [t('operator.opening.total', { currency }), t('operator.opening.rowsOf', value)] as const;
    }),
    [t('operator.opening.sha256'), <Hash key="file" of={payload.sha256} />] as const,
    [t('operator.opening.rowsSha256'), <Hash key="rows" of={payload.rows_sha256} />] as const,
  ];
}

/** A digest wraps on a phone. */
const Hash = ({ of }: { of: string }) => <code className={classes.hash}>{of}</code>;

type AskedRate = { readonly currency: string; readonly basis_points?: number; readonly fixed?: number };

/** One rate for all amounts, without a part that is zero. */
const rateFacts = ({ currency, basis_points: points = 0, fixed = 0 }: AskedRate, t: Say) =>
  [
    [t('operator.basisPoints'), points > 0 || fixed === 0 ? String(points) : null],
    [t('operator.fixed'), fixed > 0 ? <Money key="fixed" amount={BigInt(fixed)} currency={currency} /> : null],
  ] as const;
