import { invalidField, Refusal } from '../kernel/refusal.ts';
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
      return invalidField('rail', 'is not a rail that you can use in this mode. GET /rails lists them');
    case 'direction':
      return invalidField('rail', 'does not move money in this direction. GET /rails lists the rails that do');
    case 'country':
      return invalidField(phoneField, `is a number of ${country}. The rail serves ${refusal.serves}`);
    case 'no_rail':
      return invalidField(phoneField, 'cannot be reached: no wallet here, and no connected provider serves this phone');
    case 'currency': {
      const message = `No rail moves ${currency} for this phone. Its rails move ${refusal.currencies.join(', ')}.`;
      return new Refusal('currency_mismatch', message, { param: 'currency' });
    }
    case 'amount': {
      const { minimum, maximum } = refusal;
      const least = minimum === null ? '' : ` from ${minimum}`;
      const most = maximum === null ? '' : ` to ${maximum}`;
      const message = `is out of the rail's bounds. It takes${least}${most}, in the minor unit of ${currency}`;
      return new Refusal('amount_out_of_bounds', `amount: ${message}`, {
        param: 'amount',
        details: [{ param: 'amount', code: 'amount_out_of_bounds', message }],
      });
    }
    case 'decimals': {
      const step = 10n ** BigInt(exponent - refusal.decimals);
      const text = amountText(step, exponent);
      const message = `must be a multiple of ${step}: the rail takes ${currency} in steps of ${text}`;
      return invalidField('amount', message);
    }
    case 'code':
      return invalidField('otp', `is required by the rail ${refusal.rail}: the payer gets the code from the provider`);
    case 'unavailable': {
      const seconds =
        refusal.retryAfterMs === null ? USUAL_WAIT_S : Math.max(Math.ceil(refusal.retryAfterMs / 1000), 1);
      return new Refusal('rail_unavailable', undefined, { headers: { 'Retry-After': String(seconds) } });
    }
  }
}
