import { SchemeAccount } from '../../../contract/src/scheme-accounts.ts';
import { invalidValue, type Refusal } from '../kernel/refusal.ts';
import { faultsOf, refuseFaults } from './check-credentials.ts';

/** The value of a template has two digits of length, and the reference takes 4 + 25 of the additional data. */
const MOST = 99;
const REFERENCE = 29;

/** @returns what is wrong with an account at a scheme of QR codes, or null */
export function checkScheme(given: unknown): Refusal | null {
  const faults = faultsOf(SchemeAccount, given, 'scheme');
  if (faults.length > 0) return refuseFaults(faults);
  const { templates, additional = {} } = given as SchemeAccount;
  if (!Object.keys(templates).some((id) => id <= '51'))
    return invalidValue('scheme.templates', 'needs the merchant account: a template from 26 to 51');
  for (const [id, objects] of Object.entries(templates)) {
    const field = `scheme.templates.${id}`;
    if (!objects['00']) return invalidValue(field, 'needs the object 00, the identifier of the scheme');
    if (lengthOf(objects) > MOST) return invalidValue(field, `is longer than ${MOST} characters with ids and lengths`);
  }
  if (additional['05']) return invalidValue('scheme.additional.05', 'is the reference, which the service writes');
  if (lengthOf(additional) > MOST - REFERENCE)
    return invalidValue('scheme.additional', `is longer than ${MOST - REFERENCE} characters with ids and lengths`);
  return null;
}

const lengthOf = (objects: Readonly<Record<string, string>>): number =>
  Object.values(objects).reduce((sum, value) => sum + 4 + value.length, 0);
