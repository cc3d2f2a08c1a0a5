import { peopleIds } from './examples-people.ts';
import type { routes } from './routes.ts';

/** Samples of the KYC routes. `examples.ts` combines them with the others. */

export const kycIds = {
  doc: 'doc_01kf0r2v7cfgk9x4m8t3hn6bqw',
  kyc: 'kyc_01kf0r3e5sez2v7d9w4mb8k6tc',
} as const;

const user = 'usr_01kf0q2mwee9xvjrc4kdh2n8sa';
const createdAt = '2026-01-15T09:30:00.000Z';
const decidedAt = '2026-01-15T11:02:41.000Z';

const document = {
  id: kycIds.doc,
  object: 'kyc_document',
  livemode: false,
  created_at: createdAt,
  metadata: {},
  content_type: 'image/jpeg',
  size: 482_113,
  sha256: '9f2b5c0f3d4e8a71b6c2d9e0f1a3b5c7d8e9f0a1b2c3d4e5f60718293a4b5c6d',
};

const identity = { name: 'Awa Diop', date_of_birth: '1990-04-23', document_number: 'A01234567' };
const common = {
  id: kycIds.kyc,
  object: 'kyc_submission',
  livemode: false,
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
  metadata: {},
  user,
  status: 'pending',
  document_type: 'passport',
  documents: [kycIds.doc],
  reason: null,
  decided_at: null,
};
const submission = { ...common, ...identity };
const queued = { ...common, kyc: 'pending', phone: '+221771234567', tier: null, decided_by: null };
const review = { ...queued, ...identity };
const decided = { ...review, updated_at: decidedAt, version: 2, decided_at: decidedAt, decided_by: peopleIds.opr };
const reason = 'The photograph cannot be read. Please send it again.';

type Example = { request?: object; answer?: object };

export const kycExamples = {
  createKycDocument: { answer: document },
  listKycDocuments: {
    answer: { object: 'list', data: [document], has_more: false, url: '/api/v1/kyc/documents' },
  },
  getKycDocument: {},
  createKycSubmission: {
    request: { ...identity, document_type: 'passport', documents: [kycIds.doc] },
    answer: submission,
  },
  listKycSubmissions: {
    answer: { object: 'list', data: [submission], has_more: false, url: '/api/v1/kyc/submissions' },
  },
  getKycSubmission: { answer: submission },
  listKycReviews: {
    answer: { object: 'list', data: [queued], has_more: false, url: '/api/v1/operator/kyc/submissions' },
  },
  getKycReview: { answer: review },
  approveKyc: { request: { tier: 1 }, answer: { ...decided, status: 'approved', kyc: 'verified', tier: 1 } },
  rejectKyc: {
    request: { reason, freeze: false },
    answer: { ...decided, status: 'rejected', kyc: 'rejected', reason },
  },
} satisfies { [K in keyof typeof routes]?: Example };
