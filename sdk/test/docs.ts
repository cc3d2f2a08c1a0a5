const sources: Record<string, string> = {
  '@rialto/sdk': 'rialto.ts',
  '@rialto/sdk/user': 'user.ts',
  ...Object.fromEntries(
    ['express', 'fastify', 'hono', 'next'].map((name) => [`@rialto/sdk/${name}`, `webhooks/${name}.ts`]),
  ),
};

/**
 * The TypeScript blocks of a page, each with the heading above it. Their imports point to the sources instead of the
 * package.
 */
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
