import Type, { type Static } from 'typebox';
import { Slug } from './approvals.ts';
import { Closed, Day, Id, IdParams, ListOf, ListQuery, Money, Nullable, OneOf, Timestamp } from './fields.ts';
import { rights } from './operators.ts';
import { route } from './route.ts';

const tag = 'Statements';

export const statementFileSources = ['upload', 'directory', 'sftp', 'provider'] as const;
export const statementFileStatuses = ['receiving', 'waiting', 'reading', 'imported', 'refused'] as const;

/** The types that browsers and banks give statement files. The content decides. */
export const statementFileTypes = [
  'application/octet-stream',
  'text/csv',
  'text/plain',
  'application/xml',
  'text/xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;

const amount = (description: string) => Nullable(Type.Unsafe<bigint>({ ...Money, description }));

export const FileProblem = Closed({
  line: Nullable(Type.Integer({ description: 'The line, row or entry in the file, from 1.' })),
  field: Nullable(Type.String({ description: 'The column or element, as the file names it.' })),
  problem: Type.String(),
});

const FileStatement = Closed({
  rail: Slug,
  account: Nullable(Type.String({ description: 'As the file names it.' })),
  number: Nullable(Type.String()),
  page: Nullable(Type.Integer()),
  from: Nullable(Type.String(Day)),
  to: Nullable(Type.String(Day)),
  opening: amount('The balance before its first line. Null: the file has none.'),
  closing: amount('The balance after its last line.'),
  lines: Type.Integer({ description: 'Booked lines.' }),
  total: Type.Unsafe<bigint>({ ...Money, description: 'Their sum, less the charges inside them.' }),
});

export const StatementFile = Closed(
  {
    id: Id('stf'),
    object: Type.Literal('statement_file'),
    livemode: Type.Boolean(),
    created_at: Timestamp,
    rail: Slug,
    source: OneOf(statementFileSources, {
      description: "`provider`: one reading of the provider's own list, or a file that it made for the service.",
    }),
    name: Type.String(),
    layout: Type.String(),
    size: Type.Integer({ description: 'Bytes.' }),
    sha256: Nullable(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    status: OneOf(statementFileStatuses, {
      description: 'Lines count once the file is `imported`. Nothing of a `refused` file is kept but its bytes.',
    }),
    read_bytes: Type.Integer({ description: 'Progress: the bytes that were read, of `size`.' }),
    lines: Type.Integer({ description: 'Lines in the file.' }),
    new_lines: Type.Integer({ description: 'Lines that no earlier file had.' }),
    problems: Type.Array(FileProblem, { description: 'Why the file is refused, at most 100.' }),
    warnings: Type.Array(Type.String(), { description: 'Gaps between this file and others.' }),
    statements: Type.Array(FileStatement, { description: 'The statements of the file, at most 100.' }),
    part_of: Nullable(Type.String({ description: "The file that has this rail's account beside others." })),
    created_by: Type.String(),
    finished_at: Nullable(Timestamp),
  },
  { title: 'Statement file', description: 'A statement of a provider or a bank, as it was received.' },
);
export type StatementFile = Static<typeof StatementFile>;

export const createStatementFile = route({
  id: 'createStatementFile',
  method: 'POST',
  path: '/operator/statement_files',
  tag,
  summary: 'Import a statement file',
  description:
    'The body is the file itself: CSV, XLSX, camt.053 or MT940 of at most 512 MiB, read by the layout of the rail. The file is kept for 10 years and imported in the background: read it again until its `status` is `imported` or `refused`. It is imported completely or not at all. The same bytes are imported once, however often they are sent.',
  auth: ['operator'],
  roles: rights.money,
  query: Closed({
    rail: Slug,
    name: Type.String({ text: 'name', minLength: 1, maxLength: 200, description: 'The name of the file.' }),
  }),
  upload: { types: statementFileTypes, bodyLimit: 512 * 1024 * 1024, streamed: true },
  ok: { status: 202, description: 'The file. If it was sent before, the first one.', schema: StatementFile },
  errors: ['not_found'],
});

export const listStatementFiles = route({
  id: 'listStatementFiles',
  method: 'GET',
  path: '/operator/statement_files',
  tag,
  summary: 'List statement files',
  auth: ['operator'],
  roles: rights.ledger,
  query: ListQuery('stf', {
    rail: Type.Optional(Slug),
    status: Type.Optional(OneOf(statementFileStatuses)),
  }),
  ok: { status: 200, description: 'A page of files.', schema: ListOf(StatementFile) },
});

export const getStatementFile = route({
  id: 'getStatementFile',
  method: 'GET',
  path: '/operator/statement_files/{id}',
  tag,
  summary: 'Read a statement file and its progress',
  auth: ['operator'],
  roles: rights.ledger,
  params: IdParams('stf'),
  ok: { status: 200, description: 'The file.', schema: StatementFile },
});

export const downloadStatementFile = route({
  id: 'downloadStatementFile',
  method: 'GET',
  path: '/operator/statement_files/{id}/raw',
  tag,
  summary: 'Download a statement file as it was received',
  description:
    "The bytes are compared with the file's `sha256` before they are sent. Each download is in the audit log. A file from a provider's own list has no bytes.",
  auth: ['operator'],
  roles: rights.ledger,
  params: IdParams('stf'),
  ok: { status: 200, description: 'The file.', download: ['application/octet-stream'] },
  errors: ['not_found', 'statement_file_damaged'],
});
