import Type, { type Static } from 'typebox';
import { Closed, Id, Nullable, OneOf, Phone } from './fields.ts';
import { accountTypes, route } from './route.ts';
import { kycStatuses } from './users.ts';

const tag = 'Login';
const Mode = OneOf(['live', 'test'], {
  description: 'The world to log in to. Default: live if this deployment has live mode, otherwise test.',
});
export const Password = Type.String({ minLength: 1, maxLength: 200 });
export const NewPassword = Type.String({
  minLength: 8,
  maxLength: 200,
  description:
    'At least 8 characters; developers and operators need 15, or a second factor. It must not be a common password, nor consist mainly of the phone, e-mail address, name or service name.',
});
export const Email = Type.String({ text: 'identifier', minLength: 3, maxLength: 254, format: 'email' });
export const Code = Type.String({
  minLength: 1,
  maxLength: 32,
  description:
    'The digits from the message or the authenticator; for `totp` also a recovery code. Spaces, dashes and invisible marks between digits are ignored. Full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9.',
});
export const Language = OneOf(['en', 'fr', 'es', 'pt', 'ht', 'sw'], {
  description: 'The language of messages to this person.',
});
const ChallengeId = Id('ch');
/** For requests: any other string gets the same 410 as a challenge that is no longer valid. */
export const AskedChallenge = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The `challenge` from the earlier answer: `ch_…`.',
});

export const codeMethods = ['sms', 'totp', 'email'] as const;
export type CodeMethod = (typeof codeMethods)[number];
export type Language = Static<typeof Language>;

export const Challenge = Closed(
  {
    challenge: ChallengeId,
    method: OneOf(codeMethods, { description: 'The source of the code.' }),
    expires_in: Type.Integer({ description: 'Seconds until the challenge expires: 300.' }),
  },
  { title: 'Challenge' },
);
export type Challenge = Static<typeof Challenge>;

export const LoginResult = Closed(
  {
    access_token: Type.String({ description: 'A JWT for `Authorization: Bearer`, valid for 15 minutes.' }),
    refresh_token: Type.String({ description: 'A JWT that gets one new pair of tokens within 30 days.' }),
    expires_in: Type.Integer({ description: 'Seconds until the access token expires: 900.' }),
    user: Closed({
      id: Id('usr'),
      phone: Type.String({ description: 'In E.164 form.' }),
      kyc: OneOf(kycStatuses),
    }),
  },
  { title: 'Login result' },
);
export type LoginResult = Static<typeof LoginResult>;

export const StaffLoginResult = Closed(
  {
    access_token: Type.String({ description: 'A JWT for `Authorization: Bearer`, valid for 15 minutes.' }),
    refresh_token: Type.String({ description: 'A JWT that gets one new pair of tokens within 30 days.' }),
    expires_in: Type.Integer({ description: 'Seconds until the access token expires: 900.' }),
    user: Closed({ id: Type.String({ pattern: '^(dev|opr)_' }), email: Type.String() }),
  },
  { title: 'Staff login result' },
);
export type StaffLoginResult = Static<typeof StaffLoginResult>;

const { access_token: _, refresh_token: __, ...inCookies } = LoginResult.properties;
export const CookieLoginResult = Closed(
  { ...inCookies, user: Type.Union([LoginResult.properties.user, StaffLoginResult.properties.user]) },
  {
    title: 'Cookie login result',
    description: 'The answer to a request with `Service-Session: cookie`: the tokens are in cookies.',
  },
);

export const loginErrors = ['invalid_credentials', 'account_suspended', 'too_many_attempts'] as const;
export const codeErrors = ['invalid_2fa_code', 'challenge_expired', 'too_many_attempts'] as const;
const loginDescription =
  'If the account has a second factor, the answer is a challenge instead of tokens. After too many wrong passwords from strangers, the account answers 429 to new devices: send the `challenge` and `code` of `POST /auth/device` with the password. Strangers do not delay known devices, open sessions, or networks that the account logged in from.';
/** Enforced by `login/check-password.ts`. */
const codeComesWhole = { dependentRequired: { challenge: ['code'], code: ['challenge'] } };
const DeviceCode = {
  challenge: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'For a new device while the account answers 429: the challenge from `POST /auth/device`, together with its `code`.',
    }),
  ),
  code: Type.Optional(Code),
};
const loggedIn = 'Tokens, or a challenge.';

export const login = route({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  tag,
  summary: 'Log in as a customer',
  description: loginDescription,
  auth: 'none',
  session: 'open',
  body: Closed({ phone: Phone, password: Password, mode: Type.Optional(Mode), ...DeviceCode }, codeComesWhole),
  ok: { status: 200, description: loggedIn, schema: Type.Union([LoginResult, CookieLoginResult, Challenge]) },
  errors: [...loginErrors, 'invalid_2fa_code', 'challenge_expired'],
});

