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
  two_factor_setup_required: {
    status: 403,
    type: 'permission',
    title: 'Set up a second factor first',
    advice:
      "Where a deployment has live money, every operator's session needs a second factor. Set it up with `POST /api/v1/auth/2fa/enable` and `POST /api/v1/auth/2fa/confirm`, or in the dashboard under Account. Then the same session may go on.",
  },
} as const;
