import type { setFee } from '../../../contract/src/approvals.ts';
import type { FeeChange } from '../../../contract/src/fee-changes.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { faultIn, type TierFault } from '../core/fee.ts';
import { readTiers } from '../fees/stored-schedules.ts';
import { invalidField, type Refusal } from '../kernel/refusal.ts';
import { isBuiltIn, type Rails } from '../rails/rail.ts';

type Asked = Omit<InputOf<typeof setFee>, 'reason' | 'charged_on'> & Pick<FeeChange, 'charged_on'>;

/**
 * The change as its approval keeps it. One rate for all amounts may exceed a small amount, which then caps it; tiers
 * may not.
 */
export function checkFee({ basis_points, fixed, tiers, rail, ...which }: Asked, rails: Rails): FeeChange | Refusal {
  const onRail = rail === undefined ? {} : { rail };
  if (rail !== undefined && !isBuiltIn(rail) && rails.row(rail)?.livemode !== which.livemode)
    return invalidField('rail', 'unusable_rail');
  if (tiers === undefined) {
    if (basis_points === undefined) return invalidField('basis_points', 'required');
    if (fixed === undefined) return invalidField('fixed', 'required');
    return { ...which, basis_points, fixed, ...onRail };
  }
  if (basis_points !== undefined) return invalidField('basis_points', 'fee_in_tiers');
  if (fixed !== undefined) return invalidField('fixed', 'fee_in_tiers');
  const found = faultIn(readTiers(tiers));
  if (found) return refuseTier(found);
  const [first] = tiers as [(typeof tiers)[number]];
  return { ...which, basis_points: first.basis_points, fixed: first.fixed, ...onRail, tiers };
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
  }
}
