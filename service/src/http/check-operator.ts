import { isOwnAccount, type OperatorRole, type Route } from '../../../contract/src/route.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';

/**
 * Checks that an operator may call this route. An operator without a role may not. With live money every session needs
 * a second factor.
 * @throws Refusal forbidden_account_type, two_factor_setup_required
 */
export function checkOperator(route: Route, { person }: Caller, live: boolean): void {
  if (isOwnAccount(route)) return;
  const role = person?.role;
  if (!role) throw new Refusal('forbidden_account_type', 'This operator has no role. Ask an admin for one.');
  if (!mayCall(route, role)) {
    const roles = (route.roles ?? []).join(' or ');
    throw new Refusal('forbidden_account_type', `This needs an operator with the role ${roles}`);
  }
  if (live && !person.hasSecondFactor) throw new Refusal('two_factor_setup_required');
}

/** A route for operators alone must name their roles: without roles it is open to no operator. */
function mayCall({ auth, roles }: Route, role: OperatorRole): boolean {
  if (roles) return roles.includes(role);
  return auth.length > 1;
}
