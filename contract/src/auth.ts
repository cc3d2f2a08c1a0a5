import Type, { type Static } from 'typebox';
import { Closed, Id, Nullable, OneOf, Phone } from './fields.ts';
import { accountTypes, route } from './route.ts';
import { kycStatuses } from './users.ts';

const tag = 'Login';
const Mode = OneOf(['live', 'test'], {
  description: 'The world to log in to. Default: live where this deployment has it, else test.',
});
export const Password = Type.String({ minLength: 1, maxLength: 200 });
export const NewPassword = Type.String({
  minLength: 8,
  maxLength: 200,
  description:
    'At least 8 characters; developers and operators need 15, or a second factor. None of the most common ones, nor one that says little but the phone, e-mail address, name or service.',
});
export const Email = Type.String({ text: 'identifier', minLength: 3, maxLength: 254, format: 'email' });
export const Code = Type.String({
  minLength: 1,
  maxLength: 32,
  description:
    'The digits that were sent or that the authenticator shows; for `totp` a recovery code too. Spaces, dashes and invisible marks between digits are ignored; full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9.',
});
export const Language = OneOf(['en', 'fr', 'es', 'pt', 'ht', 'sw'], { description: 'Of the messages that are sent.' });
const ChallengeId = Id('ch');
/** Of what is asked: whatever was never one is as unknown as one that is over (410). */
export const AskedChallenge = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The `challenge` that was answered: `ch_…`.',
});

export const codeMethods = ['sms', 'totp', 'email'] as const;
export type CodeMethod = (typeof codeMethods)[number];
export type Language = Static<typeof Language>;

export const Challenge = Closed(
  {
    challenge: ChallengeId,
    method: OneOf(codeMethods, { description: 'Where the code comes from.' }),
    expires_in: Type.Integer({ description: 'Seconds until the challenge is over: 300.' }),
  },
  { title: 'Challenge' },
);
export type Challenge = Static<typeof Challenge>;

export const LoginResult = Closed(
  {
    access_token: Type.String({ description: 'A JWT for `Authorization: Bearer`, good for 15 minutes.' }),
    refresh_token: Type.String({ description: 'A JWT, good once within 30 days, for a new pair.' }),
    expires_in: Type.Integer({ description: 'Seconds that the access token is good for: 900.' }),
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
    access_token: Type.String({ description: 'A JWT for `Authorization: Bearer`, good for 15 minutes.' }),
    refresh_token: Type.String({ description: 'A JWT, good once within 30 days, for a new pair.' }),
    expires_in: Type.Integer({ description: 'Seconds that the access token is good for: 900.' }),
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
    description: 'Of a request with `Service-Session: cookie`: the tokens are in cookies.',
  },
);

export const loginErrors = ['invalid_credentials', 'account_suspended', 'too_many_attempts'] as const;
const codeErrors = ['invalid_2fa_code', 'challenge_expired', 'too_many_attempts'] as const;
const loginDescription =
  'If the account has a second factor, the answer is a challenge instead of tokens. After too many wrong passwords from strangers the account answers 429 to new devices: send the `challenge` and `code` of `POST /auth/device` with the password. Known devices, open sessions and networks that the account logged in from are not delayed by strangers.';
/** `login/check-password.ts` enforces it. */
const codeComesWhole = { dependentRequired: { challenge: ['code'], code: ['challenge'] } };
const DeviceCode = {
  challenge: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'For a new device while the account answers 429: the challenge of `POST /auth/device`, with its `code`.',
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
    'A code goes to the phone; `POST /auth/2fa/verify` opens the account with it. The answer does not tell whether the phone has an account.',
  auth: 'none',
  body: Closed({
    phone: Phone,
    password: NewPassword,
    name: Type.Optional(Type.String({ text: 'name', minLength: 1, maxLength: 100 })),
    language: Type.Optional(Language),
    mode: Type.Optional(Mode),
  }),
  ok: { status: 200, description: 'A code is on its way.', schema: Challenge },
  errors: ['registrations_closed', 'too_many_attempts'],
});

