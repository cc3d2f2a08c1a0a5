import { routes } from '../../../contract/src/routes.ts';
import type { Handlers } from '../http/handler.ts';
import { unlessAnswered } from '../idempotency/store.ts';
import type { Command } from '../kernel/command.ts';
import { type DataKey, hmacUnder } from '../kernel/data-key.ts';
import { type Cover, type Mount, withDeps } from '../kernel/operation.ts';
import { openSecret, sealSecret } from '../kernel/seal.ts';
import { decideSubmissions } from './decide.ts';
import { downloadDocument } from './download.ts';
import type { Kyc } from './kyc.ts';
import { listOwnDocuments, listOwnSubmissions, listReviews, readOwnSubmission, readReview } from './read.ts';
import { submitIdentities } from './submit.ts';
import { keepDocuments, storeDocument } from './upload.ts';

type KycRoutes =
  | 'createKycDocument'
  | 'listKycDocuments'
  | 'getKycDocument'
  | 'createKycSubmission'
  | 'listKycSubmissions'
  | 'getKycSubmission'
  | 'listKycReviews'
  | 'getKycReview'
  | 'approveKyc'
  | 'rejectKyc';

function keyed({ idempotency }: Command<unknown>, subjectKey: DataKey): Command<unknown>['idempotency'] {
  if (!idempotency) return null;
  const fingerprint = hmacUnder(subjectKey).update(idempotency.fingerprint).digest();
  return { ...idempotency, fingerprint };
}

/** The routes of KYC, for customers and operators. */
export function createKycHandlers(kyc: Kyc, idempotent: Mount): Pick<Handlers, KycRoutes> {
  const { db, key, subjectKey } = kyc;
  // Answers contain a customer's identity, so they are stored sealed.
  const cover: Cover = {
    seal: (body) => sealSecret(body, key).toString('base64'),
    open: (stored) => openSecret(Buffer.from(stored, 'base64'), key),
  };
  const keepDocument = idempotent(routes.createKycDocument, keepDocuments);
  const submit = idempotent(routes.createKycSubmission, withDeps(submitIdentities, key), { cover });
  return {
    createKycDocument: async (command) => {
      const stored = (await unlessAnswered(db, command, () => storeDocument(kyc, command))) ?? '';
      return keepDocument({ ...command, input: { stored } });
    },
    listKycDocuments: (caller, query, url) => listOwnDocuments(db, caller, query, url),
    getKycDocument: (caller, query, _url, asked) => downloadDocument(kyc, caller, query, asked),
    createKycSubmission: (command) => submit({ ...command, idempotency: keyed(command, subjectKey) }),
    listKycSubmissions: (caller, query, url) => listOwnSubmissions(db, caller, query, url, key),
    getKycSubmission: (caller, query) => readOwnSubmission(db, caller, query, key),
    listKycReviews: (_caller, query, url) => listReviews(db, query, url),
    getKycReview: (caller, query, _url, asked) => readReview(db, caller, query, asked, key),
    approveKyc: idempotent(routes.approveKyc, withDeps(decideSubmissions, 'approved', key), { cover }),
    rejectKyc: idempotent(routes.rejectKyc, withDeps(decideSubmissions, 'rejected', key), { cover }),
  };
}
