import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './fields.ts';

/** Objects of a template of an EMVCo QR code: two digits, and printable ASCII. */
const Objects = (description: string) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    maxProperties: 20,
    propertyNames: { pattern: '^[0-9]{2}$' },
    additionalProperties: { type: 'string', minLength: 1, maxLength: 95, pattern: '^[ -~]+$' },
    description,
  });

/** The account at a scheme of QR codes that a rail collects for. */
export const SchemeAccount = Closed(
  {
    scheme: Type.String({
      minLength: 1,
      maxLength: 30,
      pattern: '^[ -~]+$',
      description: 'The name that payers know, such as `PI-SPI` or `KE-QR`. It is printed on the sheet.',
    }),
    templates: Type.Unsafe<Record<string, Record<string, string>>>({
      type: 'object',
      minProperties: 1,
      maxProperties: 10,
      propertyNames: { pattern: '^(2[6-9]|3[0-9]|4[0-9]|5[01]|8[0-9]|9[0-9])$' },
      additionalProperties: Objects('The objects. `00` is the globally unique identifier of the scheme.'),
      description:
        'The templates by their ids. 26 to 51 have the merchant account, and at least one of them is required; 80 to 99 are those of the scheme itself.',
    }),
    category: Type.String({ pattern: '^[0-9]{4}$', description: 'The merchant category code (ISO 18245), id 52.' }),
    city: Type.String({ minLength: 1, maxLength: 60, description: 'Id 60. Its first 15 plain letters are used.' }),
    postal_code: Type.Optional(
      Nullable(Type.String({ minLength: 1, maxLength: 10, pattern: '^[ -~]+$', description: 'Id 61.' })),
    ),
    additional: Type.Optional(
      Objects('Further objects of id 62, such as `11` for the channel. The service writes `05`, the reference.'),
    ),
    initiation: Type.Optional(
      Type.Boolean({ description: 'Whether the code has id 01, the point of initiation. Default: true.' }),
    ),
  },
  { title: 'Scheme account' },
);
export type SchemeAccount = Static<typeof SchemeAccount>;
