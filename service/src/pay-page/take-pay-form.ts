import type { FastifyRequest } from 'fastify';
import type { AttemptInput, AttemptResult, HostedPage, SessionPage } from '../checkout/page.ts';
import { maskPhone } from '../checkout/read-page.ts';
import { toE164 } from '../core/phone.ts';
import { formOf } from '../pages/scope.ts';
import { readTotal, totalField } from './charges.ts';
import type { Frame } from './frame.ts';
import { type FormProblem, nothingTyped } from './pay-form.ts';
import { attemptProblem } from './problems.ts';
import type { PageNotice, Shown } from './session-page.ts';

export type FormDeps = {
  readonly read: (address: string, phone: string | null) => Promise<HostedPage>;
  readonly attempt: (input: AttemptInput) => Promise<AttemptResult>;
};

export type FormAnswer =
  /** 303 to the page, which shows what happened. */
  | { readonly notice: PageNotice | null }
  | { readonly page: SessionPage; readonly shown: Shown; readonly status: number; readonly retryAfterS?: number | null }
  | { readonly gone: true };

/** Begins an attempt for a payer who submits the form, or shows the methods of the typed phone. */
export async function takePayForm(
  request: FastifyRequest,
  token: string,
  frame: Frame,
  deps: FormDeps,
): Promise<FormAnswer> {
  const form = formOf(request.body);
  // Only the wallet's own form reaches the wallet, because it asks for the password before a payment begins.
  const method = form.get('method') === 'wallet' ? '' : (form.get('method') ?? '');
  const typed = { ...nothingTyped, phone: form.get('phone')?.trim() ?? '', method };
  const phone = readTypedPhone(typed.phone);
  const page = await deps.read(token, phone);
  if (page?.kind !== 'session') return { gone: true };
  const refuse = (problem: FormProblem, status = 422, retryAfterS: number | null = null) => ({
    ...{ page, status, retryAfterS },
    shown: { typed, problem, narrowed: phone !== null },
  });
  const isKnown = typed.phone === '' && page.maskedPhone !== null;
  if (page.state === 'ready' && phone === null && !isKnown)
    return refuse({ text: frame.words('phoneInvalid'), field: 'phone' });
  if (form.get('step') === 'methods') return { page, status: 200, shown: { typed, narrowed: true } };
  if (page.state === 'ready' && method === '') return refuse({ text: frame.words('methodMissing'), field: 'method' });
  const result = await deps.attempt({
    ...{ token, phone: phone ?? (typed.phone || null), method },
    code: form.get('code')?.trim() || null,
    attempt: readAttempt(form.get('attempt')),
    total: readTotal(form.get(totalField(method))),
    requestId: request.id,
    span: request.span,
    address: request.ip,
  });
  if (result.outcome === 'started') return { notice: null };
  if (result.reason === 'not_found') return { gone: true };
  const problem = attemptProblem(result, page.merchant.name, frame);
  if (!problem) return { notice: noticeOf(await deps.read(token, null), phone, page) };
  if (result.reason === 'total_changed') {
    const now = await deps.read(token, phone);
    return now?.kind === 'session' ? { ...refuse(problem), page: now } : { gone: true };
  }
  return refuse(problem, result.reason === 'too_many_prompts' ? 429 : 422, result.retryAfterSeconds);
}

/** A phone as people type it. Without a country code it would be somebody else's number in another country. */
export const readTypedPhone = (typed: string): string | null => toE164(typed.trim().replace(/^00(?=[1-9])/, '+'));

export const readAttempt = (text: string | null): number => (/^\d{1,4}$/.test(text ?? '') ? Number(text) : 0);

/** Whether the payment that is under way, or has succeeded, is this payer's own. */
export function noticeOf(after: HostedPage, phone: string | null, before: SessionPage): PageNotice | null {
  if (after?.kind !== 'session' || !after.payment) return null;
  if (after.state !== 'waiting' && after.state !== 'completed') return null;
  const own = phone === null ? before.maskedPhone : maskPhone(phone);
  return after.payment.maskedPhone === own ? 'sent' : 'other';
}