export const loginMerchant = route({
  id: 'loginMerchant',
  method: 'POST',
  path: '/auth/merchant/login',
  tag,
  summary: 'Log in as a merchant',
  description: loginDescription,
  auth: 'none',
  session: 'open',
  body: Closed({ phone: Phone, password: Password, mode: Type.Optional(Mode), ...DeviceCode }, codeComesWhole),
  ok: { status: 200, description: loggedIn, schema: Type.Union([LoginResult, CookieLoginResult, Challenge]) },
  errors: [...loginErrors, 'invalid_2fa_code', 'challenge_expired'],
});

export const loginDeveloper = route({
  id: 'loginDeveloper',
  method: 'POST',
  path: '/auth/developer/login',
  tag,
  summary: 'Log in as a developer',
  description: loginDescription,
  auth: 'none',
  session: 'open',
  body: Closed({ email: Email, password: Password, ...DeviceCode }, codeComesWhole),
  ok: { status: 200, description: loggedIn, schema: Type.Union([StaffLoginResult, CookieLoginResult, Challenge]) },
  errors: [...loginErrors, 'invalid_2fa_code', 'challenge_expired'],
});

export const loginOperator = route({
  id: 'loginOperator',
  method: 'POST',
  path: '/auth/operator/login',
  tag,
  summary: 'Log in as an operator',
  description: loginDescription,
  auth: 'none',
  session: 'open',
  body: Closed({ email: Email, password: Password, ...DeviceCode }, codeComesWhole),
  ok: { status: 200, description: loggedIn, schema: Type.Union([StaffLoginResult, CookieLoginResult, Challenge]) },
  errors: [...loginErrors, 'invalid_2fa_code', 'challenge_expired'],
});

export const register = route({
  id: 'register',
  method: 'POST',
  path: '/auth/register',
  tag,
  summary: 'Register as a customer',
  description:
    'The service sends a code to the phone; `POST /auth/2fa/verify` opens the account with it. The answer does not show whether the phone already has an account.',
  auth: 'none',
  body: Closed({
    phone: Phone,
    password: NewPassword,
    name: Type.Optional(Type.String({ text: 'name', minLength: 1, maxLength: 100 })),
    language: Type.Optional(Language),
    mode: Type.Optional(Mode),
  }),
  ok: { status: 200, description: 'A code is being sent.', schema: Challenge },
  errors: ['registrations_closed', 'too_many_attempts'],
});

export const refreshTokens = route({
  id: 'refreshTokens',
  method: 'POST',
  path: '/auth/refresh',
  tag,
  summary: 'Get a new pair of tokens',
  description:
    'Send the refresh token in the body, as `Authorization: Bearer` or in its cookie. It works once. If the answer is lost, the same client (its device cookie, or the same network and user agent) gets the same pair again for 30 seconds. Any other second use ends the whole session.',
  auth: 'none',
  session: 'refresh',
  body: Closed({ refresh_token: Type.Optional(Type.String({ minLength: 1, maxLength: 4_096 })) }),
  ok: {
    status: 200,
    description: 'A new pair.',
    schema: Type.Union([LoginResult, StaffLoginResult, CookieLoginResult]),
  },
  errors: ['missing_credentials', 'invalid_token', 'token_expired', 'refresh_token_reused', 'account_suspended'],
});

export const verifyTwoFactor = route({
  id: 'verifyTwoFactor',
  method: 'POST',
  path: '/auth/2fa/verify',
  tag,
  summary: 'Answer a challenge',
  description: 'Completes a login or a registration.',
  auth: 'none',
  session: 'open',
  body: Closed({ challenge: AskedChallenge, code: Code }),
  ok: { status: 200, description: 'Tokens.', schema: Type.Union([LoginResult, StaffLoginResult, CookieLoginResult]) },
  errors: [...codeErrors, 'account_already_exists', 'account_suspended'],
});

export const resendCode = route({
  id: 'resendCode',
  method: 'POST',
  path: '/auth/2fa/resend',
  tag,
  summary: 'Resend a code',
  description:
    'Possible after 30 seconds, three times at most. The challenge still expires at the same time. An authenticator (`totp`) has no code to send: 400.',
  auth: 'none',
  body: Closed({ challenge: AskedChallenge }),
  ok: { status: 200, description: 'A new code is being sent; the previous code no longer works.', schema: Challenge },
  errors: ['challenge_expired', 'resend_too_soon', 'too_many_attempts'],
});

export const TwoFactorEnrolment = Closed(
  {
    challenge: ChallengeId,
    method: OneOf(['sms', 'totp']),
    expires_in: Type.Integer(),
    otpauth_url: Nullable(Type.String({ description: 'For `totp`: show it as a QR code to the authenticator.' })),
    secret: Nullable(Type.String({ description: 'For `totp`: the same secret in base32, to type in.' })),
  },
  { title: 'Two factor enrolment' },
);

