import type { routes } from './routes.ts';

/** Samples of the routes for people. `examples.ts` combines them with the others. */

export const peopleIds = {
  dev: 'dev_01kf0q3b8refw9m6v1xt5zc2hd',
  opr: 'opr_01kf0q3n4tfk8b2y7d0wq6sm9x',
  ses: 'ses_01kf0r1h9mf5ntv3c8j6kx4w2a',
  ch: 'ch_01kf0r1g2pe7yv5d9m3hb8q6tw',
} as const;

const createdAt = '2026-01-15T09:30:00.000Z';
const token = (use: string) => `eyJhbGciOiJFZERTQSJ9.${use}-token-of-a-sample.c2lnbmF0dXJl`;
const tokens = { access_token: token('access'), refresh_token: token('refresh'), expires_in: 900 };
const loggedIn = { ...tokens, user: { id: 'usr_01kf0q2mwee9xvjrc4kdh2n8sa', phone: '+221771234567', kyc: 'verified' } };
const staffLoggedIn = { ...tokens, user: { id: peopleIds.dev, email: 'awa@shop.example' } };
const challenge = { challenge: peopleIds.ch, method: 'sms', expires_in: 300 };
const password = 'correct horse battery staple';

const me = {
  id: 'usr_01kf0q2mwee9xvjrc4kdh2n8sa',
  object: 'account',
  type: 'customer',
  livemode: false,
  phone: '+221771234567',
  email: null,
  name: 'Awa Diop',
  language: 'fr',
  kyc: 'verified',
  kyc_tier: 1,
  merchant: null,
  role: null,
  two_factor: 'sms',
  home_currency: 'XOF',
  created_at: createdAt,
  metadata: {},
  updated_at: createdAt,
  version: 3,
};

const session = {
  id: peopleIds.ses,
  object: 'session',
  current: true,
  user_agent: 'Mozilla/5.0',
  address: '203.0.113.7',
  created_at: createdAt,
  last_used_at: createdAt,
  expires_at: '2026-02-14T09:30:00.000Z',
};

type Example = { request?: object; answer?: object };

export const peopleExamples = {
  login: { request: { phone: '+221771234567', password }, answer: loggedIn },
  loginMerchant: { request: { phone: '+221771234567', password }, answer: challenge },
  loginDeveloper: { request: { email: 'awa@shop.example', password }, answer: staffLoggedIn },
  loginOperator: {
    request: { email: 'compliance@pay.example', password },
    answer: { ...challenge, method: 'totp' },
  },
  register: { request: { phone: '+221771234567', password, name: 'Awa Diop', language: 'fr' }, answer: challenge },
  verifyTwoFactor: { request: { challenge: peopleIds.ch, code: '000000' }, answer: loggedIn },
  resendCode: { request: { challenge: peopleIds.ch }, answer: { ...challenge, expires_in: 241 } },
  refreshTokens: { request: { refresh_token: token('refresh') }, answer: loggedIn },
  logout: { request: { everywhere: false } },
  listSessions: {
    answer: { object: 'list', data: [session], has_more: false, url: '/api/v1/auth/sessions' },
  },
  deleteSession: { answer: { id: peopleIds.ses, object: 'session', deleted: true } },
  askDeviceCode: { request: { phone: '+221771234567' }, answer: challenge },
  forgotPassword: { request: { phone: '+221771234567' }, answer: challenge },
  resetPassword: { request: { challenge: peopleIds.ch, code: '000000', password } },
  changePassword: { request: { current_password: 'the previous password', new_password: password } },
  enableTwoFactor: {
    request: { method: 'totp', password },
    answer: {
      ...challenge,
      method: 'totp',
      otpauth_url: 'otpauth://totp/Rialto:%2B221771234567?secret=JBSWY3DPEHPK3PXP&issuer=Rialto',
      secret: 'JBSWY3DPEHPK3PXP',
    },
  },
  disableTwoFactor: { request: { password }, answer: challenge },
  confirmTwoFactor: {
    request: { challenge: peopleIds.ch, code: '000000' },
    answer: { two_factor: 'totp', recovery_codes: ['k3p8x-7wqzm', '9dtvb-2hncj'] },
  },
  getMe: { answer: me },
  updateMe: { request: { language: 'fr' }, answer: me },
} satisfies { [K in keyof typeof routes]?: Example };
