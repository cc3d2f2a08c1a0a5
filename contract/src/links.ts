import Type, { type Static } from 'typebox';
import { BranchOf, OwnBranch } from './branches.ts';
import { checkoutRoutes, PageLocale, PageRails, ReturnSuccess } from './checkout.ts';
import { newPageBearer, pageBearer } from './fee-bearer.ts';
import {
  Amount,
  Closed,
  Currency,
  changing,
  common,
  Description,
  Id,
  IdParams,
  KeptMetadata,
  ListOf,
  ListQuery,
  Metadata,
  Money,
  Nullable,
  OneOf,
  Timestamp,
} from './fields.ts';
import { everyMember, moneyChanges } from './member-rights.ts';
import { qrRoutes } from './qr-codes.ts';
import { integrationCallers, route } from './route.ts';
import { tillRoutes } from './tills.ts';

const tag = 'Payment links';

/** Why a link takes no payment now; `open` if it does. */
export const linkStates = ['open', 'inactive', 'expired', 'used', 'sold_out'] as const;
export type LinkState = (typeof linkStates)[number];
export const linkUses = ['many', 'once'] as const;
export const questions = ['no', 'optional', 'required'] as const;
export type Question = (typeof questions)[number];

export const MAX_QUANTITY = 100;
export const MAX_STOCK = 1_000_000;

const Ask = Closed(
  { name: OneOf(questions), note: OneOf(questions) },
  { description: 'Whether the page asks the payer for a name and a note.' },
);
const Name = Type.String({ text: 'line', minLength: 1, maxLength: 60, description: 'The heading of the page.' });
const minor = (description: string) => Nullable(Type.Unsafe<bigint>({ ...Money, description }));

export const PaymentLink = Closed(
  {
    ...common('lnk', 'payment_link'),
    ...changing,
    url: Type.String({ description: 'The short address to share. Anybody with it can pay.' }),
    state: OneOf(linkStates, {
      description:
        '`open`: it takes payments. `used`: it is for one use, and that payment has begun or succeeded. `sold_out`: the stock is sold or reserved.',
    }),
    active: Type.Boolean(),
    name: Nullable(Type.String({ description: 'The heading of the page.' })),
    description: Nullable(Type.String()),
    amount: minor('The price of one unit. Null: the payer enters the amount.'),
    min_amount: minor('The least that the payer may enter.'),
    max_amount: minor('The most that the payer may enter.'),
    currency: Type.String(),
    branch: BranchOf('The branch that its sessions and payments take.'),
    fee_bearer: pageBearer,
    max_quantity: Type.Integer({ description: 'The most units that one payer may buy at a time.' }),
    use: OneOf(linkUses),
    stock: Nullable(Type.Integer({ description: 'The units that it sells in all. Null: without a limit.' })),
    held: Type.Integer({ description: 'Units in unfinished payments, which the next payer cannot buy.' }),
    sold: Type.Integer({ description: 'Units in succeeded payments.' }),
    ask: Ask,
    success_url: Nullable(Type.String()),
    rails: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
    locale: Nullable(PageLocale),
    expires_at: Nullable(Timestamp),
    metadata: KeptMetadata,
  },
  { title: 'Payment link' },
);
export type PaymentLink = Static<typeof PaymentLink>;

const texts = {
  name: Type.Optional(Nullable(Name)),
  description: Type.Optional(Nullable(Description)),
  metadata: Type.Optional(Metadata),
  branch: OwnBranch('The branch that its next sessions and their payments take.'),
};

export const createLink = route({
  id: 'createLink',
  method: 'POST',
  path: '/links',
  tag,
  summary: 'Create a payment link',
  description:
    'A short address to share or to print. Each payer who submits its page gets a checkout session of their own; opening the address changes nothing.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
  scope: 'checkout:write',
  body: Closed({
    amount: Type.Optional(
      Nullable({
        ...Amount,
        description: 'The price of one unit in minor units. Without it the payer enters the amount.',
      }),
    ),
    min_amount: Type.Optional(
      Nullable({ ...Amount, description: 'The least that the payer may enter; only without `amount`.' }),
    ),
    max_amount: Type.Optional(
      Nullable({ ...Amount, description: 'The most that the payer may enter; only without `amount`.' }),
    ),
    currency: Currency,
    ...texts,
    fee_bearer: newPageBearer(' The sales of a till take it from its link.'),
    max_quantity: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_QUANTITY, description: 'Default: 1. More needs an `amount`.' }),
    ),
    use: Type.Optional(OneOf(linkUses, { description: '`once`: one payment succeeds. Default: `many`.' })),
    stock: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_STOCK }))),
    ask: Type.Optional(
      Closed(
        { name: Type.Optional(OneOf(questions)), note: Type.Optional(OneOf(questions)) },
        { description: 'Whether the page asks the payer for a name and a note. Default: no.' },
      ),
    ),
    success_url: Type.Optional(ReturnSuccess),
    rails: Type.Optional(PageRails),
    locale: Type.Optional(PageLocale),
    expires_at: Type.Optional(
      Nullable({ ...Timestamp, description: 'No session is opened from it after this time.' } as typeof Timestamp),
    ),
  }),
  ok: { status: 201, description: 'The link is active.', schema: PaymentLink },
});

export const listLinks = route({
  id: 'listLinks',
  method: 'GET',
  path: '/links',
  tag,
  summary: 'List payment links',
  auth: integrationCallers,
  integration: 'required',
  members: everyMember,
  scope: 'checkout:read',
  query: ListQuery('lnk', { active: Type.Optional(OneOf(['true', 'false'])), branch: Type.Optional(Id('br')) }),
  ok: { status: 200, description: 'A page of links.', schema: ListOf(PaymentLink) },
});

export const getLink = route({
  id: 'getLink',
  method: 'GET',
  path: '/links/{id}',
  tag,
  summary: 'Read one payment link',
  auth: integrationCallers,
  integration: 'required',
  members: everyMember,
  scope: 'checkout:read',
  params: IdParams('lnk'),
  ok: { status: 200, description: 'The link.', schema: PaymentLink },
});

export const updateLink = route({
  id: 'updateLink',
  method: 'PATCH',
  path: '/links/{id}',
  tag,
  summary: 'Update a payment link',
  description:
    'Changes the texts, or whether it is active. Sessions that are open keep their terms. The price never changes: create another link.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
  scope: 'checkout:write',
  params: IdParams('lnk'),
  body: Closed({ active: Type.Optional(Type.Boolean()), ...texts }),
  ok: { status: 200, description: 'The link.', schema: PaymentLink },
});

/** With the routes of sessions, codes and tills. */
export const linkRoutes = { ...checkoutRoutes, createLink, listLinks, getLink, updateLink, ...qrRoutes, ...tillRoutes };
