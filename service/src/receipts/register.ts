import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { DocumentKeys } from '../closes/document-keys.ts';
import type { Database } from '../db/database.ts';
import { sendFile } from '../http/files.ts';
import { createWorkTurns, type WorkTurns } from '../http/work-turns.ts';
import { Refusal } from '../kernel/refusal.ts';
import { makeQr } from '../pages/qr.ts';
import { formOf, pageScope } from '../pages/scope.ts';
import { languageOfRequest, sendNoPage, sendPage, sendUnavailable } from '../pages/send.ts';
import { type Facts, loadFacts } from './facts.ts';
import { receiptPage, verifyPage } from './page.ts';
import { signStatement, statementOf, verifyStatement } from './statement.ts';
import { findStopped, type Stopped, setStopped } from './stops.ts';
import { findByToken, findUnrevoked, type ReceiptRow } from './store.ts';
import { hashReceiptToken } from './token.ts';
import { writeReceiptPdf } from './write-receipt-pdf.ts';

export type ReceiptPages = {
  readonly db: Database;
  readonly keys: DocumentKeys;
  readonly log: Logger;
  /** The public URL of the service, and its path. */
  readonly base: string;
  readonly path: string;
  readonly exponentOf: (currency: string) => number;
  readonly pdfTurns: WorkTurns<'pdf'>;
};

/**
 * Receipts that one process draws as PDFs at once. Anybody who has the address may ask for them without end, and each
 * takes tens of milliseconds of the processor.
 */
export const createPdfTurns = (): WorkTurns<'pdf'> =>
  createWorkTurns({
    ...{ atOnce: 2, waitMs: 2_000, mostWaiting: 16 },
    refusal: () => new Refusal('service_unavailable'),
  });

type Found = { readonly receipt: ReceiptRow; readonly facts: Facts };

/** Anybody who has the address may read a receipt. The pages set no cookie, and a GET changes nothing. */
export function registerReceipts(app: FastifyInstance, pages: ReceiptPages): void {
  pageScope(app, pages.log, (scope) => {
    scope.get('/r/verify', (request, reply) => verify(pages, request, reply));
    scope.get<{ Params: { file: string } }>('/r/:file', (request, reply) => {
      const { file } = request.params;
      if (!file.endsWith('.pdf')) return sendReceipt(pages, file, request, reply);
      return sendPdf(pages, file.slice(0, -'.pdf'.length), request, reply);
    });
    scope.post<{ Params: { token: string } }>('/r/:token/messages', (request, reply) =>
      setMessages(pages, request.params.token, request, reply),
    );
  });
}

/** Every token is looked up by its hash, whatever it looks like, so the answers for wrong ones take the same time. */
async function find({ db }: ReceiptPages, token: string): Promise<Found | undefined> {
  const receipt = await findByToken(db, hashReceiptToken(token));
  const facts = receipt && (await loadFacts(db, receipt));
  return facts && { receipt, facts };
}

async function signed({ keys, path }: ReceiptPages, facts: Facts) {
  const code = await signStatement(keys, statementOf(facts));
  return `${path}/r/verify?code=${code}`;
}

/** The public URL without the path, which the page's own addresses contain. */
const originOf = ({ base, path }: ReceiptPages) => base.slice(0, base.length - path.length);

async function sendReceipt(pages: ReceiptPages, token: string, request: FastifyRequest, reply: FastifyReply) {
  const found = await find(pages, token);
  if (!found) return sendNoPage(request, reply);
  const { facts } = found;
  const verifyPath = await signed(pages, facts);
  const qr = await makeQr(originOf(pages) + verifyPath, 'L');
  const stopped = await readStopped(pages, facts);
  const language = languageOfRequest(request);
  return sendPage(request, reply, receiptPage({ facts, token, verifyPath, qr, stopped }, language, pages));
}

async function sendPdf(pages: ReceiptPages, token: string, request: FastifyRequest, reply: FastifyReply) {
  const found = await find(pages, token);
  if (!found) return sendNoPage(request, reply);
  const { facts } = found;
  try {
    const bytes = await pages.pdfTurns.during('pdf', () => drawPdf(pages, facts, request));
    return sendFile(reply, { name: `${facts.receipt.id}.pdf`, type: 'application/pdf', bytes });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sendUnavailable(request, reply, 5);
  }
}

async function drawPdf(pages: ReceiptPages, facts: Facts, request: FastifyRequest): Promise<Buffer> {
  const verifyUrl = originOf(pages) + (await signed(pages, facts));
  const language = languageOfRequest(request);
  const exponent = pages.exponentOf(facts.currency);
  return writeReceiptPdf({ facts, language, exponent, verifyUrl, qr: await makeQr(verifyUrl, 'L') });
}

const stopOf = ({ party, receipt, merchant }: Facts) => ({
  ...{ recipient: party, livemode: receipt.livemode, merchant: merchant.id },
});

/** Only a phone gets messages. */
async function readStopped({ db }: ReceiptPages, facts: Facts): Promise<Stopped | 'none' | null> {
  if (!facts.party.startsWith('+')) return null;
  return (await findStopped(db, stopOf(facts), [facts.party])).get(facts.party) ?? 'none';
}

async function setMessages(pages: ReceiptPages, token: string, request: FastifyRequest, reply: FastifyReply) {
  const found = await find(pages, token);
  if (!found) return sendNoPage(request, reply);
  const wish = formOf(request.body).get('messages');
  if (found.facts.party.startsWith('+') && (wish === 'stop' || wish === 'start')) {
    await setStopped(pages.db, stopOf(found.facts), wish === 'stop');
  }
  const language = languageOfRequest(request);
  return reply.header('Cache-Control', 'no-store').redirect(`${pages.path}/r/${token}?lang=${language}`, 303);
}

/** People paste the whole link, with line breaks that a messenger put in. */
function codeOf(request: FastifyRequest): string | null {
  const { code } = request.query as { code?: unknown };
  if (typeof code !== 'string') return null;
  const plain = code.replace(/\s+/g, '');
  return /[?&]code=([^&#]*)/.exec(plain)?.[1] ?? plain;
}

async function verify(pages: ReceiptPages, request: FastifyRequest, reply: FastifyReply) {
  const code = codeOf(request);
  const language = languageOfRequest(request);
  const statement = code === null ? null : await verifyStatement(pages.keys, code);
  const receipt = statement && (await findUnrevoked(pages.db, statement.receipt));
  const facts = receipt && (await loadFacts(pages.db, receipt));
  const verdict = facts
    ? {
        ...{ code, statement, timeZone: facts.merchant.timeZone },
        stateNow: facts.state === statement.state ? null : facts.state,
        refunds: facts.refunds,
      }
    : { code, statement: null, timeZone: 'UTC', stateNow: null, refunds: [] };
  return sendPage(request, reply, verifyPage(verdict, language, pages));
}
