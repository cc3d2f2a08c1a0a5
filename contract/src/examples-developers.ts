import type { routes } from './routes.ts';

/** Samples of the routes for merchants and developers. `examples.ts` combines them with the others. */

export const developerIds = {
  int: 'int_01kf0q1x9rfw5t8c3m7hz6yb2d',
  key: 'key_01kf0q1xb4e6xsj9v2dk8m3qnr',
  inv: 'inv_01kf0q3a7vfdm8h8w6tcz2x9ys',
} as const;

const merchantId = 'mer_01kf0q1x5hf2br8m0tq6wz3cye';
const personId = 'usr_01kf0q1x6yfrb8t3dk5m9wz2cs';
const developerId = 'dev_01kf0q3b8refw9m6v1xt5zc2hd';
const createdAt = '2026-01-15T09:30:00.000Z';
const email = 'awa@shop.example';
const password = 'correct horse battery staple';
const token = 'pJ4mZ0q8sVYt3bXw6uKfC1rLhNg5aEdQ7yTiRzOoMk2';
const challenge = { challenge: 'ch_01kf0r1g2pe7yv5d9m3hb8q6tw', method: 'sms', expires_in: 300 };

const integration = {
  id: developerIds.int,
  object: 'integration',
  name: 'Shop at the port',
  slug: 'shop-at-the-port',
  merchant: { id: merchantId, name: 'Port Foods' },
  live_approved: false,
  origins: ['https://app.example'],
  role: 'owner',
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
};
const invitation = {
  id: developerIds.inv,
  object: 'invitation',
  integration: developerIds.int,
  email,
  role: 'developer',
  status: 'open',
  invited_by: personId,
  created_at: createdAt,
  expires_at: '2026-01-22T09:30:00.000Z',
};
const developer = {
  id: developerId,
  object: 'developer',
  email,
  name: 'Awa Diop',
  role: 'developer',
  two_factor: 'none',
  live: true,
  joined_at: createdAt,
  created_at: createdAt,
};
const apiKey = {
  id: developerIds.key,
  object: 'api_key',
  livemode: false,
  metadata: {},
  integration: developerIds.int,
  label: 'staging',
  scopes: ['payments:read', 'payments:write'],
  last4: '7Qxd',
  starter: false,
  status: 'active',
  created_by: developerId,
  created_at: createdAt,
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
  updated_at: createdAt,
  version: 1,
};
const newKey = { ...apiKey, key: `rs_test_${'x'.repeat(32)}7Qxd` };
const merchant = {
  id: merchantId,
  object: 'merchant',
  name: 'Port Foods',
  live_approved_at: null,
  people: [
    { id: personId, livemode: false, phone: '+221771234567', name: 'Awa Diop', two_factor: 'sms', suspended: false },
  ],
  integrations: [
    { id: developerIds.int, name: 'Shop at the port', slug: 'shop-at-the-port', developers: 2, open_invitations: 0 },
  ],
  created_at: createdAt,
};
const approved = {
  ...merchant,
  live_approved_at: createdAt,
  people: [...merchant.people, { ...merchant.people[0], id: 'usr_01kf0q1x6yfrb8t3dk5m9wz2ct', livemode: true }],
};

const list = (path: string, record: object) => ({
  object: 'list',
  data: [record],
  has_more: false,
  url: `/api/v1${path}`,
});

type Example = { request?: object; answer?: object };

export const developerExamples = {
  registerMerchant: {
    request: { phone: '+221771234567', password, business_name: 'Port Foods', name: 'Awa Diop', language: 'fr' },
    answer: challenge,
  },
  acceptInvitation: {
    request: { token, password, name: 'Awa Diop' },
    answer: {
      access_token: 'eyJhbGciOiJFZERTQSJ9.access-token-of-a-sample.c2lnbmF0dXJl',
      refresh_token: 'eyJhbGciOiJFZERTQSJ9.refresh-token-of-a-sample.c2lnbmF0dXJl',
      expires_in: 900,
      user: { id: developerId, email },
    },
  },
  createIntegration: { request: { name: 'Shop at the port' }, answer: { ...integration, role: null } },
  listIntegrations: { answer: list('/integrations', integration) },
  getIntegration: { answer: integration },
  updateIntegration: { request: { name: 'Port' }, answer: { ...integration, name: 'Port', version: 2 } },
  createInvitation: { request: { email, role: 'developer' }, answer: { ...invitation, link: null } },
  listInvitations: { answer: list(`/integrations/${developerIds.int}/invitations`, invitation) },
  deleteInvitation: { answer: { ...invitation, status: 'withdrawn' } },
  joinIntegration: { request: { token }, answer: { ...integration, role: 'developer' } },
  listDevelopers: { answer: list(`/integrations/${developerIds.int}/developers`, developer) },
  updateDeveloper: { request: { role: 'viewer' }, answer: { ...developer, role: 'viewer' } },
  removeDeveloper: { answer: { id: developerId, object: 'developer', deleted: true } },
  createKey: { request: { scopes: apiKey.scopes, label: 'staging' }, answer: newKey },
  listKeys: { answer: list(`/integrations/${developerIds.int}/keys`, apiKey) },
  rollKey: { request: { overlap_seconds: 3_600 }, answer: newKey },
  rollStarterKey: { answer: { ...newKey, label: null, starter: true } },
  revokeKey: { answer: { ...apiKey, status: 'revoked', revoked_at: createdAt } },
  listMerchants: { answer: list('/operator/merchants', merchant) },
  getMerchant: { answer: merchant },
  approveLive: { answer: approved },
  revokeLive: { request: { reason: 'Documents were withdrawn' }, answer: merchant },
} satisfies { [K in keyof typeof routes]?: Example };
