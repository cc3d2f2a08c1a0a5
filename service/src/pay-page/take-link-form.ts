import type { FastifyRequest } from 'fastify';
import type { LinkPage, OpenInput, OpenResult } from '../checkout/page.ts';
import { readTypedAmount } from '../core/typed-amount.ts';
import { formOf } from '../pages/scope.ts';
import type { Frame } from './frame.ts';
import { type LinkProblem, type LinkTyped, renderLinkPage } from './link-page.ts';
import { openProblem } from './problems.ts';

export type LinkFormDeps = {
  readonly open: (input: OpenInput) => Promise<OpenResult>;
  readonly exponentOf: (currency: string) => number;
};

export type LinkAnswer =
  /** The address of the session's page. */
  { readonly to: string } | { readonly page: string; readonly status: number } | { readonly gone: true };

const statuses: Readonly<Record<string, number>> = { too_many_sessions: 429, busy: 503 };

/** Opens a session for a payer who submits the form of a link. */
export async function takeLinkForm(
  request: FastifyRequest,
  link: LinkPage,
  frame: Frame,
  { open, exponentOf }: LinkFormDeps,
): Promise<LinkAnswer> {
  const form = formOf(request.body);
  const field = (name: string) => (form.get(name) ?? '').trim();
  const typed: LinkTyped = {
    amount: field('amount'),
    quantity: field('quantity'),
    name: field('name'),
    note: field('note'),
  };
  const refuse = (problem: LinkProblem | null, status: number) => ({
    page: renderLinkPage(link, frame, typed, problem),
    status,
  });
  const refuseField = (wrong: 'amount' | 'quantity') =>
    refuse(openProblem({ outcome: 'refused', reason: 'invalid', field: wrong }, link, frame), 422);
  const amount = link.amount === null ? readTypedAmount(typed.amount, exponentOf(link.currency)) : null;
  if (link.state === 'open' && link.amount === null && amount === null) return refuseField('amount');
  const quantity = typed.quantity === '' ? 1 : Number(typed.quantity);
  if (!Number.isSafeInteger(quantity) || quantity < 1) return refuseField('quantity');
  const result = await open({
    ...{ code: link.code, amount, quantity },
    name: link.ask.name === 'no' ? null : typed.name || null,
    note: link.ask.note === 'no' ? null : typed.note || null,
    locale: frame.chosen === '' ? null : frame.language,
    requestId: request.id,
    span: request.span,
    address: request.ip,
  });
  if (result.outcome === 'opened') return { to: result.token };
  if (result.reason === 'not_found') return { gone: true };
  const problem = openProblem(result, link, frame);
  if (problem) return refuse(problem, statuses[result.reason] ?? 422);
  const state = result.reason as Exclude<LinkPage['state'], 'open'>;
  return { page: renderLinkPage({ ...link, state }, frame, typed, null), status: 409 };
}
