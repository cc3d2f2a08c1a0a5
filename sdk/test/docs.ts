const sources: Record<string, string> = {
  '@rialto/sdk': 'rialto.ts',
  '@rialto/sdk/user': 'user.ts',
  ...Object.fromEntries(
    ['express', 'fastify', 'hono', 'next'].map((name) => [`@rialto/sdk/${name}`, `webhooks/${name}.ts`]),
  ),
};

/** The TypeScript on a page, each block with the heading above it, importing what is here in the place of what is published. */
export function blocksOf(page: string): { heading: string; code: string }[] {
  const blocks: { heading: string; code: string }[] = [];
  let heading = '';
  for (const [, title, code] of page.matchAll(/^## ([^\n]*)$|^```ts\n(.*?)^```$/gms)) {
    if (title) heading = title;
    else blocks.push({ heading, code: code!.replace(/from '([^']+)'/g, (_, from) => `from '${locate(from)}'`) });
  }
  return blocks;
}

function locate(from: string): string {
  const source = sources[from];
  return source ? new URL(`../src/${source}`, import.meta.url).href : import.meta.resolve(from);
}
