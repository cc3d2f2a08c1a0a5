/**
 * What a database or a role may be set to otherwise: times are read as ISO in UTC, numbers with all their digits, NULL in an
 * array that is sent means none, and what the locks allow was thought out for read committed.
 */
const ALWAYS = [
  'datestyle=ISO',
  'timezone=UTC',
  'extra_float_digits=1',
  'array_nulls=on',
  'default_transaction_isolation=read committed',
];
/** A database's or a role's own may lead elsewhere, or nowhere. */
const SCHEMA = 'search_path=public';

/**
 * How a connection begins. The driver takes the URL's `options` in the place of ours: they come first here, and ours hold, but
 * for the schema.
 * @param settings as `name=value`
 */
export function openingOf(connectionString: string, settings: readonly string[] = []) {
  const [base, query = ''] = connectionString.split(/\?(.*)/s) as [string, string?];
  const params = new URLSearchParams(query);
  const theirs = params.getAll('options');
  params.delete('options');
  const given = (setting: string) => `-c ${setting.replaceAll(' ', '\\ ')}`;
  const ours = [...ALWAYS, ...settings].map(given);
  return {
    connectionString: params.size > 0 ? `${base}?${params}` : base,
    options: [given(SCHEMA), ...theirs, ...ours].join(' '),
  };
}
