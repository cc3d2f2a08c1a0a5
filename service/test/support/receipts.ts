import type { TestMerchant, TestService } from './harness.ts';

/** The path of a receipt's page. Its URL has the port of the settings, which tests do not know before the start. */
export const pathOf = (url: string): string => new URL(url).pathname;

export async function receiptOf(shop: TestMerchant, record: string): Promise<any> {
  const { status, body, text } = await shop.call('POST', '/receipts', { record });
  if (status !== 201) throw new Error(text);
  return body;
}

/** Opens a page as a browser does. */
export const open = (
  service: TestService,
  path: string,
  headers: Record<string, string> = {},
  init: RequestInit = {},
) => fetch(service.base + path, { redirect: 'manual', headers, ...init });

export const post = (service: TestService, path: string, form: Record<string, string>) =>
  fetch(service.base + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });
