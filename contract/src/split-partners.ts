import Type, { type Static } from 'typebox';
import { Closed, changing, Id, IdParams, ListOf, ListQuery, Money, Nullable, OneOf, Timestamp } from './fields.ts';
import { moneyChanges, moneyReads } from './member-rights.ts';
import { getSplitPartnerReport } from './partner-report.ts';
import { integrationCallers, route, walletHolders } from './route.ts';

export const partnerStatuses = ['requested', 'accepted', 'refused', 'revoked'] as const;
export type PartnerStatus = (typeof partnerStatuses)[number];

/** The longest reserve, in days. */
export const MOST_RESERVE_DAYS = 365;

export const Reserve = Closed({
  basis_points: Type.Integer({
    ...{ minimum: 1, maximum: 10_000 },
    description: 'The part of each share, in hundredths of a percent, rounded down to the minor unit.',
  }),
  days: Type.Integer({
    ...{ minimum: 1, maximum: MOST_RESERVE_DAYS },
    description: 'Whole days. The part is released at the first midnight (UTC) after them.',
  }),
});
export type Reserve = Static<typeof Reserve>;

/** A wallet of somebody else that may receive shares of an integration's payments. */
export const SplitPartner = Closed(
  {
    id: Id('spp'),
    object: Type.Literal('split_partner'),
    livemode: Type.Boolean({ description: 'false in the test world.' }),
    created_at: Timestamp,
    ...changing,
    wallet: Id('wal', 'The wallet that receives the shares.'),
    currency: Type.String({ description: 'The currency of the wallet.' }),
    status: OneOf(partnerStatuses, {
      description:
        'Only an `accepted` wallet can be in the `split` of a new payment. Its owner changes the status: from `requested` to `accepted` or `refused`, from `accepted` to `revoked`, and back to `accepted`.',
    }),
    marketplace: Closed(
      { merchant: Type.String(), integration: Type.String() },
      { description: 'The names of the merchant and the integration that pay the shares.' },
    ),
    debt: Type.Unsafe<bigint>({
      ...Money,
      description:
        'The debt of the wallet to the marketplace, for shares that refunds took back when it was empty. Its next shares pay this first.',
    }),
    reserve: Nullable({
      ...Reserve,
      description: 'The part of each share that stays held in the wallet for some days, so that refunds find it there.',
    } as typeof Reserve),
    proposed_reserve: Nullable({
      ...Reserve,
      description: 'A stricter reserve that the marketplace proposes. It applies once the owner accepts it.',
    } as typeof Reserve),
    reserved: Type.Unsafe<bigint>({
      ...Money,
      description: "The part of the wallet's held money that is its reserve for this marketplace.",
    }),
    decided_at: Nullable({ ...Timestamp, description: 'When the owner decided last.' } as typeof Timestamp),
  },
  { title: 'Split partner' },
);
export type SplitPartner = Static<typeof SplitPartner>;

const tag = 'Split partners';
const owner = { tag, auth: walletHolders, integration: 'optional' } as const;

export const requestSplitPartner = route({
  id: 'requestSplitPartner',
  method: 'POST',
  path: '/split_partners',
  summary: 'Ask the owner of a wallet to accept shares',
  description:
    'The owner accepts once, and `split` of your payments can then name the wallet. A second request for the same wallet answers with the first. Your own wallets need no acceptance.\n\nWith `reserve`, a part of each share stays held in the wallet for some days. Refunds take it when the wallet has nothing else. A stricter reserve than the present one is a proposal until the owner accepts it. A milder one, or `null` for none, applies to the next shares at once. Without `reserve` it stays as it is.',
  tag,
  auth: integrationCallers,
  integration: 'required',
  scope: 'wallets:write',
  members: moneyChanges,
  body: Closed({
    wallet: Id('wal', 'A wallet of another merchant, or of a customer.'),
    reserve: Type.Optional(Nullable(Reserve)),
  }),
  ok: { status: 201, description: 'The owner can accept now, or has decided already.', schema: SplitPartner },
  errors: ['recipient_not_found'],
});

export const listSplitPartners = route({
  id: 'listSplitPartners',
  method: 'GET',
  path: '/split_partners',
  summary: 'List split partners',
  ...owner,
  scope: 'wallets:read',
  members: moneyReads,
  query: ListQuery('spp', {
    as: Type.Optional(
      OneOf(['marketplace', 'owner'], {
        description:
          '`marketplace`: the wallets that you asked. `owner`: your own wallets that others asked. Default: `marketplace` with an integration, otherwise `owner`.',
      }),
    ),
    status: Type.Optional(OneOf(partnerStatuses)),
    wallet: Type.Optional(Id('wal')),
  }),
  ok: { status: 200, description: 'A page of split partners.', schema: ListOf(SplitPartner) },
});

export const getSplitPartner = route({
  id: 'getSplitPartner',
  method: 'GET',
  path: '/split_partners/{id}',
  summary: 'Read one split partner',
  description: 'The marketplace and the owner of the wallet can read it.',
  ...owner,
  scope: 'wallets:read',
  members: moneyReads,
  params: IdParams('spp'),
  ok: { status: 200, description: 'The split partner.', schema: SplitPartner },
});

export const acceptSplitPartner = route({
  id: 'acceptSplitPartner',
  method: 'POST',
  path: '/split_partners/{id}/accept',
  summary: 'Accept shares of a marketplace',
  description:
    'The owner of the wallet accepts. Refunds then take shares back out of the wallet, and what it lacks becomes its debt to the marketplace. If the marketplace proposes a reserve, name the same in `reserve`: so you accept nothing that changed meanwhile.',
  ...owner,
  scope: 'wallets:write',
  members: moneyChanges,
  params: IdParams('spp'),
  body: Closed({
    reserve: Type.Optional(
      Nullable({
        ...Reserve,
        description: 'Equal to `proposed_reserve`. Required if that is not null.',
      } as typeof Reserve),
    ),
  }),
  ok: { status: 200, description: 'The marketplace can pay shares to the wallet.', schema: SplitPartner },
});

export const declineSplitPartner = route({
  id: 'declineSplitPartner',
  method: 'POST',
  path: '/split_partners/{id}/decline',
  summary: 'Refuse shares of a marketplace, or stop accepting them',
  description:
    'The owner of the wallet refuses a request, or revokes an earlier acceptance. Payments that were created before keep their shares, and the reserve keeps its days. To refuse only a stricter reserve, do nothing.',
  ...owner,
  scope: 'wallets:write',
  members: moneyChanges,
  params: IdParams('spp'),
  ok: { status: 200, description: 'New payments cannot name the wallet.', schema: SplitPartner },
});

export const splitPartnerRoutes = {
  requestSplitPartner,
  listSplitPartners,
  getSplitPartner,
  getSplitPartnerReport,
  acceptSplitPartner,
  declineSplitPartner,
};
