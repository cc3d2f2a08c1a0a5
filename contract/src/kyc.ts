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
    content_type: OneOf(documentContentTypes, { description: 'The type, detected from the content.' }),
    size: Type.Integer({ description: 'Bytes.' }),
    sha256: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'The hash of the bytes, to compare with the file that you sent.',
    }),
  },
  { title: 'KYC document' },
);
export type KycDocument = Static<typeof KycDocument>;

const Name = Type.String({
  text: 'name',
  minLength: 1,
  maxLength: 200,
  description: 'The name as the document spells it. It must contain a letter.',
});
const BirthDate = Type.String({ format: 'date', description: 'RFC 3339 full-date: `1990-04-23`.' });
const DocumentNumber = Type.String({
  text: 'identifier',
  minLength: 3,
  maxLength: 64,
  description: 'The number of the document. It must contain at least 3 letters or digits.',
});
const identity = { name: Name, date_of_birth: BirthDate, document_number: DocumentNumber };

const submission = {
  ...common('kyc', 'kyc_submission'),
  ...changing,
  user: Id('usr'),
  status: OneOf(submissionStatuses, {
    description: '`superseded`: another submission came before this one was decided.',
  }),
  document_type: OneOf(identityDocuments),
  documents: Type.Array(Id('doc'), { description: 'The documents in the order in which they were sent.' }),
  reason: Nullable(Type.String({ description: 'The reason for a rejection, for the customer to read.' })),
  decided_at: Nullable(Timestamp),
};

export const KycSubmission = Closed({ ...submission, ...identity }, { title: 'KYC submission' });
export type KycSubmission = Static<typeof KycSubmission>;

const review = {
  ...submission,
  kyc: OneOf(kycStatuses, { description: "The customer's status now." }),
  phone: Type.String({ description: "The customer's phone, in E.164 form." }),
  tier: Nullable(Type.Integer({ description: '1 or 2: the approved tier.' })),
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
    'The body is the file itself: PNG, JPEG or PDF of at most 5 MiB, detected from its content. Upload one file at a time, so that a phone on a bad network repeats one image and not all. A document that is in no submission within a day is deleted; ten documents may wait at once.',
  auth: ['customer'],
  upload: { types: documentContentTypes, bodyLimit: 5 * 1024 * 1024 },
  ok: { status: 201, description: 'The document. Name it in a submission.', schema: KycDocument },
  errors: ['too_many_documents'],
});

export const listKycDocuments = route({
  id: 'listKycDocuments',
  method: 'GET',
  path: '/kyc/documents',
  tag,
  summary: 'List your documents',
  description: 'Your uploaded documents that are still stored.',
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
    'The file as it was uploaded. A customer can download their own documents. Operators can download documents that are in a submission, and each download is written to the audit log. The file is always sent as an attachment, because it comes from outside and a browser must not open it in place.',
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
  summary: 'Submit your identity for verification',
  description:
    'Your KYC status becomes `pending` and an operator decides. You cannot submit while another submission is pending. A verified customer may submit a new document, and is pending until an operator decides.',
  auth: ['customer'],
  body: Closed({
    ...identity,
    document_type: OneOf(identityDocuments),
    documents: Type.Optional(
      Type.Array(Id('doc'), { maxItems: 3, uniqueItems: true, description: 'The ids of your uploaded documents.' }),
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
    '`?status=pending&order=asc` is the queue, the longest waiting first. Names, birth dates and numbers are only in the single submission, and each read of it is written to the audit log.',
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
  description: 'The read is written to the audit log.',
  auth: ['operator'],
  roles: deciders,
  params: IdParams('kyc'),
  ok: { status: 200, description: 'The submission with its identity data.', schema: KycReview },
});

export const approveKyc = route({
  id: 'approveKyc',
  method: 'POST',
  path: '/operator/kyc/submissions/{id}/approve',
  tag: operatorTag,
  summary: 'Approve a submission',
  description: 'The customer becomes verified. Emits `kyc.updated`.',
  auth: ['operator'],
  roles: deciders,
  params: IdParams('kyc'),
  body: Closed({
    tier: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2, description: 'The tier that sets the limits. Default: 1.' }),
    ),
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
    "Emits `kyc.updated`, and `wallet.frozen` for each wallet that it freezes. An approved submission can be rejected only with `revoke`, so that when two operators decide at the same time only one decision counts. The customer's wallets stay frozen until an operator unfreezes them.",
  auth: ['operator'],
  roles: deciders,
  params: IdParams('kyc'),
  body: Closed({
    reason: Type.String({
      text: 'free',
      minLength: 1,
      maxLength: 500,
      description: 'The reason, for the customer to read. It must not repeat the document number or the date of birth.',
    }),
    revoke: Type.Optional(
      Type.Boolean({ description: "true: also revoke an approval, if this is the customer's newest submission." }),
    ),
    freeze: Type.Optional(Type.Boolean({ description: "true: freeze the customer's wallets." })),
    freeze_reason: Type.Optional(OneOf(freezeReasons, { description: 'Only with `freeze: true`. Default: `kyc`.' })),
  }),
  ok: { status: 200, description: 'The rejected submission.', schema: KycReview },
  errors: ['kyc_transition_not_allowed'],
});

export const kycRoutes = {
  createKycDocument,
  listKycDocuments,
  getKycDocument,
  createKycSubmission,
  listKycSubmissions,
  getKycSubmission,
  listKycReviews,
  getKycReview,
  approveKyc,
  rejectKyc,
};
