import Type, { type Static } from 'typebox';
import { Closed, changing, common, Id, IdParams, ListOf, ListQuery, Nullable, OneOf, Timestamp } from './fields.ts';
import { route } from './route.ts';
import { kycStatuses } from './users.ts';
import { freezeReasons } from './wallets.ts';

const tag = 'KYC';
const operatorTag = 'KYC decisions';
const deciders = ['compliance', 'admin'] as const;

export const documentContentTypes = ['image/png', 'image/jpeg', 'application/pdf'] as const;
export const identityDocuments = ['passport', 'national_id', 'driving_licence', 'voter_card', 'other'] as const;
export const submissionStatuses = ['pending', 'approved', 'rejected', 'superseded'] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

export const KycDocument = Closed(
  {
    ...common('doc', 'kyc_document'),
    content_type: OneOf(documentContentTypes, { description: 'By its content.' }),
    size: Type.Integer({ description: 'Bytes.' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of its bytes, to compare with what was sent.' }),
  },
  { title: 'KYC document' },
);
export type KycDocument = Static<typeof KycDocument>;

const Name = Type.String({
  text: 'name',
  minLength: 1,
  maxLength: 200,
  description: 'As the document spells it. It must have a letter.',
});
const BirthDate = Type.String({ format: 'date', description: 'RFC 3339 full-date: `1990-04-23`.' });
const DocumentNumber = Type.String({
  text: 'identifier',
  minLength: 3,
  maxLength: 64,
  description: 'It must have at least 3 letters or digits.',
});
const identity = { name: Name, date_of_birth: BirthDate, document_number: DocumentNumber };

const submission = {
  ...common('kyc', 'kyc_submission'),
  ...changing,
  user: Id('usr'),
  status: OneOf(submissionStatuses, {
    description: '`superseded`: another came before this one was decided.',
  }),
  document_type: OneOf(identityDocuments),
  documents: Type.Array(Id('doc'), { description: 'In the order in which they were sent.' }),
  reason: Nullable(Type.String({ description: 'Why it was rejected, for the customer to read.' })),
  decided_at: Nullable(Timestamp),
};

export const KycSubmission = Closed({ ...submission, ...identity }, { title: 'KYC submission' });
export type KycSubmission = Static<typeof KycSubmission>;

const review = {
  ...submission,
  kyc: OneOf(kycStatuses, { description: "The customer's status now." }),
  phone: Type.String({ description: "The customer's, in E.164 form." }),
  tier: Nullable(Type.Integer({ description: '1 or 2: what it was approved for.' })),
  decided_by: Nullable(Id('opr')),
};

export const KycQueueItem = Closed(review, { title: 'KYC queue item' });
export type KycQueueItem = Static<typeof KycQueueItem>;
export const KycReview = Closed({ ...review, ...identity }, { title: 'KYC review' });
export type KycReview = Static<typeof KycReview>;

export const createKycDocument = route({
  id: 'createKycDocument',
  method: 'POST',
  path: '/kyc/documents',
  tag,
  summary: 'Upload an image of a document',
  description:
    'The body is the file itself: PNG, JPEG or PDF of at most 5 MiB, by its content. One at a time, so that a phone on a bad network repeats one image and not all. A document that no submission names within a day is deleted; ten may wait at once.',
  auth: ['customer'],
  upload: { types: documentContentTypes, bodyLimit: 5 * 1024 * 1024 },
  ok: { status: 201, description: 'The document, to name in a submission.', schema: KycDocument },
  errors: ['too_many_documents'],
});

export const listKycDocuments = route({
  id: 'listKycDocuments',
  method: 'GET',
  path: '/kyc/documents',
  tag,
  summary: 'List your documents',
  description: 'What you uploaded and is still kept.',
  auth: ['customer'],
  query: ListQuery('doc', {}),
  ok: { status: 200, description: 'A page of documents.', schema: ListOf(KycDocument) },
});

export const getKycDocument = route({
  id: 'getKycDocument',
  method: 'GET',
  path: '/kyc/documents/{id}',
  tag,
  summary: 'Download a document',
  description:
    "The file as it was uploaded. A customer gets their own; operators what stands in a submission, and each look of theirs is written to the audit log. Always an attachment: it came from outside, so a browser shouldn't open it in place.",
  auth: ['customer', 'operator'],
  roles: deciders,
  params: IdParams('doc'),
  ok: { status: 200, description: 'The file.', download: documentContentTypes },
});

export const createKycSubmission = route({
  id: 'createKycSubmission',
  method: 'POST',
  path: '/kyc/submissions',
  tag,
  summary: 'Ask to be identified',
  description:
    'Your KYC status becomes `pending` and an operator decides. Not while another submission is pending. Who is verified may submit again, for a new document, and is pending until it is decided.',
  auth: ['customer'],
  body: Closed({
    ...identity,
    document_type: OneOf(identityDocuments),
    documents: Type.Optional(
      Type.Array(Id('doc'), { maxItems: 3, uniqueItems: true, description: 'Documents that you have uploaded.' }),
    ),
  }),
  ok: { status: 201, description: 'The submission.', schema: KycSubmission },
  errors: ['not_found', 'kyc_transition_not_allowed'],
});

export const listKycSubmissions = route({
  id: 'listKycSubmissions',
  method: 'GET',
  path: '/kyc/submissions',
  tag,
  summary: 'List your submissions',
  auth: ['customer'],
  query: ListQuery('kyc', {}),
  ok: { status: 200, description: 'A page of submissions.', schema: ListOf(KycSubmission) },
});

export const getKycSubmission = route({
  id: 'getKycSubmission',
  method: 'GET',
  path: '/kyc/submissions/{id}',
  tag,
  summary: 'Read one of your submissions',
  auth: ['customer'],
  params: IdParams('kyc'),
  ok: { status: 200, description: 'The submission.', schema: KycSubmission },
});

export const listKycReviews = route({
  id: 'listKycReviews',
  method: 'GET',
  path: '/operator/kyc/submissions',
  tag: operatorTag,
  summary: 'List the submissions of all customers',
  description:
    '`?status=pending&order=asc` is the queue, the longest waiting first. Names, birth dates and numbers are in the single submission only, where each look is written to the audit log.',
  auth: ['operator'],
  roles: deciders,
  query: ListQuery('kyc', {
    status: Type.Optional(OneOf(submissionStatuses)),
    user: Type.Optional(Id('usr')),
    mode: Type.Optional(OneOf(['live', 'test'], { description: 'Default: both.' })),
  }),
  ok: { status: 200, description: 'A page of submissions.', schema: ListOf(KycQueueItem) },
});

export const getKycReview = route({
  id: 'getKycReview',
  method: 'GET',
  path: '/operator/kyc/submissions/{id}',
  tag: operatorTag,
  summary: 'Read a submission',
  description: 'The look is written to the audit log.',
  auth: ['operator'],
  roles: deciders,
  params: IdParams('kyc'),
  ok: { status: 200, description: 'The submission with what was submitted.', schema: KycReview },
});

export const approveKyc = route({
  id: 'approveKyc',
  method: 'POST',
  path: '/operator/kyc/submissions/{id}/approve',
  tag: operatorTag,
  summary: 'Approve a submission',
  description: 'The customer is verified. Emits `kyc.updated`.',
  auth: ['operator'],
  roles: deciders,
  params: IdParams('kyc'),
  body: Closed({
    tier: Type.Optional(Type.Integer({ minimum: 1, maximum: 2, description: 'Which limits apply. Default: 1.' })),
  }),
  ok: { status: 200, description: 'The approved submission.', schema: KycReview },
  errors: ['kyc_transition_not_allowed'],
});

export const rejectKyc = route({
  id: 'rejectKyc',
  method: 'POST',
  path: '/operator/kyc/submissions/{id}/reject',
  tag: operatorTag,
  summary: 'Reject a submission',
  description:
    "Emits `kyc.updated`, and `wallet.frozen` for each wallet that this freezes. What was approved is rejected only with `revoke`, so that of two operators at once one decides. The customer's wallets stay frozen until an operator unfreezes them.",
  auth: ['operator'],
  roles: deciders,
  params: IdParams('kyc'),
  body: Closed({
    reason: Type.String({
      text: 'free',
      minLength: 1,
      maxLength: 500,
      description: 'For the customer to read. It must not repeat the number or the date of birth.',
    }),
    revoke: Type.Optional(
      Type.Boolean({ description: "Also take an approval back, where this is the customer's newest submission." }),
    ),
    freeze: Type.Optional(Type.Boolean({ description: "Freeze the customer's wallets." })),
    freeze_reason: Type.Optional(OneOf(freezeReasons, { description: 'Only with `freeze: true`. Default: `kyc`.' })),
  }),
  ok: { status: 200, description: 'The rejected submission.', schema: KycReview },
  errors: ['kyc_transition_not_allowed'],
});
