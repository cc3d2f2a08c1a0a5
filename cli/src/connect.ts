import { Rialto } from '../../sdk/src/rialto.ts';
import { RialtoUser, type TokenStore } from '../../sdk/src/user.ts';
import { NotLoggedIn, Usage } from './failure.ts';
import { type Config, readConfig, stateFile, writeConfig } from './files.ts';
import { commandName } from './invocation.ts';
import { alone } from './lock.ts';

/** The options of every command. */
export type Global = { apiKey?: string; baseUrl?: string; headerPrefix?: string; json?: boolean; color?: boolean };

/** The integration that a person acts on, and its mode. */
type Acting = { integration?: string; mode?: 'test' | 'live' };

const STANDARD_URL = 'http://localhost:3000';

/** Precedence: the option, the environment variable, the value that `login` stored. */
export function locate({ baseUrl }: Global): string {
  const url = trimmed(baseUrl ?? process.env.RIALTO_BASE_URL ?? readConfig().base_url ?? STANDARD_URL);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Usage(`--base-url (or RIALTO_BASE_URL) must be a URL such as ${STANDARD_URL}; got ${url}.`);
  return url;
}

/** Also accepts the API's URL, `…/api/v1`, which the service's banner prints. */
const trimmed = (url: string) => url.replace(/\/+$/, '').replace(/\/api\/v1$/, '');

/** Credentials that were stored for another deployment are never sent to this one. */
function storedFor(url: string): Config {
  const config = readConfig();
  return trimmed(config.base_url ?? STANDARD_URL) === url ? config : {};
}

/** Adds to the credentials of the same deployment. Those of another deployment are replaced. */
export const keep = (url: string, change: Config) => writeConfig({ ...storedFor(url), ...change, base_url: url });

export function keyOf(global: Global): string {
  const url = locate(global);
  const key = global.apiKey ?? process.env.RIALTO_API_KEY ?? storedFor(url).api_key;
  if (!key) throw new NotLoggedIn(`No API key for ${url}. Run \`${commandName()} login\` or set RIALTO_API_KEY.`);
  return key;
}

export function connect(global: Global): Rialto {
  const { headerPrefix } = global;
  return new Rialto({ apiKey: keyOf(global), baseUrl: locate(global), ...(headerPrefix ? { headerPrefix } : {}) });
}

/** The client of a logged-in person. The session is stored with the key. */
export function connectAsPerson(global: Global, acting: Acting = {}): RialtoUser {
  const baseUrl = locate(global);
  const store: TokenStore = {
    read: () => storedFor(baseUrl).session ?? null,
    write: (session) => keep(baseUrl, { session }),
    // A refresh token is valid once. The second of two concurrent commands finds the tokens that the first has
    // refreshed.
    alone: (work) => alone(stateFile('session.lock'), work),
  };
  const { headerPrefix } = global;
  return new RialtoUser({ baseUrl, store, ...acting, ...(headerPrefix ? { headerPrefix } : {}) });
}

export async function person(global: Global, acting?: Acting): Promise<RialtoUser> {
  const user = connectAsPerson(global, acting);
  if (!(await user.session.tokens())) {
    const login = `\`${commandName()} login --as developer\`, \`--as merchant\` or \`--as operator\``;
    throw new NotLoggedIn(`This command needs a login. Run ${login}.`);
  }
  return user;
}

/** The integration that is given, or the person's only one. */
export async function integrationOf(user: RialtoUser, named?: string): Promise<string> {
  if (named) return named;
  const all = await user.integrations.list({ limit: 100 }).toArray();
  if (all.length === 1) return all[0]!.id;
  const names = all.map(({ id, name }) => `${id} (${name})`).join(', ');
  throw new Usage(
    all.length === 0
      ? 'You have no integration yet.'
      : `You have several integrations. Choose one with --integration: ${names}.`,
  );
}
