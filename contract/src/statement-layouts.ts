import Type, { type Static } from 'typebox';
import { Closed, ListOf, Money, Nullable, OneOf, Timestamp } from './fields.ts';
import { rights } from './operators.ts';
import { lineKinds, lineStates } from './reconciliation.ts';
import { route } from './route.ts';
import { FileProblem, statementFileTypes } from './statement-files.ts';

const tag = 'Statements';

const word = (description: string, maxLength = 64) =>
  Type.String({ text: 'name', minLength: 1, maxLength, description });
const layoutName = '^[a-z][a-z0-9-]{1,39}$';

const column = Type.Unsafe<string | string[]>({
  anyOf: [
    { type: 'string', minLength: 1, maxLength: 100 },
    { type: 'array', items: { type: 'string', minLength: 1, maxLength: 100 }, minItems: 1, maxItems: 20 },
  ],
  description: 'The name in the header, or several of which a file has one. Case does not count.',
});
const columnNames = [
  'operation',
  'record',
  'reference',
  'kind',
  'amount',
  'credit',
  'debit',
  'fee',
  'currency',
  'time',
  'phone',
  'state',
  'balance',
] as const;
const columns = Type.Unsafe<Record<string, string | string[]>>({
  type: 'object',
  properties: { date: column, ...Object.fromEntries(columnNames.map((name) => [name, column])) },
  required: ['date'],
  additionalProperties: false,
  description: 'The columns. A layout has `amount`, or `credit` and `debit`.',
});

const textMap = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<[string, Value][]>({
    type: 'array',
    maxItems: 200,
    items: {
      type: 'array',
      minItems: 2,
      maxItems: 2,
      items: {},
      prefixItems: [
        { type: 'string', minLength: 1, maxLength: 200 },
        { type: 'string', enum: [...values] },
      ],
    },
    description,
  });

const amountRules = ['gross', 'net', 'moved', 'returned'] as const;
const amountRulesOfKinds = Type.Unsafe<[(typeof lineKinds)[number], (typeof amountRules)[number]][]>({
  type: 'array',
  maxItems: 10,
  items: {
    type: 'array',
    minItems: 2,
    maxItems: 2,
    items: {},
    prefixItems: [
      { type: 'string', enum: [...lineKinds] },
      { type: 'string', enum: [...amountRules] },
    ],
  },
  description: 'Kinds whose amounts follow another rule than `amount_is`.',
});

export const StatementLayoutBody = Closed({
  format: OneOf(['csv', 'xlsx', 'camt.053', 'mt940']),
  time_zone: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'IANA name: local times of the file, and its day.',
  }),
  encoding: Type.Optional(OneOf(['utf-8', 'windows-1252', 'iso-8859-1', 'utf-16le', 'utf-16be'])),
  delimiter: Type.Optional(OneOf([',', ';', '\t', '|'])),
  decimal: Type.Optional(OneOf(['.', ','])),
  group: Type.Optional(OneOf(['', '.', ',', ' ', "'"])),
  columns: Type.Optional(columns),
  optional: Type.Optional(
    Type.Array(OneOf(columnNames), { maxItems: 13, description: 'Columns that a file may lack.' }),
  ),
  sheet: Type.Optional(word('The sheet of a workbook. Without it, a workbook has one visible sheet.')),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'If no column has it.' })),
  date_format: Type.Optional(word('As `dd/MM/yyyy HH:mm[:ss]`.', 100)),
  sign: Type.Optional(
    OneOf(['as_given', 'negated', 'by_kind'], { description: '`as_given`: a positive amount enters the float.' }),
  ),
  debits: Type.Optional(OneOf(['positive', 'negative', 'either'])),
  amount_is: Type.Optional(
    OneOf(amountRules, {
      description:
        '`gross`: the fee leaves the float beside the amount. `net`: the amount has already lost it. `moved`: the ' +
        'amount is all that moved. `returned`: the fee comes back beside the amount.',
    }),
  ),
  amount_is_of: Type.Optional(amountRulesOfKinds),
  kinds: Type.Optional(
    textMap(lineKinds, 'Texts of the kind column. A `*` at the beginning or the end matches any text.'),
  ),
  other_kind: Type.Optional(Closed({ in: OneOf(lineKinds), out: OneOf(lineKinds) })),
  states: Type.Optional(textMap(lineStates, 'Texts of the state column. A text that is missing is a problem.')),
  order: Type.Optional(OneOf(['oldest_first', 'newest_first'])),
  skip: Type.Optional(
    Type.Array(
      Closed({
        column,
        is: Type.Optional(Type.Array(word('A text.', 200), { maxItems: 50 })),
        starts_with: Type.Optional(Type.Array(word('A beginning.', 200), { maxItems: 50 })),
      }),
      { maxItems: 20, description: 'Rows that are no movements.' },
    ),
  ),
  labels: Type.Optional(
    Closed(
      { account: Type.Optional(column), opening: Type.Optional(column), closing: Type.Optional(column) },
      { description: 'Labels of cells before the header.' },
    ),
  ),
});
export type StatementLayoutBody = Static<typeof StatementLayoutBody>;

