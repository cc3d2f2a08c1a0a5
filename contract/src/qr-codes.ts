import Type from 'typebox';
import { pageLanguages } from './checkout.ts';
import { Closed, IdParams, OneOf } from './fields.ts';
import { everyMember } from './member-rights.ts';
import { integrationCallers, route } from './route.ts';

/** The default is first: an SVG prints sharp at every size. */
export const qrTypes = ['image/svg+xml', 'image/png', 'application/pdf'] as const;
export type QrType = (typeof qrTypes)[number];

export const qrContents = ['url', 'emvco'] as const;
export type QrContent = (typeof qrContents)[number];

const language = Type.Optional(
  OneOf(pageLanguages, { description: 'The language of the sheet. Default: that of the page, otherwise English.' }),
);

const shape = {
  method: 'GET',
  auth: integrationCallers,
  integration: 'required',
  scope: 'checkout:read',
  ok: { status: 200, description: 'The file.', download: qrTypes, negotiated: true },
} as const;

const formats =
  'The `Accept` header chooses: `image/svg+xml` (default), `image/png`, or `application/pdf`, which is a sheet for the counter with the name, the logo, the amount, the code and the address in letters. The code contains the short address, which the camera of every phone opens.';

export const getLinkQr = route({
  ...shape,
  id: 'getLinkQr',
  path: '/links/{id}/qr',
  tag: 'Payment links',
  summary: 'Get the QR code of a payment link',
  description: formats,
  members: everyMember,
  params: IdParams('lnk'),
  query: Closed({
    language,
    content: Type.Optional(
      OneOf(qrContents, {
        description:
          '`url`: the short address. `emvco`: the payload of the scheme at which a rail of the currency has an account, for the apps of banks and wallets. The payer then pays the scheme account, outside the page. Default: `url`.',
      }),
    ),
  }),
  errors: ['qr_scheme_missing'],
});

export const getSessionQr = route({
  ...shape,
  id: 'getSessionQr',
  path: '/checkout/sessions/{id}/qr',
  tag: 'Checkout',
  summary: 'Get the QR code of a checkout session',
  description: formats,
  members: everyMember,
  params: IdParams('cs'),
  query: Closed({ language }),
});

export const qrRoutes = { getLinkQr, getSessionQr };
