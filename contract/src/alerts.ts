import Type, { type Static } from 'typebox';
import { AskedChallenge, Challenge, Code, codeErrors, Email } from './auth.ts';
import { Amount, Closed, Currency, Id, Money, Nullable } from './fields.ts';
import { ownRights } from './member-rights.ts';
import { route } from './route.ts';

const tag = 'Alerts';

const hour = { minimum: 0, maximum: 23 };

export const Alerts = Closed(
  {
    object: Type.Literal('alerts'),
    integration: Id('int'),
    livemode: Type.Boolean(),
    email: Nullable(
      Type.String({
        description:
          'Where they go: the address with which you log in, or the address that you confirmed. Null: confirm one first (`POST /auth/alert_address`).',
      }),
    ),
    payments: Type.Boolean({ description: 'Whether you get an e-mail when payments succeed.' }),
    minimums: Type.Array(Closed({ currency: Type.String(), amount: Money }), {
      description: 'Smaller payments in these currencies are not reported.',
    }),
    summary_hour: Nullable(
      Type.Integer({
        ...hour,
        description: 'The hour at which you get a summary of the day before, in `time_zone`. Null: no summary.',
      }),
    ),
    time_zone: Type.String({ description: "The merchant's time zone." }),
  },
  { title: 'Alerts' },
);
export type Alerts = Static<typeof Alerts>;

const ownSettings = {
  auth: ['merchant', 'developer'],
  integration: 'required',
  own: true,
  members: ownRights,
  tag,
} as const;

export const getAlerts = route({
  id: 'getAlerts',
  method: 'GET',
  path: '/alerts',
  summary: 'Read which e-mails you get',
  description: 'Your own settings for this integration in this mode.',
  ...ownSettings,
  ok: { status: 200, description: 'The settings.', schema: Alerts },
});

export const updateAlerts = route({
  id: 'updateAlerts',
  method: 'PATCH',
  path: '/alerts',
  summary: 'Choose which e-mails you get',
  description:
    'Payments that succeed within a minute are in one e-mail. The summary has the takings, fees, refunds, failures and the balance of each currency, also on a day without payments. Nothing is sent about test payments unless you turn it on in test mode.',
  ...ownSettings,
  body: Closed({
    payments: Type.Optional(Type.Boolean()),
    minimums: Type.Optional(
      Type.Array(Closed({ currency: Currency, amount: Amount }), {
        maxItems: 50,
        description: 'Replaces the earlier ones. Each currency once.',
      }),
    ),
    summary_hour: Type.Optional(Nullable(Type.Integer(hour))),
  }),
  ok: { status: 200, description: 'The settings.', schema: Alerts },
  errors: ['unsupported_currency'],
});

export const askAlertAddress = route({
  id: 'askAlertAddress',
  method: 'POST',
  path: '/auth/alert_address',
  tag,
  summary: 'Request a code to your e-mail address',
  description:
    'For people who log in by phone: the service sends a code to the address. Without the code, nothing else is sent to it.',
  auth: ['merchant'],
  body: Closed({ email: Email }),
  ok: { status: 200, description: 'A challenge to confirm.', schema: Challenge },
  errors: ['too_many_attempts'],
});

export const confirmAlertAddress = route({
  id: 'confirmAlertAddress',
  method: 'POST',
  path: '/auth/alert_address/confirm',
  tag,
  summary: 'Confirm your e-mail address',
  description: 'It replaces the earlier address in all your integrations.',
  auth: ['merchant'],
  body: Closed({ challenge: AskedChallenge, code: Code }),
  ok: {
    status: 200,
    description: 'The address is confirmed.',
    schema: Closed({ object: Type.Literal('alert_address'), email: Type.String() }, { title: 'Alert address' }),
  },
  errors: codeErrors,
});

/** The routes of this file, for `routes.ts`. */
export const alertRoutes = { getAlerts, updateAlerts, askAlertAddress, confirmAlertAddress };
