/**
 * What a database or a role may be set to otherwise: times are read as ISO in UTC, and what the locks allow was thought out
 * for read committed.
 */
const ALWAYS = ['datestyle=ISO', 'timezone=UTC', 'default_transaction_isolation=read committed'];

/**
 * How a connection begins. The driver takes the URL's `options` in the place of ours: they come first here, and ours hold.
 * @param settings as `name=value`
 */
export function openingOf(connectionString: string, settings: readonly string[] = []) {
  const [base, query = ''] = connectionString.split(/\?(.*)/s) as [string, string?];
  const params = new URLSearchParams(query);
  const theirs = params.getAll('options');
  params.delete('options');
  const ours = [...ALWAYS, ...settings].map((setting) => `-c ${setting.replaceAll(' ', '\\ ')}`);
  return {
    connectionString: params.size > 0 ? `${base}?${params}` : base,
    options: [...theirs, ...ours].join(' '),
  };
}
