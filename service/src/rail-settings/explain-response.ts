import type { RailResponse } from '../rails/http.ts';

const network: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens at the base URL. Check the host and the port.',
  ENOTFOUND: 'The host of the base URL does not exist. Check its spelling and the DNS of this machine.',
  EAI_AGAIN: 'The DNS of this machine does not answer.',
  EHOSTUNREACH: 'There is no route to the host. Check the firewall and the network.',
  ENETUNREACH: 'There is no route to the host. Check the firewall and the network.',
  UND_ERR_CONNECT_TIMEOUT:
    'The host does not accept connections. Check the firewall, and whether the provider must allow your address.',
  CERT_HAS_EXPIRED: 'The certificate of the provider has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the provider is self-signed. Check the base URL.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host. Check the base URL.',
};

/** @returns what is wrong with a provider's response, in words; null if nothing is */
export function explainResponse(response: RailResponse): string | null {
  if (response.kind === 'not_taken') {
    if (response.status === 429) return 'The provider has had too many requests (429). Try again in a minute.';
    return network[response.why] ?? `The provider could not be reached: ${response.why}.`;
  }
  if (response.kind === 'unknown') {
    if (response.status === null) return `The provider did not answer: ${response.why}.`;
    return `The provider answered ${response.status} without JSON. A firewall or a wrong base URL does that.`;
  }
  const { status } = response;
  if (status === 401) return 'The provider refuses the credentials (401). Check that they belong to this environment.';
  if (status === 403)
    return 'The provider forbids this (403). Check the rights of the credentials, and the allowed addresses.';
  if (status === 404) return 'The provider does not know the address or the account (404). Check the base URL.';
  if (status >= 500) return `The provider has a fault (${status}). Try again later.`;
  return status >= 400 ? `The provider refuses the request (${status}).` : null;
}
