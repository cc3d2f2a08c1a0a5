import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type ProviderModule, startCounterpart } from './kit/start.ts';

/** 10^9 minor units: payouts succeed without a top-up first. `--float 0` begins with an empty account. */
const USUAL_FLOAT = '1000000000';

const providers = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'kit')
  .map(({ name }) => name);

const usage = `npm run counterpart -- <${providers.join('|')}> --port N
  --country CC     ISO 3166, for example UG
  --currency CUR   ISO 4217, for example UGX
  --float N        the first balance of your account there, in minor units (${USUAL_FLOAT})`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '0' },
      country: { type: 'string' },
      currency: { type: 'string' },
      float: { type: 'string', default: USUAL_FLOAT },
    },
  });
  const [name = ''] = positionals;
  const port = Number(values.port);
  if (!providers.includes(name) || positionals.length > 1) return refuse(`The provider "${name}" has no counterpart.`);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return refuse(`"${values.port}" is not a port.`);
  if (!/^\d{1,18}$/.test(values.float)) return refuse(`"${values.float}" is not an amount in minor units.`);
  const provider: ProviderModule = await import(`./${name}/counterpart.ts`);
  const { country, currency } = values;
  const started = await startCounterpart(provider, { port, country, currency, float: BigInt(values.float) });
  const { url, control, credentials } = started;
  console.log(JSON.stringify({ url, control, credentials }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => started.stop().then(() => process.exit(0)));
}

function refuse(message: string): void {
  console.error(`${message}\n${usage}`);
  process.exitCode = 2;
}

await main().catch((error) => {
  refuse(error.message);
  // The port may be open already.
  process.exit();
});
