/** Errors of sessions and of browsers. `errors.ts` combines them with the others. */
export const sessionErrors = {
  session_of_another: {
    status: 401,
    type: 'authentication',
    title: 'The session cookie belongs to another person',
    advice:
      'All tabs of a browser share their cookies, and another person has logged in since this page was loaded. `Service-Person` names the person of this page, so nothing was changed. Reload the page, or log in again.',
  },
  forbidden_origin: {
    status: 403,
    type: 'permission',
    title: 'The request comes from another site',
    advice:
      "A session cookie works only from the service's own pages: `Origin` must be the address that the operator set (`PUBLIC_URL`), and `Sec-Fetch-Site` must be `same-origin`. From another site, send `Authorization: Bearer`.",
  },
  key_from_browser: {
    status: 403,
    type: 'permission',
    title: 'A browser sent an API key',
    advice:
      "API keys are for servers: anyone who opens a page can read a key in it. Nothing was changed. Call from your server with the key. Or call from the page with the token of a person who is logged in, once the page's origin is listed in the integration's settings. Revoke a key that was in a page.",
  },
  origin_not_allowed: {
    status: 403,
    type: 'permission',
    title: 'This origin is not allowed',
    advice:
      'The request comes from a page whose origin may not act in this mode. Origins over plain http, on your own machine, work in test mode only; live mode requires https.',
  },
  two_factor_setup_required: {
    status: 403,
    type: 'permission',
    title: 'Set up a second factor first',
    advice:
      "On a deployment with live money, every operator's session needs a second factor. Set it up with `POST /api/v1/auth/2fa/enable` and `POST /api/v1/auth/2fa/confirm`, or in the dashboard under Account. The same session can then continue.",
  },
} as const;
