/** Errors of sessions and of browsers. `errors.ts` puts them with the others. */
export const sessionErrors = {
  session_of_another: {
    status: 401,
    type: 'authentication',
    title: 'The session in the cookie is somebody else’s',
    advice:
      'All tabs of a browser send the same cookies, and another person has signed in in one of them since this page was loaded. `Service-Person` says whom the page is of: nothing was done. Load the page anew, or sign in again.',
  },
  forbidden_origin: {
    status: 403,
    type: 'permission',
    title: 'The request comes from another site',
    advice:
      "A session in a cookie is used from the service's own pages alone: `Origin` must be the address that the operator has set (`PUBLIC_URL`), and `Sec-Fetch-Site` `same-origin`. From elsewhere send `Authorization: Bearer`.",
  },
  key_from_browser: {
    status: 403,
    type: 'permission',
    title: 'An API key was sent by a browser',
    advice:
      "API keys are for servers: anyone who opens a page can read a key in it. Call from your server with the key, or from the page with the token of a person who is logged in, after the page's origin is listed in the integration's settings. Nothing was done. A key that was in a page is to be revoked.",
  },
  origin_not_allowed: {
    status: 403,
    type: 'permission',
    title: 'This origin may not call here',
    advice:
      'The page that sends the request is of an origin that may not act in this mode. Origins over plain http, on your own machine, are for test mode; live mode takes https.',
  },
  two_factor_setup_required: {
    status: 403,
    type: 'permission',
    title: 'Set up a second factor first',
    advice:
      "Where a deployment has live money, every operator's session needs a second factor. Set it up with `POST /api/v1/auth/2fa/enable` and `POST /api/v1/auth/2fa/confirm`, or in the dashboard under Account. Then the same session may go on.",
  },
} as const;
