/**
 * Settings that a database or a role may have changed: times are read as ISO in UTC, numbers with all digits, and NULL
 * in an array that is sent means none. The locks rely on read committed.
 */
const ALWAYS = [
  'datestyle=ISO',
  'timezone=UTC',
  'extra_float_digits=1',
  'array_nulls=on',
  'default_transaction_isolation=read committed',
];
/** The schema path of a database or a role may point elsewhere, or nowhere. */
const SCHEMA = 'search_path=public';

/**
 * The options of a new connection. The driver would take the URL's `options` instead of ours. Here the URL's come first
 * and ours override them, except for the schema.
 * @param settings as `name=value`
 */
export function openingOf(connectionString: string, settings: readonly string[] = []) {
  const [base, query = ''] = connectionString.split(/\?(.*)/s) as [string, string?];
  const params = new URLSearchParams(query);
  const theirs = params.getAll('options');
  params.delete('options');
  // The service always uses the primary: see `hosts.ts`.
  params.delete('target_session_attrs');
  const given = (setting: string) => `-c ${setting.replaceAll(' ', '\\ ')}`;
  const ours = [...ALWAYS, ...settings].map(given);
  return {
    connectionString: params.size > 0 ? `${base}?${params}` : base,
    options: [given(SCHEMA), ...theirs, ...ours].join(' '),
  };
}
