import type { Command } from 'commander';
import { Rialto } from '../../../sdk/src/rialto.ts';
import { connectAsPerson, keep, locate } from '../connect.ts';
import { Usage } from '../failure.ts';
import { configFile, readConfig, writeConfig } from '../files.ts';
import { globals } from '../options.ts';
import { line, paint } from '../print.ts';
import { ask } from '../prompt.ts';

export function login(program: Command): void {
  program
    .command('login')
    .description('store an API key, or log in as a person')
    .option('--as <person>', 'log in as a developer, merchant or operator, instead of storing a key')
    .action(async (options: { as?: string }, command: Command) => {
      const global = globals(command);
      if (options.as) await loginPerson(options.as, global);
      else await loginKey(global);
    });
  program
    .command('logout')
    .description('end the session and delete the stored key')
    .action(async (_options: object, command: Command) => {
      const { base_url } = readConfig();
      // Log out of the service that the session belongs to, even if RIALTO_BASE_URL names another.
      const user = connectAsPerson({ ...globals(command), ...(base_url ? { baseUrl: base_url } : {}) });
      if (await user.session.tokens()) await user.auth.logout().catch(() => null);
      writeConfig(base_url ? { base_url } : {});
      line('Logged out.');
    });
}

async function loginKey(global: ReturnType<typeof globals>): Promise<void> {
  const baseUrl = locate(global);
  const apiKey = global.apiKey ?? process.env.RIALTO_API_KEY ?? (await ask('API key (rs_test_…)', { secret: true }));
  const rialto = new Rialto({ apiKey, baseUrl });
  // Every key may send this request, so an invalid key is refused before it is stored.
  await rialto.currencies.list();
  keep(baseUrl, { api_key: apiKey });
  const mode = apiKey.startsWith('rs_live_') ? paint('red', 'live') : 'test';
  line(`Logged in to ${baseUrl} in ${mode} mode with the key that ends in ${apiKey.slice(-4)}.`);
  line(paint('dim', `The key is stored in ${configFile()}, readable only by you.`));
}

const people = ['developer', 'merchant', 'operator'];

async function loginPerson(as: string, global: ReturnType<typeof globals>): Promise<void> {
  if (!people.includes(as)) throw new Usage(`--as must be developer, merchant or operator; got ${as}.`);
  const { auth } = connectAsPerson(global);
  const name = await ask(as === 'merchant' ? 'Phone (+…)' : 'E-mail address');
  const password = await ask('Password', { secret: true });
  const result =
    as === 'merchant'
      ? await auth.loginMerchant({ phone: name, password })
      : as === 'developer'
        ? await auth.loginDeveloper({ email: name, password })
        : await auth.loginOperator({ email: name, password });
  if ('challenge' in result)
    await auth.verifyTwoFactor({ challenge: result.challenge, code: await ask(`Code (${result.method})`) });
  line(`Logged in to ${locate(global)} as ${name}.`);
}