export const StatementLayout = Closed(
  {
    object: Type.Literal('statement_layout'),
    name: Type.String({ description: 'Its name in the settings of a rail.' }),
    provided: Type.Boolean({ description: 'It comes with the service.' }),
    layout: StatementLayoutBody,
    created_by: Nullable(Type.String()),
    created_at: Nullable(Timestamp),
  },
  { title: 'Statement layout', description: 'How the files of a provider or a bank become lines.' },
);
export type StatementLayout = Static<typeof StatementLayout>;

export const listStatementLayouts = route({
  id: 'listStatementLayouts',
  method: 'GET',
  path: '/operator/statement_layouts',
  tag,
  summary: 'List the layouts of statement files',
  description: 'Those that come with the service first. Copy one to make your own.',
  auth: ['operator'],
  roles: rights.ledger,
  ok: { status: 200, description: 'All layouts.', schema: ListOf(StatementLayout) },
});

export const addStatementLayout = route({
  id: 'addStatementLayout',
  method: 'POST',
  path: '/operator/statement_layouts',
  tag,
  summary: 'Add a layout of statement files',
  description: 'A layout never changes, so that a file can be read again as it was: add another one with a new name.',
  auth: ['operator'],
  roles: rights.money,
  body: Closed({
    name: Type.String({ pattern: layoutName, description: 'A new name.' }),
    layout: StatementLayoutBody,
  }),
  ok: { status: 201, description: 'The layout.', schema: StatementLayout },
  errors: ['reference_already_used'],
});

const PreviewLine = Closed({
  line: Type.Integer(),
  operation: Nullable(Type.String()),
  record: Nullable(Type.String()),
  reference: Nullable(Type.String()),
  kind: OneOf(lineKinds),
  amount: Type.Unsafe<bigint>({ ...Money, description: 'Signed minor units.' }),
  fee: Money,
  currency: Type.String(),
  booked_on: Type.String(),
  at: Nullable(Timestamp),
  phone: Nullable(Type.String()),
  state: OneOf(lineStates),
});

export const previewStatementLayout = route({
  id: 'previewStatementLayout',
  method: 'POST',
  path: '/operator/statement_layouts/preview',
  tag,
  summary: 'Try a layout with a file',
  description:
    'The body is a file of at most 5 MiB; of a longer CSV file, send the beginning. The answer has its first lines as the layout reads them, and its problems. Nothing is kept.',
  auth: ['operator'],
  roles: rights.money,
  query: Closed({
    layout: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9.-]{1,39}$', description: 'The name of a layout.' })),
    definition: Type.Optional(
      Type.String({ minLength: 2, maxLength: 6_000, description: 'Or a layout that does not exist yet, as JSON.' }),
    ),
  }),
  upload: { types: statementFileTypes, bodyLimit: 5 * 1024 * 1024, streamed: true },
  ok: {
    status: 200,
    description: 'The first lines.',
    schema: Closed({
      object: Type.Literal('statement_preview'),
      lines: Type.Array(PreviewLine, { description: 'At most 20.' }),
      problems: Type.Array(FileProblem, { description: 'At most 20, of these lines.' }),
    }),
  },
  errors: ['not_found'],
});
