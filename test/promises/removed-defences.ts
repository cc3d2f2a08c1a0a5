import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** One defence of the rails: the text that holds it, in its file, and the text of a service without it. */
type Removal = { readonly file: string; readonly defence: string; readonly without: string };

/** Each is a fault that a connector could have by mistake. The controls of the fire over providers look for them. */
export const removals = {
  /** Each request gets another id, and no question finds the earlier one. */
  'new reference on a retry': {
    file: 'rails/derived-uuid.ts',
    defence: 'attempt === 1 ? id :',
    without: 'attempt === 1 ? id + crypto.randomUUID() :',
  },
  /** A prompt whose request had no answer is sent again, though the provider has no id of ours to recognise it by. */
  'resent prompt': {
    file: 'rails/daraja/check-collection.ts',
    defence: 'if (!handle) return lookForPayment(tools, pull, collection);',
    without: "if (!handle) return (await import('./collect.ts')).pushPrompt(tools, collection);",
  },
  /** The verdict of a callback counts, and the provider is not asked. */
  'trusted callback': {
    file: 'rails/daraja/check-collection.ts',
    defence: 'const queried = await query(tools, handle);',
    without: `
      const said = stkReceived(collection.received).at(-1);
      const refusal = (code: string) => ({ state: 'failed', failure: darajaFailure('rail_error', code) }) as const;
      const queried: Queried = !said
        ? await query(tools, handle)
        : said.code === '0' ? { is: 'paid' } : { is: 'code', answer: refusal(said.code) };`,
  },
} as const satisfies Readonly<Record<string, Removal>>;

export type RemovedDefence = keyof typeof removals;

export const isRemoved = (name: string | undefined): name is RemovedDefence => name !== undefined && name in removals;

/** @throws if the file does not hold the defence once: a control that removes nothing proves nothing */
export function sourceWithout(name: RemovedDefence): { url: URL; source: string } {
  const { file, defence, without } = removals[name];
  const url = new URL(`../../service/src/${file}`, import.meta.url);
  const parts = readFileSync(fileURLToPath(url), 'utf8').split(defence);
  if (parts.length !== 2) throw new Error(`${file} holds "${defence}" ${parts.length - 1} times, instead of once`);
  return { url, source: parts.join(without) };
}

/**
 * The modules that this process loads from now on lack the defence.
 * @throws as `sourceWithout`
 */
export function removeDefence(name: RemovedDefence): void {
  const { url, source } = sourceWithout(name);
  registerHooks({
    load: (loaded, context, nextLoad) => {
      const module = nextLoad(loaded, context);
      return loaded === url.href ? { ...module, source } : module;
    },
  });
}
