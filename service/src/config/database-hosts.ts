/** One URL for each host of `postgres://user:password@host1:5432,host2:5432/name`, which is libpq's form. */
export function urlsOf(connectionString: string): string[] {
  const parts = /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(connectionString);
  if (!parts?.[2]) return [connectionString];
  return parts[2].split(',').map((host) => `${parts[1]}${host}${parts[3]}`);
}

/** The hosts for a message, without a password. */
export function hostsOf(connectionString: string): string {
  const hosts = urlsOf(connectionString).map((url) => (URL.canParse(url) ? new URL(url).host : ''));
  return hosts.filter(Boolean).join(', ') || 'its socket';
}
