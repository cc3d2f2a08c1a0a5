import assert from 'node:assert/strict';

export type Shown = {
  readonly status: number;
  readonly path: string;
  readonly html: string;
  readonly headers: Headers;
};

export type PagePayer = {
  /** Reads a page. */
  open(path: string): Promise<Shown>;
  /** Sends a form and follows the redirect, as a browser does. */
  send(path: string, fields: Record<string, string>): Promise<Shown>;
};

/** A payer's browser without scripts and without cookies. Pages name their addresses without the host. */
export function payerAt(base: string, language = 'en'): PagePayer {
  const headers = { 'accept-language': language };
  const shownOf = async (response: Response, path: string): Promise<Shown> => {
    assert.equal(response.headers.get('set-cookie'), null);
    return { status: response.status, path, html: await response.text(), headers: response.headers };
  };
  const open = async (path: string) => shownOf(await fetch(base + path, { headers, redirect: 'manual' }), path);
  return {
    open,
    send: async (path, fields) => {
      const body = new URLSearchParams(fields);
      const response = await fetch(base + path, { method: 'POST', headers, body, redirect: 'manual' });
      if (response.status !== 303) return shownOf(response, path);
      const to = response.headers.get('location')!;
      // A form may lead only to the service's own pages.
      assert.match(to, /^\/pay\/[\w-]+(\?|$)/);
      return open(to);
    },
  };
}

export const pathOf = ({ url }: { url: string }): string => new URL(url).pathname;

/** The value of a hidden field of the page's form. */
export const hidden = ({ html }: Pick<Shown, 'html'>, name: string): string =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)">`).exec(html)?.[1] ?? '';
