import type { DarajaCall } from './api.ts';
import { type DarajaCredentials, encryptPassword } from './credentials.ts';

/** The API user of the organization, who pays out, reverses and asks. */
export type DarajaInitiator = {
  readonly call: DarajaCall;
  readonly shortCode: string;
  readonly payoutShortCode: string;
  readonly payoutCommand: string;
  now(): number;
  /** @param field the name of the user's field, which is not the same in all products */
  identity(field: 'Initiator' | 'InitiatorName'): Readonly<Record<string, string>>;
};

/** Encrypts the password once: rotated credentials make another connection. */
export function openInitiator(call: DarajaCall, credentials: DarajaCredentials, now: () => number): DarajaInitiator {
  const { initiator_name: name, initiator_password: password, certificate, short_code: shortCode } = credentials;
  const securityCredential = encryptPassword(password, certificate);
  return {
    call,
    shortCode,
    payoutShortCode: credentials.payout_short_code ?? shortCode,
    payoutCommand: credentials.payout_command ?? 'BusinessPayment',
    now,
    identity: (field) => ({ [field]: name, SecurityCredential: securityCredential }),
  };
}
