import { fault } from '../../../contract/src/reasons.ts';
import { detailOf, invalidField, Refusal, refuseField } from '../kernel/refusal.ts';
import { amountText } from './amount-text.ts';
import type { RouteRefusal } from './route.ts';

/** In seconds, where nobody knows when a rail is open again. */
const USUAL_WAIT_S = 60;

/** Facts of the refused request, for messages. */
export type Refused = {
  /** The field with the phone. */
  readonly phoneField: string;
  readonly country: string;
  readonly currency: string;
  readonly exponent: number;
};

/** The error that a request gets if no rail can take it. */
export function refuseRoute(refusal: RouteRefusal, { phoneField, country, currency, exponent }: Refused): Refusal {
  switch (refusal.reason) {
    case 'unknown_rail':
      return invalidField('rail', 'unusable_rail');
    case 'direction':
      return invalidField('rail', 'rail_direction');
    case 'country':
      return invalidField(phoneField, 'rail_country', { country, allowed: refusal.serves });
    case 'no_rail':
      return invalidField(phoneField, 'no_rail_for_phone');
    case 'currency': {
      const message = `No rail moves ${currency} for this phone. Its rails move ${refusal.currencies.join(', ')}.`;
      return new Refusal('currency_mismatch', message, { param: 'currency' });
    }
    case 'amount': {
      const { minimum, maximum } = refusal;
      const bounds =
        maximum === null
          ? fault('rail_minimum', { minimum: minimum ?? 0n, currency })
          : minimum === null
            ? fault('rail_maximum', { maximum, currency })
            : fault('rail_bounds', { minimum, maximum, currency });
      return refuseField(detailOf('amount', bounds, 'amount_out_of_bounds'));
    }
    case 'decimals': {
      const step = 10n ** BigInt(exponent - refusal.decimals);
      const text = amountText(step, exponent);
      return invalidField('amount', 'rail_steps', { step, currency, text });
    }
    case 'code':
      return invalidField('otp', 'code_of_payer', { rail: refusal.rail });
    case 'unavailable': {
      const seconds =
        refusal.retryAfterMs === null ? USUAL_WAIT_S : Math.max(Math.ceil(refusal.retryAfterMs / 1000), 1);
      return new Refusal('rail_unavailable', undefined, { headers: { 'Retry-After': String(seconds) } });
    }
  }
}
