import { exponentOf, toDecimal } from '../kit/money.ts';
import type { Answer, Call } from '../kit/server.ts';
import { type Account, boundsOf } from './account.ts';
import { callbackUrlOf } from './callback.ts';
import { countries, type Operator, predictOperator } from './operators.ts';
import { Refusal, readFields, readText } from './refusal.ts';
import type { Kind } from './verdicts.ts';

const operations = { DEPOSIT: 'deposit', PAYOUT: 'payout', REFUND: 'refund' } as const satisfies Record<string, Kind>;
type OperationType = keyof typeof operations;

/** The operations that a query asks for; none if it asks for another country. */
function asked(account: Account, query: URLSearchParams): OperationType[] {
  const country = query.get('country');
  const operation = query.get('operationType');
  if (country !== null && country !== countries[account.country]!.alpha3) return [];
  return (Object.keys(operations) as OperationType[]).filter((type) => operation === null || operation === type);
}

/** `GET /v2/active-conf?country=&operationType=` */
export function activeConfiguration(account: Account, { query }: Call): Answer {
  const { kit, country } = account;
  const types = asked(account, query);
  const { alpha3, prefix, name } = countries[country]!;
  const providers = account.operators
    .filter(({ authType }) => authType !== 'REDIRECT_AUTH' || types.includes('DEPOSIT'))
    .map((operator) => ({
      provider: operator.code,
      displayName: operator.displayName,
      nameDisplayedToCustomer: 'DEMO',
      currencies: operator.currencies.map((currency) => ({
        currency,
        displayName: currency,
        operationTypes: Object.fromEntries(
          types
            // Wave takes deposits alone through pawaPay.
            .filter((type) => operator.authType !== 'REDIRECT_AUTH' || type === 'DEPOSIT')
            .map((type) => [type, operationOf(account, operator, type, currency)]),
        ),
      })),
    }));
  return {
    status: 200,
    body: {
      companyName: 'Demo',
      signatureConfiguration: {
        signedRequestsOnly: kit.settings.signedRequestsOnly === true,
        signedCallbacks: kit.settings.signedCallbacks === true,
      },
      countries: types.length === 0 ? [] : [{ country: alpha3, displayName: { en: name }, prefix, providers }],
    },
  };
}

function operationOf(account: Account, operator: Operator, type: OperationType, currency: string) {
  const { min, max } = boundsOf(account, currency);
  const exponent = exponentOf(currency);
  const [deposits, outgoing] = operator.decimals;
  const callbackUrl = callbackUrlOf(account, operations[type]);
  return {
    ...(type === 'DEPOSIT' ? authorisationOf(operator) : {}),
    minAmount: toDecimal(min, exponent),
    maxAmount: toDecimal(max, exponent),
    decimalsInAmount: (type === 'DEPOSIT' ? deposits : outgoing) === 0 ? 'NONE' : 'TWO_PLACES',
    status: account.availabilityOf(operator, operations[type]),
    ...(callbackUrl === null ? {} : { callbackUrl }),
  };
}

function authorisationOf({ authType, code }: Operator) {
  const steps = (...texts: string[]) => ({
    channels: [
      {
        type: 'USSD',
        displayName: { en: 'Instructions', fr: 'Instructions' },
        instructions: { en: texts.map((text) => ({ text, template: text })), fr: [] },
      },
    ],
  });
  if (authType === 'REDIRECT_AUTH') return { authType };
  if (authType === 'PREAUTH') return { authType, authTokenInstructions: steps('Dial *144*4*6#', 'Enter amount') };
  if (code !== 'ORANGE_SLE') return { authType, pinPrompt: 'AUTOMATIC', pinPromptRevivable: false };
  const pinPromptInstructions = steps('Dial *555*6#', 'Enter PIN');
  return { authType, pinPrompt: 'MANUAL', pinPromptRevivable: true, pinPromptInstructions };
}

/** `GET /v2/availability?country=&operationType=` */
export function availability(account: Account, { query }: Call): Answer {
  const types = asked(account, query);
  const providers = account.operators.map((operator) => ({
    provider: operator.code,
    operationTypes: Object.fromEntries(types.map((type) => [type, account.availabilityOf(operator, operations[type])])),
  }));
  const { alpha3 } = countries[account.country]!;
  return { status: 200, body: types.length === 0 ? [] : [{ country: alpha3, providers }] };
}

/** `POST /v2/predict-provider {phoneNumber}` */
export function predictProvider({ country, operators }: Account, call: Call): Answer {
  const fields = readFields(call.json(), ['phoneNumber'], []);
  const { alpha3, prefix } = countries[country]!;
  const digits = readText(fields, 'phoneNumber', /^.{1,40}$/).replace(/\D/g, '');
  // Numbers of some countries begin with a zero; elsewhere people type one that does not belong to the number.
  const isNumber = operators.some(({ prefixes }) => prefixes.some((one) => digits.startsWith(one)));
  const phoneNumber = isNumber ? digits : digits.replace(new RegExp(`^${prefix}0+`), prefix);
  if (!phoneNumber.startsWith(prefix) || phoneNumber.length < 10 || phoneNumber.length > 15) {
    throw new Refusal(400, 'INVALID_PHONE_NUMBER', 'The phone number is not a valid number of a supported country.');
  }
  const provider = predictOperator(operators, phoneNumber).code;
  return { status: 200, body: { country: alpha3, provider, phoneNumber } };
}

/** `GET /v2/wallet-balances?country=` */
export function walletBalances(account: Account, { query }: Call): Answer {
  const country = countries[account.country]!.alpha3;
  const isOther = query.has('country') && query.get('country') !== country;
  const currencies = [...new Set(account.operators.flatMap((operator) => operator.currencies))];
  const balances = currencies.map((currency) => ({
    country,
    balance: toDecimal(account.available(currency), exponentOf(currency)),
    currency,
    provider: '',
  }));
  return { status: 200, body: { balances: isOther ? [] : balances } };
}

/** `GET /v2/public-key/http`: the keys of signed callbacks. It needs no token. */
export function publicKeys({ callbackKeys }: Account): Answer {
  return { status: 200, body: callbackKeys.map(({ id, publicPem }) => ({ id, key: publicPem })) };
}
