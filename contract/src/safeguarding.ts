import Type, { type Static } from 'typebox';
import { Slug } from './approvals.ts';
import { Closed, Day, Id, Money, OneOf, Timestamp } from './fields.ts';
import { rights } from './operators.ts';
import { route } from './route.ts';

const tag = 'Daily close';
const amount = (description: string) => Type.Unsafe<bigint>({ ...Money, description });
const day = Type.String({ ...Day, description: 'A day on the calendars of the rails.' });

export const safeguardingFiles = ['report.pdf', 'report.pdf.jws', 'report.csv', 'report.csv.jws'] as const;

export const Safeguarding = Closed(
  {
    livemode: Type.Boolean(),
    currency: Type.String(),
    day: Type.String(Day),
    cut_at: Type.String({ ...Timestamp, description: 'The latest end of the day among the rails.' }),
    owed: amount('The balances of all customers and merchants.'),
    suspended: amount('Money in suspense, whose owner is not known.'),
    holdings: amount('The closing balances at providers and in the bank.'),
    gap: amount('`owed` above `holdings`. Zero: the money is covered.'),
    rails: Type.Array(Closed({ rail: Slug, close: Id('cls'), holdings: amount('Its closing balance.') })),
  },
  { title: 'Safeguarding', description: 'Money owed and money held in one currency at the end of a day.' },
);
export type Safeguarding = Static<typeof Safeguarding>;

export const getSafeguarding = route({
  id: 'getSafeguarding',
  method: 'GET',
  path: '/operator/safeguarding',
  tag,
  summary: 'Compare the money owed with the money held',
  description:
    'A currency is compared when each of its reconciled rails is closed and reviewed for the day. A gap opens a case (`safeguarding_gap`).',
  auth: ['operator'],
  roles: rights.ledger,
  query: Closed({ day }),
  ok: {
    status: 200,
    description: 'The day.',
    schema: Closed({
      object: Type.Literal('safeguarding'),
      day: Type.String(Day),
      data: Type.Array(Safeguarding),
      waiting: Type.Array(Closed({ rail: Slug, livemode: Type.Boolean(), currency: Type.String() }), {
        description: 'The rails whose close or review lacks.',
      }),
      seals: Type.Array(
        Closed({
          livemode: Type.Boolean(),
          number: Type.Integer(),
          hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
          sealed_at: Timestamp,
        }),
        {
          description:
            'The head of the sealed ledger that the reports of the day carry, by mode. It is kept when the day has every currency and the seal covers it.',
        },
      ),
    }),
  },
});

export const getSafeguardingFile = route({
  id: 'getSafeguardingFile',
  method: 'GET',
  path: '/operator/safeguarding/files/{file}',
  tag,
  summary: 'Download the safeguarding report of a day',
  description:
    "Built from closed and reviewed days only. It carries the head of the ledger's seal. A detached JWS signs each file, as with closes.",
  auth: ['operator'],
  roles: rights.ledger,
  params: Closed({ file: OneOf(safeguardingFiles) }),
  query: Closed({ day, mode: Type.Optional(OneOf(['live', 'test'], { description: 'Default: live.' })) }),
  ok: { status: 200, description: 'The file.', download: ['application/pdf', 'text/csv', 'application/jose'] },
  errors: ['close_not_ready'],
});

export const safeguardingRoutes = { getSafeguarding, getSafeguardingFile };