export const refreshTokens = route({
  id: 'refreshTokens',
  method: 'POST',
  path: '/auth/refresh',
  tag,
  summary: 'Get a new pair of tokens',
  description:
    'The refresh token comes in the body, as `Authorization: Bearer` or in its cookie. It is spent by this. If the answer is lost, the same client (its device cookie, or the same network and user agent) gets the same pair again for 30 seconds; in any other case a second use ends the whole session.',
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
  description: 'Ends a login or a registration.',
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
  summary: 'Send a code again',
  description:
    'After 30 seconds, three times at most. The challenge is over when it would have been. Of an authenticator (`totp`) there is nothing to send: 400.',
  auth: 'none',
  body: Closed({ challenge: AskedChallenge }),
  ok: { status: 200, description: 'A new code is on its way; the one before is good no more.', schema: Challenge },
  errors: ['challenge_expired', 'resend_too_soon', 'too_many_attempts'],
});

export const TwoFactorEnrolment = Closed(
  {
    challenge: ChallengeId,
    method: OneOf(['sms', 'totp']),
    expires_in: Type.Integer(),
    otpauth_url: Nullable(Type.String({ description: 'To show as a QR code to the authenticator (`totp`).' })),
    secret: Nullable(Type.String({ description: 'The same to type in, base32 (`totp`).' })),
  },
  { title: 'Two factor enrolment' },
);

export const enableTwoFactor = route({
  id: 'enableTwoFactor',
  method: 'POST',
  path: '/auth/2fa/enable',
  tag,
  summary: 'Begin to use a second factor',
  description:
    'It is in use once `POST /auth/2fa/confirm` has had a code. Developers and operators use `totp`. One that is on is switched off first, with one of its codes.',
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
  summary: 'Begin to do without a second factor',
  description: 'It is off once `POST /auth/2fa/confirm` has had a code.',
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
  summary: 'Confirm that a second factor is used, or no longer',
  description: 'Ends every other session of the account.',
  auth: accountTypes,
  body: Closed({ challenge: AskedChallenge, code: Code }),
  ok: {
    status: 200,
    description: 'How it is now.',
    schema: Closed(
      {
        two_factor: OneOf(['none', 'sms', 'totp']),
        recovery_codes: Type.Array(Type.String(), {
          description:
            'Of an authenticator: ten codes for the day that it is lost, each good once; shown this once. Else empty.',
        }),
      },
      { title: 'Two factor' },
    ),
  },
  errors: [...codeErrors, 'two_factor_required'],
});

/** An account that somebody names without a credential. */
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
  summary: 'Ask for a new password',
  description: 'A code goes to the phone or e-mail address. The answer does not tell whether there is such an account.',
  auth: 'none',
  body: NamedAccount,
  ok: { status: 200, description: 'A code is on its way, if there is such an account.', schema: Challenge },
  errors: ['too_many_attempts'],
});

export const askDeviceCode = route({
  id: 'askDeviceCode',
  method: 'POST',
  path: '/auth/device',
  tag,
  summary: 'Ask for a code that lets a new device in',
  description:
    'For a login that answers 429 because of wrong passwords. A code goes to the phone or e-mail address; send it with the password. The answer does not tell whether there is such an account.',
  auth: 'none',
  body: NamedAccount,
  ok: { status: 200, description: 'A code is on its way, if there is such an account.', schema: Challenge },
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
  ok: { status: 204, description: 'The new password is good.' },
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
  ok: { status: 204, description: 'The new password is good.' },
  errors: ['invalid_credentials', 'too_many_attempts'],
});

export const logout = route({
  id: 'logout',
  method: 'POST',
  path: '/auth/logout',
  tag,
  summary: 'Log out',
  description: 'The tokens of this session stop within a second.',
  auth: accountTypes,
  session: 'close',
  body: Closed({ everywhere: Type.Optional(Type.Boolean({ description: 'Every session of the account.' })) }),
  ok: { status: 204, description: 'Logged out.' },
});
