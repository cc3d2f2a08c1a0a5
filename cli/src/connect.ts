import { Rialto } from '../../sdk/src/rialto.ts';
import { RialtoUser, type TokenStore } from '../../sdk/src/user.ts';
import { NotLoggedIn, Usage } from './failure.ts';
import { type Config, readConfig, stateFile, writeConfig } from './files.ts';
import { alone } from './lock.ts';

/** What every command takes. */
export type Global = { apiKey?: string; baseUrl?: string; headerPrefix?: string; json?: boolean; color?: boolean };

/** Whose records a person reads, and in which world. */
type Acting = { integration?: string; mode?: 'test' | 'live' };

const STANDARD_URL = 'http://localhost:3000';

/** A flag comes before the environment, and that before what `login` kept. */
export function locate({ baseUrl }: Global): string {
  const url = trimmed(baseUrl ?? process.env.RIALTO_BASE_URL ?? readConfig().base_url ?? STANDARD_URL);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Usage(`--base-url (or RIALTO_BASE_URL) must be a URL such as ${STANDARD_URL}; got ${url}`);
  return url;
}

/** The service's own banner calls `…/api/v1` the API. */
const trimmed = (url: string) => url.replace(/\/+$/, '').replace(/\/api\/v1$/, '');

/** What was kept for another deployment is never sent to this one. */
function keptFor(url: string): Config {
  const config = readConfig();
  return trimmed(config.base_url ?? STANDARD_URL) === url ? config : {};
}

/** Beside what is kept for the same deployment; for another, in its place. */
export const keep = (url: string, change: Config) => writeConfig({ ...keptFor(url), ...change, base_url: url });

export function keyOf(global: Global): string {
  const url = locate(global);
  const key = global.apiKey ?? process.env.RIALTO_API_KEY ?? keptFor(url).api_key;
  if (!key) throw new NotLoggedIn(`No API key for ${url}: \`rialto login\` keeps one, or set RIALTO_API_KEY.`);
  return key;
}

export function connect(global: Global): Rialto {
  const { headerPrefix } = global;
  return new Rialto({ apiKey: keyOf(global), baseUrl: locate(global), ...(headerPrefix ? { headerPrefix } : {}) });
}

/** For what is a person's: their session is kept beside the key. */
export function connectAsPerson(global: Global, acting: Acting = {}): RialtoUser {
  const baseUrl = locate(global);
  const store: TokenStore = {
    read: () => keptFor(baseUrl).session ?? null,
    write: (session) => keep(baseUrl, { session }),
    // A refresh token is good once: of two commands at once the second finds the tokens of the first.
    alone: (work) => alone(stateFile('session.lock'), work),
  };
  const { headerPrefix } = global;
  return new RialtoUser({ baseUrl, store, ...acting, ...(headerPrefix ? { headerPrefix } : {}) });
}

export async function person(global: Global, acting?: Acting): Promise<RialtoUser> {
  const user = connectAsPerson(global, acting);
  if (!(await user.session.tokens())) {
    throw new NotLoggedIn('This is for people: `rialto login --as developer` or `--as merchant` first.');
  }
  return user;
}

/** The one that was named, or else the only one. */
export async function integrationOf(user: RialtoUser, named?: string): Promise<string> {
  if (named) return named;
  const all = await user.integrations.list({ limit: 100 }).toArray();
  if (all.length === 1) return all[0]!.id;
  const names = all.map(({ id, name }) => `${id} (${name})`).join(', ');
  throw new Usage(all.length === 0 ? 'You work on no integration yet.' : `--integration is needed: ${names}`);
}