export const enableTwoFactor = route({
  id: 'enableTwoFactor',
  method: 'POST',
  path: '/auth/2fa/enable',
  tag,
  summary: 'Start to enable a second factor',
  description:
    'The factor is enabled after `POST /auth/2fa/confirm` with a code. Developers and operators use `totp`. To change an enabled factor, first disable it with one of its codes.',
  auth: accountTypes,
  body: Closed({ method: OneOf(['sms', 'totp']), password: Password }),
  ok: { status: 200, description: 'A challenge to confirm.', schema: TwoFactorEnrolment },
  errors: ['invalid_credentials', 'too_many_attempts', 'two_factor_required'],
});

export const disableTwoFactor = route({
  id: 'disableTwoFactor',
  method: 'POST',
  path: '/auth/2fa/disable',
  tag,
  summary: 'Start to disable the second factor',
  description: 'The factor is disabled after `POST /auth/2fa/confirm` with a code.',
  auth: accountTypes,
  body: Closed({ password: Password }),
  ok: { status: 200, description: 'A challenge to confirm.', schema: Challenge },
  errors: ['invalid_credentials', 'too_many_attempts', 'two_factor_required'],
});

export const confirmTwoFactor = route({
  id: 'confirmTwoFactor',
  method: 'POST',
  path: '/auth/2fa/confirm',
  tag,
  summary: 'Confirm that a second factor is enabled or disabled',
  description: 'Ends every other session of the account.',
  auth: accountTypes,
  body: Closed({ challenge: AskedChallenge, code: Code }),
  ok: {
    status: 200,
    description: 'The second factor that is now in use.',
    schema: Closed(
      {
        two_factor: OneOf(['none', 'sms', 'totp']),
        recovery_codes: Type.Array(Type.String(), {
          description:
            'For an authenticator: ten codes to use if it is lost. Each works once, and they are shown only here. Otherwise empty.',
        }),
      },
      { title: 'Two factor' },
    ),
  },
  errors: [...codeErrors, 'two_factor_required'],
});

/** An account that the request names without a credential. */
const NamedAccount = Closed(
  {
    account_type: Type.Optional(OneOf(accountTypes, { description: 'Default: customer.' })),
    phone: Type.Optional(Type.String({ ...Phone, description: 'E.164. Required for customers and merchants.' })),
    email: Type.Optional(Type.String({ ...Email, description: 'Required for developers and operators.' })),
    mode: Type.Optional(Mode),
  },
  {
    if: { properties: { account_type: { enum: ['developer', 'operator'] } }, required: ['account_type'] },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's keyword; nothing awaits this object.
    then: { properties: { email: {} }, required: ['email'] },
    else: { properties: { phone: {} }, required: ['phone'] },
  },
);

export const forgotPassword = route({
  id: 'forgotPassword',
  method: 'POST',
  path: '/auth/password/forgot',
  tag,
  summary: 'Request a code for a new password',
  description:
    'The service sends a code to the phone or e-mail address. The answer does not show whether the account exists.',
  auth: 'none',
  body: NamedAccount,
  ok: { status: 200, description: 'If the account exists, a code is being sent.', schema: Challenge },
  errors: ['too_many_attempts'],
});

export const askDeviceCode = route({
  id: 'askDeviceCode',
  method: 'POST',
  path: '/auth/device',
  tag,
  summary: 'Request a code for a new device',
  description:
    'For a login that answers 429 because of wrong passwords. The service sends a code to the phone or e-mail address: log in with it and the password. The answer does not show whether the account exists.',
  auth: 'none',
  body: NamedAccount,
  ok: { status: 200, description: 'If the account exists, a code is being sent.', schema: Challenge },
  errors: ['too_many_attempts'],
});

export const resetPassword = route({
  id: 'resetPassword',
  method: 'POST',
  path: '/auth/password/reset',
  tag,
  summary: 'Set a new password with a code',
  description: 'Ends every session of the account.',
  auth: 'none',
  body: Closed({ challenge: AskedChallenge, code: Code, password: NewPassword }),
  ok: { status: 204, description: 'The new password is set.' },
  errors: codeErrors,
});

export const changePassword = route({
  id: 'changePassword',
  method: 'POST',
  path: '/auth/password/change',
  tag,
  summary: 'Change the password',
  description: 'Ends every other session of the account.',
  auth: accountTypes,
  body: Closed({ current_password: Password, new_password: NewPassword }),
  ok: { status: 204, description: 'The new password is set.' },
  errors: ['invalid_credentials', 'too_many_attempts'],
});

export const logout = route({
  id: 'logout',
  method: 'POST',
  path: '/auth/logout',
  tag,
  summary: 'Log out',
  description: 'The tokens of this session stop working within a second.',
  auth: accountTypes,
  session: 'close',
  body: Closed({ everywhere: Type.Optional(Type.Boolean({ description: 'true: end every session of the account.' })) }),
  ok: { status: 204, description: 'Logged out.' },
});
