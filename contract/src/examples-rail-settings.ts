import type { routes } from './routes.ts';

/** Samples of the configuration of rails. `examples.ts` combines them with the others. */
const rail = {
  id: 'rail_01kf0r8c2ve1wbq5n4x9m3ht6d',
  object: 'rail_settings',
  livemode: false,
  created_at: '2026-01-15T09:30:00.000Z',
  updated_at: '2026-01-15T09:30:00.000Z',
  version: 1,
  slug: 'wave-sn',
  provider: 'wave',
  country: 'SN',
  currency: 'XOF',
  merchant: null,
  base_url: 'https://api.wave.com',
  callback_url: null,
  fingerprint: '3f9a1c07be52d864',
  scheme: null,
  approved_by: [],
  proposal: null,
  prefixes: [],
  minimum: null,
  maximum: 200_000_000,
  priority: 100,
  calls_per_second: 20,
  concurrency: null,
  payout_day_maximum: 500_000_000,
  float_minimum: 1_000_000,
  callback_sources: [],
  status: 'enabled',
  status_reason: null,
  status_until: null,
  paused_by: null,
};
const paused = { ...rail, status: 'paused', status_reason: 'Maintenance tonight', paused_by: 'operator', version: 2 };
const approval = {
  id: 'apr_01kf0r8c2ve1wbq5n4x9m3ht6d',
  object: 'approval',
  livemode: true,
  created_at: '2026-01-15T09:30:00.000Z',
  updated_at: '2026-01-15T09:30:00.000Z',
  version: 1,
  kind: 'rail',
  payload: { rail: 'wave-sn', provider: 'wave', base_url: 'https://api.wave.com', fingerprint: '3f9a1c07be52d864' },
  reference: null,
  reason: 'Contract of January',
  requested_by: 'opr_01kf0q3n4tfk8b2y7d0wq6sm9x',
  status: 'pending',
  decided_by: null,
  decided_at: null,
  rejection_reason: null,
  expires_at: '2026-01-18T09:30:00.000Z',
};
const provider = {
  object: 'provider',
  name: 'wave',
  display_name: 'Wave',
  countries: { SN: ['XOF'] },
  hosts: { test: null, live: 'https://api.wave.com' },
  credentials: { type: 'object', required: ['api_key'], properties: { api_key: { type: 'string' } } },
};
const credentials = { api_key: 'wave_sn_prod_…' };
const reason = { reason: 'Maintenance tonight' };
const list = (path: string, one: object) => ({ object: 'list', data: [one], has_more: false, url: `/api/v1${path}` });

export const railSettingExamples = {
  listRailSettings: { answer: list('/operator/rail_settings', rail) },
  listProviders: { answer: list('/operator/providers', provider) },
  getRailSettings: { answer: { ...rail, callback_url: `https://pay.example/rails/${rail.id}/5f0c…` } },
  addRail: {
    request: {
      ...{ provider: 'wave', slug: 'wave-sn', country: 'SN', currency: 'XOF', livemode: false, credentials },
      base_url: 'https://api.wave.com',
      reason: 'Contract of January',
    },
    answer: rail,
    accepted: approval,
  },
  updateRailSettings: { request: { priority: 50 }, answer: { ...rail, priority: 50, version: 2 } },
  rotateRail: {
    request: { credentials, reason: 'The key is a year old' },
    answer: { ...rail, version: 2 },
    accepted: approval,
  },
  requestRailApproval: { request: { reason: 'Contract of January' }, answer: approval },
  pauseRail: { request: reason, answer: paused },
  resumeRail: { request: { reason: 'Maintenance is over' }, answer: { ...rail, version: 3 } },
  testRail: {
    answer: {
      object: 'rail_test',
      rail: 'wave-sn',
      succeeded: true,
      steps: [
        { name: 'connection', result: 'succeeded', message: 'https://api.wave.com answers.' },
        {
          name: 'token',
          result: 'not_supported',
          message: 'The credentials are sent with each request, without a token.',
        },
        { name: 'balance', result: 'succeeded', message: '1250000 XOF (minor units)' },
        { name: 'lookup', result: 'succeeded', message: '+221701234567: account unknown, can receive unknown.' },
        { name: 'question', result: 'succeeded', message: 'The provider answers questions about payments.' },
      ],
    },
  },
  removeRail: { request: { reason: 'The contract has ended' }, answer: paused },
} satisfies Partial<Record<keyof typeof routes, object>>;
