import type { setFee } from '../../../contract/src/approvals.ts';
import type { FeeChange } from '../../../contract/src/fee-changes.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { faultIn, type TierFault } from '../core/fee.ts';
import { taxFaultIn } from '../core/fee-tax.ts';
import { taxedTiers } from '../fees/stored-schedules.ts';
import { invalidField, type Refusal } from '../kernel/refusal.ts';
import { isBuiltIn, type Rails } from '../rails/rail.ts';

type Asked = Omit<InputOf<typeof setFee>, 'reason' | 'charged_on'> & Pick<FeeChange, 'charged_on'>;

/**
 * The change as its approval keeps it. One rate for all amounts, with its tax, may exceed a small amount, which then
 * caps it; tiers may not.
 */
export function checkFee(asked: Asked, rails: Rails): FeeChange | Refusal {
  const { basis_points, fixed, tiers, rail, tax_basis_points: tax, fee_on_refund, remove, ...which } = asked;
  // It may be the fee of a rail that does not exist any more.
  if (remove) return checkRemoval(asked);
  const onRail = rail === undefined ? {} : { rail };
  if (rail !== undefined && !isBuiltIn(rail) && rails.row(rail)?.livemode !== which.livemode)
    return invalidField('rail', 'unusable_rail');
  if (fee_on_refund === 'returned' && which.charged_on === 'payout')
    return invalidField('fee_on_refund', 'not_together', { other: 'charged_on "payout"' });
  const more = {
    ...(tax === undefined ? {} : { tax_basis_points: tax }),
    ...(fee_on_refund === undefined ? {} : { fee_on_refund }),
  };
  if (tiers === undefined) {
    if (basis_points === undefined) return invalidField('basis_points', 'required');
    if (fixed === undefined) return invalidField('fixed', 'required');
    return { ...which, basis_points, fixed, ...onRail, ...more };
  }
  if (basis_points !== undefined) return invalidField('basis_points', 'fee_in_tiers');
  if (fixed !== undefined) return invalidField('fixed', 'fee_in_tiers');
  const schedule = taxedTiers(tiers, tax);
  const found = faultIn(schedule) ?? taxFaultIn(schedule);
  if (found) return refuseTier(found);
  const [first] = tiers as [(typeof tiers)[number]];
  return { ...which, basis_points: first.basis_points, fixed: first.fixed, ...onRail, tiers, ...more };
}

/** The end of a rail's own fee says nothing else. */
function checkRemoval({ merchant, livemode, currency, charged_on, rail, ...more }: Asked): FeeChange | Refusal {
  if (rail === undefined) return invalidField('rail', 'ends_on_rail');
  for (const name of ['basis_points', 'fixed', 'tiers', 'tax_basis_points', 'fee_on_refund'] as const)
    if (more[name] !== undefined) return invalidField(name, 'ends_alone');
  return { merchant, livemode, currency, charged_on, rail, remove: true };
}

function refuseTier(found: TierFault): Refusal {
  const at = `tiers[${found.tier}]`;
  switch (found.why) {
    case 'first':
      return invalidField(`${at}.from`, 'first_tier');
    case 'order':
      return invalidField(`${at}.from`, 'tier_order', { before: Number(found.before) });
    case 'bounds':
      return invalidField(`${at}.maximum`, 'tier_maximum', { minimum: Number(found.minimum) });
    case 'exceeds': {
      const { tier, amount, fee } = found;
      return invalidField(at, 'tier_exceeds', { tier: tier + 1, amount: Number(amount), fee: Number(fee) });
    }
    case 'exceeds_taxed': {
      const { tier, amount, charge } = found;
      const values = { tier: tier + 1, amount: Number(amount), charge: Number(charge) };
      return invalidField(at, 'tier_exceeds_taxed', values);
    }
  }
}
