import { type CountryCode, getExampleNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';
import type { Collection } from '../rails/rail.ts';

const HOUR_MS = 3_600_000;

/** @returns E.164; null for a country without mobile numbers */
export function examplePhone(country: string): string | null {
  return getExampleNumber(country as CountryCode, examples)?.number ?? null;
}

/**
 * A payment that no provider knows. Asking for its state moves no money, and it uses the credentials for collections,
 * which may differ from those of the balance.
 */
export function unknownPayment({ currency, country }: { currency: string; country: string }): Collection {
  const createdAt = new Date(Date.now() - HOUR_MS);
  const customer = examplePhone(country) ?? '';
  return {
    ...{ id: 'pay_00000000000000000000000000', amount: 1n, currency, sentAt: createdAt, handle: null, received: [] },
    ...{ callbackUrl: null, customer, payerWallet: null, createdAt, expiresAt: createdAt, merchant: '' },
    ...{ reference: null, description: null, successUrl: null, cancelUrl: null, code: null },
  };
}
